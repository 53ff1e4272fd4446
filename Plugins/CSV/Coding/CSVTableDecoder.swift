import Mimeograph
import MimeographTree

/// A decoder of a whole table, for types that are not arrays: they decode an array, or one row after the other.
struct CSVTableDecoder: Decoder, SingleValueDecodingContainer {
    /// The state that the decoders of one table share.
    final class Table {
        let text: [UInt8]
        let mediaType: MediaType?
        let format: CSVFormat
        let limits: DecodingLimits
        /// The error in the rows, which says more than the type's own error.
        var failure: SerializationError?
        var lastFailure: CodingFailure<Int>?

        init(_ text: [UInt8], _ mediaType: MediaType?, _ format: CSVFormat, _ limits: DecodingLimits) {
            self.text = text
            // The text is in UTF-8 by now.
            self.mediaType = CSVRowRules.saysHeader(mediaType) ? nil : "text/csv;header=absent"
            self.format = format
            self.limits = limits
        }

        func decode<V: Decodable>(_ type: V.Type) throws -> V {
            let text = text
            do throws(SerializationError) {
                return try format.decode(type, from: text, as: mediaType, limits: limits)
            } catch {
                failure = error
                throw error
            }
        }

        func mismatch(_ type: any Any.Type, _ description: String) -> any Error {
            lastFailure = CodingFailure(description, at: 0)
            return DecodingError.typeMismatch(
                type,
                DecodingError.Context(codingPath: [], debugDescription: description)
            )
        }
    }

    let table: Table

    /// Decodes a type by its own `init(from:)`.
    static func decode<V: Decodable>(
        _ type: V.Type,
        from text: Span<UInt8>,
        as mediaType: MediaType?,
        by format: CSVFormat,
        limits: DecodingLimits
    ) throws(SerializationError) -> V {
        let table = Table(Array(text), mediaType, format, limits)
        do {
            return try type.init(from: CSVTableDecoder(table: table))
        } catch {
            if let failure = table.failure { throw failure }
            throw TreeFormat.csv.errors.decoding(error, of: type, table.lastFailure).error
        }
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { table.format.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw table.mismatch([String: Any].self, "Expected an object but found rows; decode an array of it.")
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        CSVTableElements(table: table, count: try table.decode([CSVAnyRow].self).count)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if CodingScalar.isSingle(type) {
            throw table.mismatch(type, "Expected \(type) but found rows; decode an array of it.")
        }
        return try table.decode(type)
    }
}

/// A row of which only the existence matters.
private struct CSVAnyRow: Decodable {
    /// A stored property: an empty type counts as an enumeration, and a long text is not compared with its cases.
    private let room = 0

    init(from decoder: any Decoder) {}
}

/// The rows of a table, one after the other.
private struct CSVTableElements: UnkeyedDecodingContainer {
    let table: CSVTableDecoder.Table
    private let rows: Int
    /// The rows as the type that was requested first.
    private var decoded: [Any]?
    private(set) var currentIndex = 0

    init(table: CSVTableDecoder.Table, count: Int) {
        self.table = table
        rows = count
    }

    var codingPath: [any CodingKey] { [] }
    var count: Int? { decoded?.count ?? rows }
    var isAtEnd: Bool { currentIndex >= decoded?.count ?? rows }

    mutating func decodeNil() throws -> Bool { false }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let decoded = try self.decoded ?? table.decode([T].self)
        self.decoded = decoded
        guard currentIndex < decoded.count, let row = decoded[currentIndex] as? T else {
            throw table.mismatch(type, "Expected \(type) but there are no more rows, or rows of another type.")
        }
        currentIndex += 1
        return row
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        throw table.mismatch(
            [String: Any].self,
            "Rows are decoded as values, and have no containers of their own here."
        )
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw table.mismatch([Any].self, "Rows are decoded as values, and have no containers of their own here.")
    }

    mutating func superDecoder() throws -> any Decoder {
        throw table.mismatch((any Decoder).self, "Rows are decoded as values, and have no decoders of their own here.")
    }
}
