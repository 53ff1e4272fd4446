import Mimeograph

/// Decodes one value of a form.
struct FormValueDecoder {
    let context: FormDecodingContext
    let node: FormNode
    let codingPath: [any CodingKey]
    /// Whether the type that is decoded is known to ask for elements, so that a single text is one.
    let wantsElements: Bool
    /// Whether names are data.
    let keepsNames: Bool

    init(
        _ context: FormDecodingContext,
        _ node: FormNode,
        codingPath: [any CodingKey],
        wantsElements: Bool = false,
        keepsNames: Bool = false
    ) {
        self.context = context
        self.node = node
        self.codingPath = codingPath
        self.wantsElements = wantsElements
        self.keepsNames = keepsNames
    }
}

extension FormValueDecoder: Decoder {
    var userInfo: [CodingUserInfoKey: Any] { context.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(
            try FormKeyedDecoding<Key>(context, node, codingPath: codingPath, keepsNames: keepsNames)
        )
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try FormUnkeyedDecoding(context, node, codingPath: codingPath, acceptsOneText: wantsElements)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension FormValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { node.isNull }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try context.value(type, of: node, path: codingPath)
    }
}
