import Mimeograph

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
    func append(_ word: PropertyListWord) { words.append(word.bits) }

    /// Writes what stands for null.
    func appendNull() { append(store.word(of: PropertyListScalar.null)) }

    /// Writes a value of one of the types that ``CodingScalar`` includes; false where no property list can hold it.
    @inline(__always)
    func scalar<T>(_ value: T) -> Bool {
        if T.self == String.self {
            append(store.word(of: reinterpret(value, as: String.self)))
        } else if T.self == Bool.self {
            append(PropertyListWord(reinterpret(value, as: Bool.self) ? .true : .false))
        } else if T.self == Int.self {
            append(store.word(of: Int64(reinterpret(value, as: Int.self))))
        } else if T.self == Double.self {
            append(store.word(.real, reinterpret(value, as: Double.self).bitPattern))
        } else if T.self == Float.self {
            append(store.word(.real, Double(reinterpret(value, as: Float.self)).bitPattern))
        } else {
            return otherInteger(value)
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

    @inline(__always)
    private func otherInteger<T>(_ value: T) -> Bool {
        if T.self == Int64.self { return integer(reinterpret(value, as: Int64.self)) }
        if T.self == UInt.self { return integer(reinterpret(value, as: UInt.self)) }
        if T.self == UInt64.self { return integer(reinterpret(value, as: UInt64.self)) }
        if T.self == Int32.self { return integer(reinterpret(value, as: Int32.self)) }
        if T.self == UInt32.self { return integer(reinterpret(value, as: UInt32.self)) }
        if T.self == Int16.self { return integer(reinterpret(value, as: Int16.self)) }
        if T.self == UInt16.self { return integer(reinterpret(value, as: UInt16.self)) }
        if T.self == Int8.self { return integer(reinterpret(value, as: Int8.self)) }
        if T.self == UInt8.self { return integer(reinterpret(value, as: UInt8.self)) }
        if T.self == Int128.self { return integer(reinterpret(value, as: Int128.self)) }
        if T.self == UInt128.self { return integer(reinterpret(value, as: UInt128.self)) }
        return false
    }

    @inline(__always)
    private func integer<I: FixedWidthInteger>(_ value: I) -> Bool {
        if let small = Int64(exactly: value) {
            append(store.word(of: small))
        } else if let large = UInt64(exactly: value) {
            append(store.word(.uint64, large))
        } else {
            return false
        }
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
        append(store.word(.date, seconds.bitPattern))
    }

    private func data(_ data: Data) {
        // SAFETY: the buffer is only read, during the call.
        append(unsafe data.withUnsafeBytes { unsafe store.word(.data, of: $0) })
    }

    /// Writes a value that is a property list already; one that was read straight from its tape.
    private func propertyList(_ value: PropertyList) throws {
        var writer = PropertyListWriter(sortedKeys: false, sink: PropertyListEncodingSink(context: self))
        try writer.write(value)
    }
}
