/// The decoder for one value of a document, and its single-value container.
///
/// Three words, so that an `any Decoder` holds it without a box.
struct JSONValueDecoder {
    let context: JSONDecodingContext
    let path: JSONDecodingPath
    let index: Int
}

extension JSONValueDecoder: Decoder {
    var codingPath: [any CodingKey] { path.codingPath(in: context) }
    var userInfo: [CodingUserInfoKey: Any] { context.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard context.word(at: index).tag == .object else {
            throw context.failure(
                expecting: [String: Any].self,
                "an object",
                at: index,
                path: path.steps(in: context)
            )
        }
        return KeyedDecodingContainer(JSONKeyedDecoding(context: context, path: path, object: index))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let word = context.word(at: index)
        guard word.tag == .array else {
            throw context.failure(expecting: [Any].self, "an array", at: index, path: path.steps(in: context))
        }
        return JSONUnkeyedDecoding(context: context, path: path, array: index)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { context.isNull(at: index) }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if JSONScalar.includes(type) {
            if let value = context.scalar(type, at: index) { return value }
            throw context.scalarFailure(type, at: index, path: path.steps(in: context))
        }
        if path.isTop(of: context) { return try context.value(type, at: index) }
        let saved = context.path
        context.path = path.steps(in: context)
        defer { context.path = saved }
        return try context.value(type, at: index)
    }

    // The standard library has defaults for these two, which refuse.
    func decode(_ type: Int128.Type) throws -> Int128 { try decodeScalar(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try decodeScalar(type) }

    private func decodeScalar<T>(_ type: T.Type) throws -> T {
        if let value = context.scalar(type, at: index) { return value }
        throw context.scalarFailure(type, at: index, path: path.steps(in: context))
    }
}
