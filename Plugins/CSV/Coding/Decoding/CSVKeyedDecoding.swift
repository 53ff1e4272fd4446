import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The fields of a row by the names of their columns.
struct CSVKeyedDecoding<Key: CodingKey>: CSVKeyedReading {
    let context: CSVDecodingContext

    @inline(__always)
    func find(_ key: some CodingKey) -> Int? { context.column(of: key) }

    @inline(__always)
    func isEmpty(_ column: Int) -> Bool { context.isEmpty(column) }

    @inline(__always)
    func isAbsent(_ column: Int) -> Bool { context.isAbsent(column) }

    @inline(__always)
    func scalar<T>(_ type: T.Type, _ column: Int) -> T? { context.scalar(type, column) }
}

/// The same, in a container that is given out again for the next row.
///
/// The standard library makes a container by looking up generic types and allocating a box, and copies what is in the box for each call,
/// which would count a reference to the context each time: see `KeyedContainers` of MimeographTree.
@safe
struct CSVKeptDecoding<Key: CodingKey>: CSVKeyedReading {
    private let kept: Unmanaged<CSVDecodingContext>

    init(context: CSVDecodingContext) {
        // SAFETY: the context lives as long as what is in its container; see ``CSVDecodingContext/endRow()``.
        unsafe kept = .passUnretained(context)
    }

    var context: CSVDecodingContext { unsafe kept.takeUnretainedValue() }

    @inline(__always)
    private func with<Result>(_ body: (CSVDecodingContext) throws -> Result) rethrows -> Result {
        try unsafe kept._withUnsafeGuaranteedRef { try body($0) }
    }

    @inline(__always)
    func find(_ key: some CodingKey) -> Int? { with { $0.column(of: key) } }

    @inline(__always)
    func isEmpty(_ column: Int) -> Bool { with { $0.isEmpty(column) } }

    @inline(__always)
    func isAbsent(_ column: Int) -> Bool { with { $0.isAbsent(column) } }

    @inline(__always)
    func scalar<T>(_ type: T.Type, _ column: Int) -> T? { with { $0.scalar(type, column) } }
}

/// What both do with these.
protocol CSVKeyedReading: KeyedDecodingContainerProtocol {
    var context: CSVDecodingContext { get }

    /// The column of a key; nil where it has none.
    func find(_ key: some CodingKey) -> Int?
    /// Whether a field is nil for a type that is no text.
    func isEmpty(_ column: Int) -> Bool
    /// Whether a field is nil for a text.
    func isAbsent(_ column: Int) -> Bool
    func scalar<T>(_ type: T.Type, _ column: Int) -> T?
}

extension CSVKeyedReading {
    var codingPath: [any CodingKey] { context.codingPath }
    var allKeys: [Key] { context.keys() }

    @inline(__always)
    private func required(_ key: Key) throws -> Int {
        if let column = find(key) { return column }
        throw missing(key)
    }

    @inline(never)
    private func missing(_ key: Key) -> any Error {
        context.failure(-1, codingPath, "The key \"\(key.shown)\" is missing.") { .keyNotFound(key, $0) }
    }

    func contains(_ key: Key) -> Bool { find(key) != nil }

    func decodeNil(forKey key: Key) throws -> Bool { isAbsent(try required(key)) }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try context.value(type, required(key), key)
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard let column = find(key), !context.isNil(column, for: type) else { return nil }
        return try context.value(type, column, key)
    }

    private func decoder(_ key: any CodingKey, _ column: Int) -> CSVFieldDecoder {
        CSVFieldDecoder(context: context, column: column, key: key)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder(key, required(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key, required(key)).unkeyedContainer()
    }

    /// A superclass has its properties in the same row.
    func superDecoder() throws -> any Decoder { CSVRowDecoder(context: context) }

    func superDecoder(forKey key: Key) throws -> any Decoder { decoder(key, try required(key)) }
}

// Each scalar type by name: a generic method would be one unspecialized function for all, because the compiler does not specialize it while
// `Key` is open. The standard library's defaults for the second kind would look a key up three times.

extension CSVKeyedReading {
    @inline(__always)
    private func required<T>(_ type: T.Type, _ key: Key) throws -> T {
        let column = try required(key)
        if let value = scalar(type, column) { return value }
        throw unreadable(type, column, key)
    }

    @inline(never)
    private func unreadable(_ type: any Any.Type, _ column: Int, _ key: Key) -> any Error {
        context.scalarFailure(type, column, key)
    }

    @inline(__always)
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try required(type, key) }
    @inline(__always)
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try required(type, key) }
    @inline(__always)
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try required(type, key) }
    @inline(__always)
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try required(type, key) }
    @inline(__always)
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try required(type, key) }
    @inline(__always)
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try required(type, key) }
    @inline(__always)
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try required(type, key) }
    @inline(__always)
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try required(type, key) }
    @inline(__always)
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try required(type, key) }
    @inline(__always)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try required(type, key) }
    @inline(__always)
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try required(type, key) }
    @inline(__always)
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try required(type, key) }
    @inline(__always)
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try required(type, key) }
    @inline(__always)
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try required(type, key) }
    @inline(__always)
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try required(type, key) }
    @inline(__always)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try required(type, key) }
}

extension CSVKeyedReading {
    @inline(__always)
    private func optional<T>(_ type: T.Type, _ key: Key) throws -> T? {
        guard let column = find(key) else { return nil }
        if T.self == String.self ? isAbsent(column) : isEmpty(column) { return nil }
        if let value = scalar(type, column) { return value }
        throw unreadable(type, column, key)
    }

    @inline(__always)
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try optional(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try optional(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try optional(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try optional(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try optional(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try optional(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try optional(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try optional(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try optional(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try optional(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try optional(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try optional(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try optional(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try optional(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try optional(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try optional(type, key) }
}
