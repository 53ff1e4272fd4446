import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The encoder for one field, which holds a single value.
struct CSVFieldEncoder: Encoder, SingleValueEncodingContainer {
    let context: CSVEncodingContext
    let column: Int
    let key: (any CodingKey)?

    static let notFlat = "A field holds a single value; rows are flat."

    var codingPath: [any CodingKey] { context.path(key) }
    var userInfo: [CodingUserInfoKey: Any] { context.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        context.refuse(key, CSVFieldEncoder.notFlat)
        return KeyedEncodingContainer(CSVRefusedKeys(context: context))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        context.refuse(key, CSVFieldEncoder.notFlat)
        return CSVRefusedElements(context: context)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() throws { context.encodeNil(at: column) }

    // Nil could stand where a type writes itself, as `Optional` does.
    func encode<T: Encodable>(_ value: T) throws { try context.encode(value, at: column, key, marksEmpty: true) }
}

/// A type that is one field, and no row.
protocol CSVScalar {}
extension Bool: CSVScalar {}
extension String: CSVScalar {}
extension Double: CSVScalar {}
extension Float: CSVScalar {}
extension Int: CSVScalar {}
extension Int8: CSVScalar {}
extension Int16: CSVScalar {}
extension Int32: CSVScalar {}
extension Int64: CSVScalar {}
extension Int128: CSVScalar {}
extension UInt: CSVScalar {}
extension UInt8: CSVScalar {}
extension UInt16: CSVScalar {}
extension UInt32: CSVScalar {}
extension UInt64: CSVScalar {}
extension UInt128: CSVScalar {}
extension Date: CSVScalar {}
extension Data: CSVScalar {}
extension URL: CSVScalar {}
extension Decimal: CSVScalar {}

/// What a type gets that wants members in a field, and that throws.
struct CSVRefusedKeys<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let context: CSVEncodingContext

    var codingPath: [any CodingKey] { context.codingPath }

    private var refusal: any Error { context.invalid(nil, CSVFieldEncoder.notFlat) }

    func encodeNil(forKey key: Key) throws { throw refusal }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { throw refusal }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(CSVRefusedKeys<NestedKey>(context: context))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        CSVRefusedElements(context: context)
    }
    func superEncoder() -> any Encoder { CSVRowEncoder(context: context) }
    func superEncoder(forKey key: Key) -> any Encoder { CSVRowEncoder(context: context) }
}

/// The same for elements.
struct CSVRefusedElements: UnkeyedEncodingContainer {
    let context: CSVEncodingContext

    var codingPath: [any CodingKey] { context.codingPath }
    var count: Int { 0 }

    func encodeNil() throws { throw context.invalid(nil, CSVFieldEncoder.notFlat) }
    func encode<T: Encodable>(_ value: T) throws { throw context.invalid(nil, CSVFieldEncoder.notFlat) }

    func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(CSVRefusedKeys(context: context))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
    func superEncoder() -> any Encoder { CSVRowEncoder(context: context) }
}
