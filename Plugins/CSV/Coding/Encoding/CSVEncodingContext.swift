import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the encoders and containers of one table share: what was written, the columns, and the row that is written.
///
/// The keys of the first row become the columns; see ``CSVDecodingContext`` for how the column of a key is found. The header is written when
/// the first row ends.
final class CSVEncodingContext {
    let format: CSVFormat
    private var bytes = ByteBuffer(capacity: 1024)
    private var row: CSVRowBuffer

    private struct Prediction {
        let bits: SIMD2<UInt64>
        let column: Int
        let text: String
    }

    private var predictions: [Prediction] = []
    private var next = 0
    private var columns: [ByteEqualString: Int] = [:]
    private var names: [String] = []
    /// Whether the columns are known, because a row was written, or the format says them.
    private var isFixed = false
    /// Whether rows have names; nil before the first.
    private var hasNames: Bool?
    private var count = 0
    private var position = 0
    /// The number of the row that is written; -1 where rows come one by one.
    private var number = -1
    private var isWritten = false
    /// Whether the first of the rows is the header.
    private var hasOwnHeader = false
    private var isField = false
    /// What could not be thrown where it was found.
    private var refusal: (any Error)?
    /// The type that writes the row, and whether it is a dictionary with names for its keys.
    private var rowType = ObjectIdentifier(Never.self)
    private var isDictionary = false

    init(_ format: CSVFormat) {
        self.format = format
        row = CSVRowBuffer(format)
        guard let columns = format.columns else { return }
        names = columns
        for (column, name) in columns.enumerated() { self.columns[ByteEqualString(name)] = column }
        isFixed = true
        count = columns.count
    }

    var userInfo: [CodingUserInfoKey: Any] { format.userInfo }
    var codingPath: [any CodingKey] { number < 0 ? [] : [PlainCodingKey(index: number)] }

    func path(_ key: (any CodingKey)?) -> [any CodingKey] { codingPath + (key.map { [$0] } ?? []) }

    // MARK: Tables

    /// Encodes a value that is a sequence of rows.
    func encode<V: Encodable>(table value: V) throws(SerializationError) {
        do {
            try encodeRows(value)
            if number < 0 { try writeHeader() }
        } catch {
            throw CodingErrorFormatter.csv.encoding(error, of: V.self)
        }
    }

    func encodeRows<V: Encodable>(_ value: V) throws {
        if let rows = value as? any CSVEncodableRows { return try rows.encodeRows(to: self) }
        // A table is its lines.
        if let table = value as? CSVTable {
            hasOwnHeader = table.header != nil
            return try ((table.header.map { [$0] } ?? []) + table.rows).encodeRows(to: self)
        }
        try value.encode(to: CSVTableEncoder(context: self))
        if let refusal { throw refusal }
    }

    /// Encodes one row of a table that is written row by row.
    func encode<Row: Encodable>(row value: Row) throws(SerializationError) {
        do {
            try encodeRow(value)
        } catch {
            throw CodingErrorFormatter.csv.encoding(error, of: Row.self)
        }
    }

    /// Ends a table that was written row by row; gives the header where there was no row.
    func end() throws(SerializationError) -> [UInt8] {
        do {
            try writeHeader()
        } catch {
            throw CodingErrorFormatter.csv.encoding(error, of: [String].self)
        }
        return finish()
    }

    /// The bytes that were written and not given out.
    func finish() -> [UInt8] { bytes.finish() }

    func encodeNextRow<Row: Encodable>(_ value: Row) throws {
        number += 1
        try encodeRow(value)
    }

    private func encodeRow<Row: Encodable>(_ value: Row) throws {
        row.begin(columns: isFixed ? count : 0)
        next = 0
        position = 0
        note(rowType: Row.self)
        if isDictionary, let members = value as? any CSVEncodableMembers {
            try members.encodeMembers(to: self)
        } else if Row.self == [String].self, let texts = value as? [String] {
            for text in texts { try encode(text, at: element()) }
        } else {
            try CSVRowEncoder(context: self).encode(value)
        }
        if let refusal { throw refusal }
        try endRow()
    }

    /// Notes the type that writes a row.
    func note(rowType type: any Any.Type) {
        if ObjectIdentifier(type) == rowType { return }
        rowType = ObjectIdentifier(type)
        isDictionary = (type as? any CSVDictionary.Type)?.hasNames ?? false
    }

    private func endRow() throws {
        guard let hasNames else { throw invalid(nil, "A row has one field at least.") }
        if hasNames ? row.count == 0 : position == 0 { throw invalid(nil, "A row has one field at least.") }
        if hasNames { try checkColumns() }
        if !hasNames, isFixed, position != count {
            throw invalid(nil, "The row has \(position) fields, and there are \(count) columns.")
        }
        if !isFixed {
            isFixed = true
            count = row.count
        }
        try writeHeader()
        row.write(to: &bytes)
    }

