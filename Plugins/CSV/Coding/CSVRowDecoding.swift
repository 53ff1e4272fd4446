import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A decoder of the rows of one body, one after the other: each row is put on a tape, for the tree's decoder.
///
/// If a type keeps its decoder or a container beyond its `init(from:)`, these keep the context and the tape, which then contains
/// no row. The next rows get a new context and tape.
struct CSVRowDecoding {
    private let format: CSVFormat
    /// Whether the rows are elements of the value that is decoded.
    private let isWhole: Bool
    private var tape: CSVRowTape?
    private var context: TreeDecodingContext?
    /// The number of the decoded row, counted from 0.
    private var number = -1

    init(_ format: CSVFormat, isWhole: Bool) {
        self.format = format
        self.isWhole = isWhole
    }

    /// Decodes a row, which is valid during the call.
    mutating func decode<Row: Decodable>(
        _ type: Row.Type,
        _ row: CSVRow,
        _ reader: CSVRowReader
    ) throws(SerializationError) -> Row {
        number &+= 1
        if type == [String].self { return reinterpret(row.texts, as: type) }
        if type == [String: String].self, let names = reader.names {
            return reinterpret(row.texts(by: names), as: type)
        }
        if tape == nil { begin(reader.names, count: row.count) }
        let value = try decodeNext(type, row, reader)
        if !isKnownUniquelyReferenced(&context) { follow() }
        return value
    }

    @inline(__always)
    private func decodeNext<Row: Decodable>(
        _ type: Row.Type,
        _ row: CSVRow,
        _ reader: CSVRowReader
    ) throws(SerializationError) -> Row {
        guard let tape, let context else { throw .tooLargeField }
        let view = try tape.fill(with: row, reader)
        do {
            return try context.row(type, view, number: isWhole ? number : nil)
        } catch {
            throw report(error, of: type, row, reader)
        }
    }

    private mutating func begin(_ names: [String]?, count: Int) {
        let tape = CSVRowTape(names, count: count, emptyFieldIsNil: format.emptyFieldIsNil)
        let columns = RowColumns(count: count, names: names?.map(format.key(of:)), missingNames: .noNames)
        context = TreeDecodingContext(columns, of: .csv, format.decodingStrategies, in: tape)
        self.tape = tape
    }

    /// Continues with another context and tape.
    private mutating func follow() {
        guard let tape, let context else { return }
        let other = CSVRowTape(of: tape)
        self.context = context.following(in: other)
        self.tape = other
    }

    private func report(_ error: any Error, of type: any Any.Type, _ row: CSVRow, _ reader: CSVRowReader)
        -> SerializationError
    {
        guard let context else { return .tooLargeField }
        var (report, column) = context.report(error, ofRow: type)
        if report.location == nil {
            let offset = column.map { $0 < row.count ? row[$0].start : 0 } ?? 0
            report.location = reader.location(of: offset, in: row)
        }
        return report
    }

    /// Whether a type reads rows by the names of their columns, so that the first line is a header, and not by position.
    ///
    /// Only the type's `init(from:)` knows. It runs here without the fields of the row, and the resulting value is discarded.
    static func wantsNames<Row: Decodable>(_ type: Row.Type, in row: CSVRow, _ format: CSVFormat) -> Bool {
        let isNil = row.count == 1 && row[0].isAbsent && format.emptyFieldIsNil
        let probe = CSVRowProbe(isNil: isNil, userInfo: format.userInfo)
        _ = try? probe.decode(type)
        return probe.wantsNames ?? true
    }
}

/// A decoder that learns from a type's first request whether it reads rows by names.
private final class CSVRowProbe: Decoder, SingleValueDecodingContainer {
    private struct Answer: Error {}

    private let isNil: Bool
    let userInfo: [CodingUserInfoKey: Any]
    private(set) var wantsNames: Bool?

    init(isNil: Bool, userInfo: [CodingUserInfoKey: Any]) {
        self.isNil = isNil
        self.userInfo = userInfo
    }

    private func answer(_ wantsNames: Bool) -> any Error {
        if self.wantsNames == nil { self.wantsNames = wantsNames }
        return Answer()
    }

    var codingPath: [any CodingKey] { [] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> { throw answer(true) }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw answer(false) }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool {
        if isNil { _ = answer(false) }
        return isNil
    }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if CodingScalar.isSingle(type) { throw answer(false) }
        return try type.init(from: self)
    }
}

extension SerializationError {
    /// The error for a row that is read by names if there are none.
    static let noNames = SerializationError(
        .dataShape,
        "The columns have no names, because the table has no header.",
        remedy: "Set CSVFormat.columns to their names, or read rows by position: [[String]]."
    )

    /// The error for a field that is too large for a word of a tape.
    static let tooLargeField = SerializationError(
        .limitExceeded,
        "A row holds a field of 2^28 bytes or more, or is too large as a whole to be read at once.",
        remedy: "Ask the sender to split it."
    )
}
