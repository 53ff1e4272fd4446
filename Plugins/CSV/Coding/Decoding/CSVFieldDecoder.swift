import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The decoder for one field, which holds a single value.
struct CSVFieldDecoder: Decoder, SingleValueDecodingContainer {
    let context: CSVDecodingContext
    let column: Int
    /// What leads to the field; nil where it is all of its row.
    let key: (any CodingKey)?

    var codingPath: [any CodingKey] { context.path(key) }
    var userInfo: [CodingUserInfoKey: Any] { context.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw notFlat([String: Any].self, "an object")
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw notFlat([Any].self, "an array") }

    private func notFlat(_ type: any Any.Type, _ noun: String) -> any Error {
        context.failure(column, codingPath, "Expected \(noun) but found a field, which holds a single value.") {
            .typeMismatch(type, $0)
        }
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { context.isAbsent(column) }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try context.value(type, column, key) }

    /// Whether a type of FoundationEssentials is made of one field.
    static func isFoundationScalar(_ type: any Any.Type) -> Bool {
        type == Date.self || type == Data.self || type == URL.self || type == Decimal.self
    }
}