    /// Throws if a column was written twice, or if a dictionary would be read back with other keys.
    private func checkColumns() throws {
        let written = row.writtenCount
        if written < next { throw invalid(nil, "Two keys of the row have one column.") }
        guard isDictionary else { return }
        if written < row.count {
            throw invalid(nil, "The dictionary has \(written) keys, and the table has \(row.count) columns.")
        }
        if format.header == .absent, format.columns == nil {
            throw invalid(
                nil,
                "A dictionary needs names for its columns; set CSVFormat.columns, or another CSVFormat.header."
            )
        }
    }

    /// Writes the header, once, where there is one.
    private func writeHeader() throws {
        if isWritten { return }
        isWritten = true
        if format.header == .present, hasNames == false, names.isEmpty, !hasOwnHeader {
            throw invalid(
                nil,
                "The rows have no names for the header; set CSVFormat.columns, or another CSVFormat.header."
            )
        }
        if format.header == .absent || names.isEmpty { return }
        var header = CSVRowBuffer(format)
        header.begin(columns: names.count)
        for (column, name) in names.enumerated() {
            do throws(CSVRowBuffer.Refusal) {
                try header.set(column, name, marksEmpty: names.count == 1)
            } catch {
                throw invalid(nil, error.description)
            }
        }
        header.write(to: &bytes)
    }

    // MARK: Columns

    /// The column of a key.
    func column(of key: some CodingKey) throws -> Int {
        let text = key.stringValue
        // SAFETY: a string is two words. Where they are those of another string, which is kept, it is the same text.
        let bits = unsafe unsafeBitCast(text, to: SIMD2<UInt64>.self)
        let index = next
        next = index &+ 1
        if index < predictions.count, predictions[index].bits == bits { return predictions[index].column }
        let name: String =
            switch format.keyEncoding {
            case .useDefaultKeys: text
            case .convertToSnakeCase: SnakeCase.snakeCase(text)
            case .custom(let convert): convert(text)
            }
        let column = try column(named: name, key)
        // A table without names is read by the number of a key.
        if format.header == .absent, format.columns == nil, let number = key.intValue, number != column {
            throw invalid(key, "The key has the number \(number), and its column would be \(column).")
        }
        let prediction = Prediction(bits: bits, column: column, text: text)
        if index < predictions.count {
            predictions[index] = prediction
        } else if index == predictions.count, index < 4096 {
            predictions.append(prediction)
        }
        return column
    }

    /// The column of a name; a new one in the first row.
    func column(named name: String, _ key: some CodingKey) throws -> Int {
        if hasNames == nil { hasNames = true }
        if hasNames == false { throw invalid(key, "The rows before are written by position, and this one by names.") }
        if let column = columns[ByteEqualString(name)] { return column }
        if isFixed { throw invalid(key, "There is no column of that name: the header has the keys of the first row.") }
        if name.isEmpty { throw invalid(key, "A column needs a name.") }
        columns[ByteEqualString(name)] = names.count
        names.append(name)
        row.addColumn()
        return names.count - 1
    }

    /// The next column of a row by position.
    func element() throws -> Int {
        if hasNames == nil { hasNames = false }
        if hasNames == true { throw invalid(nil, "The rows before are written by names, and this one by position.") }
        let column = position
        position += 1
        if column < row.count { return column }
        if isFixed { throw invalid(nil, "The row has more than \(count) fields, and there are as many columns.") }
        row.addColumn()
        return column
    }

    /// Whether rows are written by position.
    var isPositional: Bool { hasNames == false }

    /// The number of fields that a row by position has so far.
    var elementCount: Int { position }

    // MARK: Fields

    /// Encodes a text.
    ///
    /// - Parameter marksEmpty: Whether nil could have stood there.
    func encode(_ text: String, at column: Int, _ key: (any CodingKey)? = nil, marksEmpty: Bool = false) throws {
        let isAlone = isFixed && count == 1
        let marksEmpty = marksEmpty && format.emptyFieldIsNil || isAlone
        try setField(key) { row throws(CSVRowBuffer.Refusal) in try row.set(column, text, marksEmpty: marksEmpty) }
    }

    /// Writes a field; what the row refuses is an error about its key.
    @inline(__always)
    private func setField(
        _ key: (any CodingKey)?,
        _ set: (inout CSVRowBuffer) throws(CSVRowBuffer.Refusal) -> Void
    ) throws {
        isField = true
        do throws(CSVRowBuffer.Refusal) {
            try set(&row)
        } catch {
            throw invalid(key, error.description)
        }
    }

    func encodeNil(at column: Int) {
        isField = true
        row.clear(column)
    }

    @inline(__always)
    func encode<I: FixedWidthInteger>(integer value: I, at column: Int, _ key: (any CodingKey)?) throws {
        try setField(key) { row throws(CSVRowBuffer.Refusal) in try row.set(column, integer: value) }
    }

    func encode(plain text: String, at column: Int, _ key: (any CodingKey)?) throws {
        try setField(key) { row throws(CSVRowBuffer.Refusal) in try row.set(column, plain: text) }
    }

    /// Encodes a number with a fraction. Of what is not a number there is one, whatever its sign is.
    @inline(__always)
    func encode(
        real value: some BinaryFloatingPoint & CustomStringConvertible,
        at column: Int,
        _ key: (any CodingKey)?
    ) throws {
        try encode(plain: value.isNaN ? "nan" : value.description, at: column, key)
    }

