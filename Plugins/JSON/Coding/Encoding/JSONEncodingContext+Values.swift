import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension JSONEncodingContext {
    /// Writes a value of any type; ``path`` leads to it.
    @inline(__always)
    func element<T: Encodable>(_ value: T) throws { try element(value, settings.kind(of: T.self)) }

    /// The same for a type whose kind is known.
    func element<T: Encodable>(_ value: T, _ kind: JSONEncodableKind, isRoot: Bool = false) throws {
        switch kind {
        case .plain: try plain(value, isRoot: isRoot)
        case .scalar: if !scalar(value) { throw unwritable(value) }
        case .date: try date(reinterpret(value, as: Date.self))
        case .data: try data(reinterpret(value, as: Data.self))
        case .url: write(reinterpret(value, as: URL.self).absoluteString)
        case .decimal: try decimal(reinterpret(value, as: Decimal.self))
        case .json: try json(reinterpret(value, as: JSON.self))
        case .composite(let type): try composite(value, as: type)
        }
    }

    private func composite<T, Composite: JSONEncodableComposite>(_ value: T, as type: Composite.Type) throws {
        try Composite.encode(reinterpret(value, as: type), into: self)
    }

    func plain<T: Encodable>(_ value: T, isRoot: Bool = false) throws {
        let frame = try push()
        try value.encode(to: JSONValueEncoder(context: self, frame: frame, serial: frames[frame].serial))
        try pop(isRoot: isRoot, of: T.self)
    }

    /// Writes what a strategy's closure writes.
    private func custom(_ write: (any Encoder) throws -> Void) throws {
        let frame = try push()
        try write(JSONValueEncoder(context: self, frame: frame, serial: frames[frame].serial))
        try pop()
    }

    @inline(__always)
    func write(_ value: String) { text.appendString(value, escapingSlashes: settings.escapesSlashes) }

    @inline(__always)
    func write(_ value: Bool) { text.appendBool(value) }

    @inline(__always)
    func write<I: FixedWidthInteger>(integer value: I) -> Bool {
        text.appendInteger(value)
        return true
    }

    func appendNull() { text.appendNull() }

    /// Whether ``scalar(_:)`` can write a value. Where `T` is known to the compiler and no floating-point type, it can.
    @inline(__always)
    func isWritable<T>(_ value: T) -> Bool {
        if T.self == Double.self {
            return reinterpret(value, as: Double.self).isFinite || !settings.refusesNonConforming
        }
        if T.self == Float.self {
            return reinterpret(value, as: Float.self).isFinite || !settings.refusesNonConforming
        }
        return true
    }

    func write(_ value: Double) -> Bool {
        if !value.isFinite { return nonConforming(value) }
        text.appendDouble(value)
        return true
    }

    func write(_ value: Float) -> Bool {
        if !value.isFinite { return nonConforming(Double(value)) }
        text.appendFloat(value)
        return true
    }

    private func nonConforming(_ value: Double) -> Bool {
        guard case .convertToString(let positive, let negative, let nan) = settings.format.nonConformingFloatEncoding
        else { return false }
        write(value.isNaN ? nan : value > 0 ? positive : negative)
        return true
    }

    /// The error for a number that JSON cannot write.
    func unwritable<T>(_ value: T, below step: CodingStep? = nil) -> EncodingError {
        .invalidValue(value, errorContext("JSON has no text for infinity and for what is not a number.", below: step))
    }
}

// MARK: - Types of FoundationEssentials

extension JSONEncodingContext {
    private func date(_ date: Date) throws {
        switch settings.format.dateEncoding {
        case .deferredToDate: try seconds(date.timeIntervalSinceReferenceDate)
        case .secondsSince1970: try seconds(date.timeIntervalSince1970)
        case .millisecondsSince1970: try seconds(date.timeIntervalSince1970 * 1_000)
        case .iso8601:
            guard let text = InternetTimestamp.text(secondsSince1970: date.timeIntervalSince1970) else {
                // Not the date itself: printing one that is far away traps in Foundation.
                throw EncodingError.invalidValue(
                    date.timeIntervalSince1970,
                    errorContext("RFC 3339 writes the years 0 to 9999 only.")
                )
            }
            write(text)
        case .custom(let write): try custom { try write(date, $0) }
        }
    }

    private func seconds(_ seconds: Double) throws {
        if !scalar(seconds) { throw unwritable(seconds) }
    }

    private func data(_ data: Data) throws {
        switch settings.format.dataEncoding {
        case .deferredToData: try plain(data)
        case .base64: write(data.base64EncodedString())
        case .custom(let write): try custom { try write(data, $0) }
        }
    }

    private func decimal(_ decimal: Decimal) throws {
        guard decimal.isFinite else { throw unwritable(decimal) }
        text.append(ascii: decimal.description)
    }
}
