import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension PropertyListEncodingContext {
    /// Writes a value of any type; ``path`` leads to it.
    @inline(__always)
    func element<T: Encodable>(_ value: T) throws { try element(value, store.kind(of: T.self)) }

    /// The same for a type whose kind is known.
    func element<T: Encodable>(_ value: T, _ kind: PropertyListEncodableKind, isRoot: Bool = false) throws {
        switch kind {
        case .plain, .decimal: try plain(value, isRoot: isRoot)
        case .scalar: if !scalar(value) { throw unwritable(value) }
        case .date: try date(reinterpret(value, as: Date.self))
        case .data: data(reinterpret(value, as: Data.self))
        case .propertyList: try propertyList(reinterpret(value, as: PropertyList.self))
        case .composite(let type): try composite(value, as: type)
        }
    }

    private func composite<T, Composite: PropertyListEncodableComposite>(_ value: T, as type: Composite.Type) throws {
        try Composite.encode(reinterpret(value, as: type), into: self)
    }

    private func plain<T: Encodable>(_ value: T, isRoot: Bool) throws {
        let frame = try push()
        try value.encode(to: PropertyListValueEncoder(context: self, frame: frame, serial: frames[frame].serial))
        try pop(isRoot: isRoot, of: T.self)
    }

    @inline(__always)
    func append(_ word: TapeWord) { words.append(word.bits) }

    /// Writes the two words of a number or a date.
    @inline(__always)
    func append(_ tag: TapeWord.Tag, _ bits: UInt64) {
        words.append(TapeWord(tag).bits)
        words.append(bits)
    }

    @inline(__always)
    func append(_ value: Int64) {
        if TapeWord.isSmall(value) {
            append(TapeWord(smallInteger: value))
        } else {
            append(.int64, UInt64(bitPattern: value))
        }
    }

    /// Writes what stands for null.
    func appendNull() { append(store.word(of: PropertyListScalar.null)) }

    @inline(__always)
    func write(_ value: String) { append(store.word(of: value)) }

    @inline(__always)
    func write(_ value: Bool) { append(TapeWord(value ? .true : .false)) }

    @inline(__always)
    func write(_ value: Double) -> Bool {
        append(.double, value.bitPattern)
        return true
    }

    @inline(__always)
    func write(_ value: Float) -> Bool { write(Double(value)) }

    @inline(__always)
    func write<I: FixedWidthInteger>(integer value: I) -> Bool {
        if let small = Int64(exactly: value) {
            append(small)
        } else if let large = UInt64(exactly: value) {
            append(.uint64, large)
        } else {
            return false
        }
        return true
    }

    /// Whether ``scalar(_:)`` can write a value. Where `T` is known to the compiler and no wide integer, it can.
    @inline(__always)
    func isWritable<T>(_ value: T) -> Bool {
        if T.self == Int128.self { return PropertyList(exactly: reinterpret(value, as: Int128.self)) != nil }
        if T.self == UInt128.self { return PropertyList(exactly: reinterpret(value, as: UInt128.self)) != nil }
        return true
    }

    /// The error for a number that no property list can hold.
    func unwritable<T>(_ value: T, below step: CodingStep? = nil) -> EncodingError {
        .invalidValue(value, errorContext("Property lists hold integers from -2^63 to 2^64 - 1.", below: step))
    }
}

// MARK: - Other values

extension PropertyListEncodingContext {
    private func date(_ date: Date) throws {
        let seconds = date.timeIntervalSinceReferenceDate
        guard PropertyListCalendar.contains(seconds) else {
            // Not the date itself: printing one that is far away traps in Foundation.
            throw EncodingError.invalidValue(seconds, errorContext("Property lists hold dates of the years 1 to 9999."))
        }
        append(.date, seconds.bitPattern)
    }

    private func data(_ data: Data) {
        // SAFETY: the buffer is only read, during the call.
        append(unsafe data.withUnsafeBytes { unsafe store.word(.data, of: $0) })
    }

    /// Writes a value that is a property list already; one that was read straight from its tape.
    private func propertyList(_ value: PropertyList) throws {
        var writer = PropertyListWriter(sortedKeys: false, target: PropertyListEncodingWriter(context: self))
        try writer.write(value)
    }
}
