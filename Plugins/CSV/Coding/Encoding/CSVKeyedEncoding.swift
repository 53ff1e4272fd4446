import Mimeograph

/// The fields of a row by the names of their columns.
struct CSVKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let context: CSVEncodingContext

    var codingPath: [any CodingKey] { context.codingPath }

    func encodeNil(forKey key: Key) throws { context.encodeNil(at: try context.column(of: key)) }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try context.encode(value, at: context.column(of: key), key)
    }

    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
        let column = try context.column(of: key)
        guard let value else { return context.encodeNil(at: column) }
        try context.encode(value, at: column, key, marksEmpty: true)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        context.refuse(key, CSVFieldEncoder.notFlat)
        return KeyedEncodingContainer(CSVRefusedKeys(context: context))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        context.refuse(key, CSVFieldEncoder.notFlat)
        return CSVRefusedElements(context: context)
    }

    /// A superclass has its properties in the same row.
    func superEncoder() -> any Encoder { CSVRowEncoder(context: context) }

    func superEncoder(forKey key: Key) -> any Encoder {
        context.refuse(key, CSVFieldEncoder.notFlat)
        return CSVRowEncoder(context: context)
    }
}

// Each scalar type by name, as for decoding. An optional that is nil has its column too, which the standard library's defaults for the
// second kind would leave out.

extension CSVKeyedEncoding {
    func encode(_ value: Bool, forKey key: Key) throws {
        try context.encode(plain: value ? "true" : "false", at: context.column(of: key), key)
    }

    func encode(_ value: String, forKey key: Key) throws {
        try context.encode(value, at: context.column(of: key), key)
    }

    @inline(__always)
    private func real(_ value: some BinaryFloatingPoint & CustomStringConvertible, _ key: Key) throws {
        try context.encode(real: value, at: context.column(of: key), key)
    }

    @inline(__always)
    private func integer(_ value: some FixedWidthInteger, _ key: Key) throws {
        try context.encode(integer: value, at: context.column(of: key), key)
    }

    func encode(_ value: Double, forKey key: Key) throws { try real(value, key) }
    func encode(_ value: Float, forKey key: Key) throws { try real(value, key) }
    func encode(_ value: Int, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: Int8, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: Int16, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: Int32, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: Int64, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: Int128, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: UInt, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: UInt8, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: UInt16, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: UInt32, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: UInt64, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: UInt128, forKey key: Key) throws { try integer(value, key) }
}

extension CSVKeyedEncoding {
    @inline(__always)
    private func absent(_ key: Key) throws { context.encodeNil(at: try context.column(of: key)) }

    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try absent(key) }
    }

    func encodeIfPresent(_ value: String?, forKey key: Key) throws {
        guard let value else { return try absent(key) }
        try context.encode(value, at: context.column(of: key), key, marksEmpty: true)
    }

    func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
        if let value { try real(value, key) } else { try absent(key) }
    }

    func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
        if let value { try real(value, key) } else { try absent(key) }
    }

    @inline(__always)
    private func optional(_ value: (some FixedWidthInteger)?, _ key: Key) throws {
        if let value { try integer(value, key) } else { try absent(key) }
    }

    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try optional(value, key) }
}
