import Mimeograph

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
        case .url: append(reinterpret(value, as: URL.self).absoluteString)
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
    func append(_ string: String) {
        text.appendString(string, escapingSlashes: settings.escapesSlashes)
    }

    /// Writes a value of one of the types that ``CodingScalar`` includes; false where JSON cannot write it.
    @inline(__always)
    func scalar<T>(_ value: T) -> Bool {
        if T.self == String.self {
            append(reinterpret(value, as: String.self))
        } else if T.self == Bool.self {
            text.appendBool(reinterpret(value, as: Bool.self))
        } else if T.self == Int.self {
            text.appendInteger(reinterpret(value, as: Int.self))
        } else if T.self == Double.self {
            return double(reinterpret(value, as: Double.self))
        } else if T.self == Float.self {
            return float(reinterpret(value, as: Float.self))
        } else {
            otherInteger(value)
        }
        return true
    }

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

    @inline(__always)
    private func otherInteger<T>(_ value: T) {
        if T.self == Int64.self { text.appendInteger(reinterpret(value, as: Int64.self)) }
        if T.self == UInt.self { text.appendInteger(reinterpret(value, as: UInt.self)) }
        if T.self == UInt64.self { text.appendInteger(reinterpret(value, as: UInt64.self)) }
        if T.self == Int32.self { text.appendInteger(reinterpret(value, as: Int32.self)) }
        if T.self == UInt32.self { text.appendInteger(reinterpret(value, as: UInt32.self)) }
        if T.self == Int16.self { text.appendInteger(reinterpret(value, as: Int16.self)) }
        if T.self == UInt16.self { text.appendInteger(reinterpret(value, as: UInt16.self)) }
        if T.self == Int8.self { text.appendInteger(reinterpret(value, as: Int8.self)) }
        if T.self == UInt8.self { text.appendInteger(reinterpret(value, as: UInt8.self)) }
        if T.self == Int128.self { text.appendInteger(reinterpret(value, as: Int128.self)) }
        if T.self == UInt128.self { text.appendInteger(reinterpret(value, as: UInt128.self)) }
    }

    private func double(_ value: Double) -> Bool {
        if !value.isFinite { return nonConforming(value) }
        text.appendDouble(value)
        return true
    }

    private func float(_ value: Float) -> Bool {
        if !value.isFinite { return nonConforming(Double(value)) }
        text.appendFloat(value)
        return true
    }

    private func nonConforming(_ value: Double) -> Bool {
        guard case .convertToString(let positive, let negative, let nan) = settings.format.nonConformingFloatEncoding
        else { return false }
        append(value.isNaN ? nan : value > 0 ? positive : negative)
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
            guard let text = JSONTimestamp.text(date) else {
                // Not the date itself: printing one that is far away traps in Foundation.
                throw EncodingError.invalidValue(
                    date.timeIntervalSince1970,
                    errorContext("RFC 3339 writes the years 0 to 9999 only.")
                )
            }
            append(text)
        case .custom(let write): try custom { try write(date, $0) }
        }
    }

    private func seconds(_ seconds: Double) throws {
        if !scalar(seconds) { throw unwritable(seconds) }
    }

    private func data(_ data: Data) throws {
        switch settings.format.dataEncoding {
        case .deferredToData: try plain(data)
        case .base64: append(data.base64EncodedString())
        case .custom(let write): try custom { try write(data, $0) }
        }
    }

    private func decimal(_ decimal: Decimal) throws {
        guard decimal.isFinite else { throw unwritable(decimal) }
        text.append(ascii: decimal.description)
    }
}