    /// Encodes a string, number or boolean; false where the value is none.
    @inline(__always)
    func encode<T>(scalar value: T, at column: Int, _ key: (any CodingKey)?, marksEmpty: Bool) throws -> Bool {
        if T.self == String.self {
            try encode(reinterpret(value, as: String.self), at: column, key, marksEmpty: marksEmpty)
            return true
        }
        if T.self == Int.self {
            try encode(integer: reinterpret(value, as: Int.self), at: column, key)
            return true
        }
        if T.self == Bool.self {
            try encode(plain: reinterpret(value, as: Bool.self) ? "true" : "false", at: column, key)
            return true
        }
        if let value = value as? any BinaryFloatingPoint & CustomStringConvertible {
            try encode(real: value, at: column, key)
            return true
        }
        if let value = value as? any FixedWidthInteger {
            try encode(integer: value, at: column, key)
            return true
        }
        return false
    }

    /// Encodes a value of any type that is one field.
    func encode<T: Encodable>(
        _ value: T,
        at column: Int,
        _ key: (any CodingKey)?,
        marksEmpty: Bool = false
    ) throws {
        if CodingScalar.includes(T.self), try encode(scalar: value, at: column, key, marksEmpty: marksEmpty) { return }
        let encoder = CSVFieldEncoder(context: self, column: column, key: key)
        isField = false
        switch value {
        case let date as Date: try encode(date, at: column, encoder)
        case let data as Data:
            if case .custom(let write) = format.dataEncoding {
                try write(data, encoder)
            } else if data.isEmpty {
                // Quotes tell no bytes from nil.
                try encode("", at: column, key, marksEmpty: true)
            } else {
                try encode(plain: data.base64EncodedString(), at: column, key)
            }
        case let url as URL: try encode(url.absoluteString, at: column, key)
        case let decimal as Decimal:
            if !decimal.isFinite { throw invalid(key, "The Decimal is not a number.") }
            try encode(plain: "\(decimal)", at: column, key)
        default: try value.encode(to: encoder)
        }
        if let refusal { throw refusal }
        if !isField { row.clear(column) }
    }

    private func encode(_ date: Date, at column: Int, _ encoder: CSVFieldEncoder) throws {
        if Date(decodedSince2001: date.timeIntervalSinceReferenceDate) == nil {
            throw invalid(encoder.key, "The date is too far away, or not a point in time.")
        }
        switch format.dateEncoding {
        case .deferredToDate: try encode(real: date.timeIntervalSinceReferenceDate, at: column, encoder.key)
        case .secondsSince1970: try encode(real: date.timeIntervalSince1970, at: column, encoder.key)
        case .millisecondsSince1970: try encode(real: date.timeIntervalSince1970 * 1_000, at: column, encoder.key)
        case .iso8601:
            guard let text = InternetTimestamp.text(secondsSince1970: date.timeIntervalSince1970) else {
                throw invalid(encoder.key, "The date has a year that RFC 3339 cannot write.")
            }
            try encode(plain: text, at: column, encoder.key)
        case .custom(let write): try write(date, encoder)
        }
    }

    // MARK: Errors

    /// The error about a field, or the row where there is no key.
    func invalid(_ key: (any CodingKey)?, _ description: String) -> EncodingError {
        .invalidValue(count, EncodingError.Context(codingPath: path(key), debugDescription: description))
    }

    /// Remembers what is wrong, where nothing can be thrown.
    func refuse(_ key: (any CodingKey)?, _ description: String) {
        if refusal == nil { refusal = invalid(key, description) }
    }
}

/// A sequence whose elements are rows.
protocol CSVEncodableRows {
    func encodeRows(to context: CSVEncodingContext) throws
}

extension CSVEncodableRows where Self: Sequence, Element: Encodable {
    func encodeRows(to context: CSVEncodingContext) throws {
        for row in self { try context.encodeNextRow(row) }
    }
}

extension Array: CSVEncodableRows where Element: Encodable {}
extension ContiguousArray: CSVEncodableRows where Element: Encodable {}
extension Set: CSVEncodableRows where Element: Encodable {}

/// A row that is a dictionary: its columns come in the order of their names, so that the same rows give the same bytes.
protocol CSVEncodableMembers {
    func encodeMembers(to context: CSVEncodingContext) throws
}

extension Dictionary: CSVEncodableMembers where Key == String, Value: Encodable {
    func encodeMembers(to context: CSVEncodingContext) throws {
        for (name, value) in sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            let key = PlainCodingKey(name)
            try context.encode(value, at: context.column(named: name, key), key)
        }
    }
}

/// A row that is a dictionary: it has each column as a member, so that all rows need the same keys.
protocol CSVDictionary {
    /// Whether it asks for its keys by their names. Those with keys of other types are read by position.
    static var hasNames: Bool { get }
    /// Whether the names of its keys are data, which no strategy changes.
    static var keepsNames: Bool { get }
}

extension Dictionary: CSVDictionary {
    static var hasNames: Bool { keepsNames || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type }
    static var keepsNames: Bool { Key.self == String.self }
}
