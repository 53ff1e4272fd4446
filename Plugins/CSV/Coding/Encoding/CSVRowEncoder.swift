import Mimeograph

/// The encoder for a whole table, for types that are no array: they give rows one after the other, or an array.
struct CSVTableEncoder: Encoder, SingleValueEncodingContainer {
    let context: CSVEncodingContext

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { context.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        context.refuse(nil, "The value is no sequence of rows; encode an array of it.")
        return KeyedEncodingContainer(CSVRefusedKeys(context: context))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { CSVTableRows(context: context) }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() throws { throw context.invalid(nil, "The value is no sequence of rows, but nil.") }

    func encode<T: Encodable>(_ value: T) throws {
        if value is any CSVScalar {
            throw context.invalid(nil, "The value is no sequence of rows; encode an array of it.")
        }
        try context.encodeRows(value)
    }
}

/// The rows of a table.
private struct CSVTableRows: UnkeyedEncodingContainer {
    let context: CSVEncodingContext
    private(set) var count = 0
    private var type: (any Any.Type)?

    init(context: CSVEncodingContext) { self.context = context }

    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() throws { throw context.invalid(nil, "A row is no field, and cannot be nil.") }

    mutating func encode<T: Encodable>(_ value: T) throws {
        // The reader finds out by the type of the first row whether there is a header, and reads all rows as it.
        if let type, type != T.self { throw context.invalid(nil, "The rows are of several types.") }
        type = T.self
        count += 1
        try context.encodeNextRow(value)
        if context.isPositional {
            throw context.invalid(nil, "The value writes single fields where rows are wanted; encode an array of it.")
        }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        context.refuse(nil, "Rows are encoded as values, and have no containers of their own here.")
        return KeyedEncodingContainer(CSVRefusedKeys(context: context))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        context.refuse(nil, "Rows are encoded as values, and have no containers of their own here.")
        return CSVRefusedElements(context: context)
    }

    mutating func superEncoder() -> any Encoder {
        context.refuse(nil, "Rows are encoded as values, and have no encoders of their own here.")
        return CSVRowEncoder(context: context)
    }
}

/// The encoder for a row.
struct CSVRowEncoder: Encoder, SingleValueEncodingContainer {
    let context: CSVEncodingContext

    var codingPath: [any CodingKey] { context.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { context.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(CSVKeyedEncoding(context: context))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { CSVUnkeyedEncoding(context: context) }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() throws { context.encodeNil(at: try context.element()) }

    func encode<T: Encodable>(_ value: T) throws {
        if value is any CSVScalar { return try context.encode(value, at: context.element(), nil) }
        context.note(rowType: T.self)
        try value.encode(to: self)
    }
}

/// The fields of a row by position.
private struct CSVUnkeyedEncoding: UnkeyedEncodingContainer {
    let context: CSVEncodingContext

    var codingPath: [any CodingKey] { context.codingPath }
    var count: Int { context.elementCount }

    func encodeNil() throws { context.encodeNil(at: try context.element()) }

    func encode<T: Encodable>(_ value: T) throws {
        let column = try context.element()
        try context.encode(value, at: column, CSVPosition(column))
    }

    func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        context.refuse(CSVPosition(count), CSVFieldEncoder.notFlat)
        return KeyedEncodingContainer(CSVRefusedKeys(context: context))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        context.refuse(CSVPosition(count), CSVFieldEncoder.notFlat)
        return CSVRefusedElements(context: context)
    }

    func superEncoder() -> any Encoder {
        context.refuse(CSVPosition(count), CSVFieldEncoder.notFlat)
        return CSVRowEncoder(context: context)
    }
}
