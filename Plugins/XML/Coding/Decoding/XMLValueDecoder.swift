import Mimeograph

/// The decoder for one value, and its single-value container.
struct XMLValueDecoder {
    let context: XMLDecodingContext
    let place: XMLDecodingPlace
    let path: XMLCodingPath?
    /// What the keys of the type that is read stand for.
    let rules: XMLKeyRules
}

extension XMLValueDecoder: Decoder {
    var codingPath: [any CodingKey] { XMLCodingPath.keys(of: path) }
    var userInfo: [CodingUserInfoKey: Any] { context.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        switch place {
        case .absent(let rule, let parent): throw context.missing(rule, in: parent, path)
        case .text(_, let element), .word(_, let element):
            throw context.failure(
                .typeMismatch([String: Any].self),
                "Expected an element but found a text that cannot contain any.",
                at: element,
                path
            )
        case .element, .member:
            let element = try context.single(place, path)
            if context.isNil(element) { throw context.isNilFailure([String: Any].self, at: element, path) }
            return KeyedDecodingContainer(
                XMLKeyedDecoding<Key>(context: context, element: element, path: path, rules: rules)
            )
        }
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try XMLUnkeyedDecoding(context: context, place: place, path: path)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension XMLValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { context.isNil(place, for: nil) }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try context.value(type, at: place, path) }

    // The standard library has defaults for these two, which refuse.
    func decode(_ type: Int128.Type) throws -> Int128 { try context.scalar(type, at: place, path) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try context.scalar(type, at: place, path) }
}
