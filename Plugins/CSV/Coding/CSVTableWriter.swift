import Mimeograph
import MimeographTree

/// A writer of the rows of one table: the tree's encoder puts each on a tape, and a printer writes it in the order of the
/// columns.
///
/// The keys of the first row become the columns, and the header is written when that row ends. Types write their keys in the same
/// order for each row. So the writer remembers the column of the third key, for example, and looks a key up only if its name
/// differs.
final class CSVTableWriter {
    private let format: CSVFormat
    private var context: TreeEncodingContext
    // SAFETY: one thread uses a writer, and no access spans a call that comes back here; this holds for all such properties.
    @safe @exclusivity(unchecked) private var printer: CSVRowPrinter
    /// The numbers of keys, until the columns are known. A table without names is read by these numbers.
    private var keyNumbers: KeyNumbers?

    /// The columns of the members of the last row, in their order.
    @safe @exclusivity(unchecked) private var predictions: [Int] = []
    private var columns: [ByteEqualString: Int] = [:]
    private var names: [String] = []
    /// Whether the columns are known, from a written row or from the format.
    private var isFixed = false
    /// Whether rows have names; nil before the first.
    private var hasNames: Bool?
    private var count = 0
    /// The index on the tape of the value of each column; -1 for a column that was not written.
    @safe @exclusivity(unchecked) private var values: [Int] = []
    /// The number of the current row; nil if rows are written one by one.
    private var number: Int?
    private var hasWrittenHeader = false
    /// Whether the first row is the header.
    private var hasOwnHeader = false

    init(_ format: CSVFormat) {
        self.format = format
        if format.header == .absent, format.columns == nil { keyNumbers = KeyNumbers() }
        context = TreeEncodingContext(.csv, format.encodingStrategies(noting: keyNumbers))
        printer = CSVRowPrinter(format)
        guard let columns = format.columns else { return }
        names = columns
        for (column, name) in columns.enumerated() { self.columns[ByteEqualString(name)] = column }
        isFixed = true
        count = columns.count
    }

    // MARK: Tables

    /// Writes a value that is a sequence of rows.
    func write<V: Encodable>(table value: V) throws(SerializationError) {
        do {
            try writeRows(value)
            if number == nil { try writeHeader() }
        } catch {
            throw TreeFormat.csv.errors.encoding(error, of: V.self)
        }
    }

    /// Writes one row of a table that is written row by row.
    func write<Row: Encodable>(row value: Row) throws(SerializationError) {
        do {
            try writeRow(value)
        } catch {
            throw TreeFormat.csv.errors.encoding(error, of: Row.self)
        }
    }

    /// Ends a table that was written row by row; returns the header if there was no row.
    func end() throws(SerializationError) -> [UInt8] {
        do {
            try writeHeader()
        } catch {
            throw TreeFormat.csv.errors.encoding(error, of: [String].self)
        }
        return finish()
    }

    /// Returns the bytes written since the last call.
    func finish() -> [UInt8] { printer.finish() }

    fileprivate func writeRows<V: Encodable>(_ value: V) throws {
        if let rows = value as? any CSVEncodableRows { return try rows.writeRows(to: self) }
        // A table is written line by line.
        if let table = value as? CSVTable {
            hasOwnHeader = table.header != nil
            return try ((table.header.map { [$0] } ?? []) + table.rows).writeRows(to: self)
        }
        // A context of its own, because rows may be written with theirs meanwhile.
        let context = TreeEncodingContext(.csv, format.encodingStrategies(noting: keyNumbers))
        var isWritten = false
        try context.encode { encoder in
            let table = CSVTableEncoder(encoder, self)
            try value.encode(to: table)
            isWritten = table.isWritten
        }
        // The view does not keep the context alive.
        if !isWritten { try withExtendedLifetime(context) { try writeRows(ofTape: context.view) } }
    }

    /// Writes the rows of a type that encodes them one after the other.
    private func writeRows(ofTape tape: TapeView) throws {
        let table = tape.word(at: 0)
        guard table.isArray else { throw invalid(nil, "The value is not a sequence of rows; encode an array of it.") }
        var index = 1
        while index < table.offset {
            beginNextRow()
            // A type that is not an array must have rows with names: single fields could not be distinguished from a header.
            guard tape.word(at: tape.behindNotes(index)).isObject else {
                throw invalid(nil, "The value writes single fields instead of rows; encode an array of it.")
            }
            try writeRow(tape, at: index)
            index = tape.index(after: index)
        }
    }

    private func beginNextRow() { number = number.map { $0 + 1 } ?? 0 }

    fileprivate func writeNextRow<Row: Encodable>(_ value: Row) throws {
        beginNextRow()
        try writeRow(value)
    }

    private func writeRow<Row: Encodable>(_ value: Row) throws {
        if Row.self == [String].self, let texts = value as? [String] { return try writeRow(texts) }
        if isFixed, keyNumbers != nil {
            // The keys are known, and later ones are only looked up.
            keyNumbers = nil
            context = TreeEncodingContext(.csv, format.encodingStrategies(noting: nil))
        }
        context.clear()
        try context.encode(value, number: number)
        try writeRow(context.view, at: 0)
    }

    // MARK: Rows

    private func writeRow(_ texts: [String]) throws {
        try beginRow(hasNames: false, count: texts.count)
        let isAlone = isFixed && count == 1
        try printing { () throws(CSVRowPrinter.Failure) in
            try printer.write(texts, isAlone: isAlone)
        } key: { _ in
            nil
        }
    }

    private func writeRow(_ tape: TapeView, at index: Int) throws {
        let row = tape.behindNotes(index)
        let word = tape.word(at: row)
        let isAlone = isFixed && count == 1
        if word.isObject {
            try find(tape, membersAt: row, isDictionary: row > index)
        } else {
            values.removeAll(keepingCapacity: true)
            var next = word.isArray ? row + 1 : row
            let end = word.isArray ? word.offset : row + 1
            while next < end {
                values.append(next)
                next = tape.index(after: next)
            }
            try beginRow(hasNames: false, count: values.count)
        }
        try printing { () throws(CSVRowPrinter.Failure) in
            try printer.write(tape, values, isAlone: isAlone)
        } key: { column in
            if word.isObject { return PlainCodingKey(names[column]) }
            return word.isArray ? PlainCodingKey(index: column) : nil
        }
    }

    /// Finds the columns of the members of a row.
    private func find(_ tape: TapeView, membersAt row: Int, isDictionary: Bool) throws {
        values.removeAll(keepingCapacity: true)
        values.append(contentsOf: repeatElement(-1, count: isFixed ? count : 0))
        var next = row + 1
        var written = 0
        let end = tape.word(at: row).offset
        while next < end {
            let column = try column(ofNameAt: next, tape, written)
            // There can also be more columns than values, if earlier rows failed.
            while column >= values.count { values.append(-1) }
            if values[column] >= 0 { throw invalid(nil, "Two keys of the row have the same column.") }
            values[column] = next + 1
            written += 1
            next = tape.index(after: next + 1)
        }
        if hasNames == nil, written > 0 { hasNames = true }
        if hasNames == nil { throw invalid(nil, "A row has one field at least.") }
        if isDictionary, written < values.count {
            throw invalid(nil, "The dictionary has \(written) keys, and the table has \(values.count) columns.")
        }
        if isDictionary, format.header == .absent, format.columns == nil {
            throw invalid(
                nil,
                "A dictionary needs names for its columns; set CSVFormat.columns, or another CSVFormat.header."
            )
        }
        try fixColumns(values.count)
    }

    /// Begins a row by position.
    private func beginRow(hasNames wanted: Bool, count found: Int) throws {
        if hasNames == nil { hasNames = wanted }
        if hasNames == true { throw invalid(nil, "The rows before are written by names, and this one by position.") }
        if found == 0 { throw invalid(nil, "A row has one field at least.") }
        if isFixed, found > count {
            throw invalid(nil, "The row has more than \(count) fields, and there are as many columns.")
        }
        if isFixed, found < count {
            throw invalid(nil, "The row has \(found) fields, and there are \(count) columns.")
        }
        try fixColumns(found)
    }

    /// Fixes the number of columns at the first row, and writes the header unless it is written.
    private func fixColumns(_ found: Int) throws {
        if !isFixed {
            isFixed = true
            count = found
        }
        try writeHeader()
    }

    /// Calls `print`; if the printer rejects a field, throws an error about the key of its column.
    private func printing(
        _ print: () throws(CSVRowPrinter.Failure) -> Void,
        key: (_ column: Int) -> (any CodingKey)?
    ) throws {
        do throws(CSVRowPrinter.Failure) { try print() } catch {
            throw invalid(key(error.column), error.refusal.description)
        }
    }

    /// Writes the header once, if there is one.
    private func writeHeader() throws {
        if hasWrittenHeader { return }
        hasWrittenHeader = true
        if format.header == .present, hasNames == false, names.isEmpty, !hasOwnHeader {
            throw invalid(
                nil,
                "The rows have no names for the header; set CSVFormat.columns, or another CSVFormat.header."
            )
        }
        if format.header == .absent || names.isEmpty { return }
        try printing { () throws(CSVRowPrinter.Failure) in
            try printer.write(names, isAlone: names.count == 1)
        } key: { _ in
            nil
        }
    }

    // MARK: Columns

    /// Returns the column of a member's name, which has `index` members before it; in the first row, a new column.
    private func column(ofNameAt name: Int, _ tape: TapeView, _ index: Int) throws -> Int {
        if index < predictions.count, tape.hasName(names[predictions[index]], at: name) { return predictions[index] }
        let text = tape.utf8String(of: tape.word(at: name))
        let column = try column(named: text)
        if let number = keyNumbers?.number(of: text), number != column {
            throw invalid(PlainCodingKey(text), "The key has the number \(number), and its column would be \(column).")
        }
        if index < predictions.count {
            predictions[index] = column
        } else if index == predictions.count, index < 4096 {
            predictions.append(column)
        }
        return column
    }

    private func column(named name: String) throws -> Int {
        let key = PlainCodingKey(name)
        if hasNames == false { throw invalid(key, "The rows before are written by position, and this one by names.") }
        if let column = columns[ByteEqualString(name)] { return column }
        if isFixed { throw invalid(key, "There is no column of that name: the header has the keys of the first row.") }
        if name.isEmpty { throw invalid(key, "A column needs a name.") }
        columns[ByteEqualString(name)] = names.count
        names.append(name)
        return names.count - 1
    }

    // MARK: Errors

    /// Returns the error about a field, or about the row if there is no key.
    fileprivate func invalid(_ key: (any CodingKey)?, _ description: String) -> EncodingError {
        let row: [any CodingKey] = number.map { [PlainCodingKey(index: $0)] } ?? []
        let path = row + (key.map { [$0] } ?? [])
        return .invalidValue(count, EncodingError.Context(codingPath: path, debugDescription: description))
    }
}

extension TapeView {
    /// Returns the index of a value after the encoder's notes about it.
    fileprivate func behindNotes(_ index: Int) -> Int {
        var index = index
        while has(.extended, at: index) { index += 2 }
        return index
    }

    /// Whether the text at an index is a name.
    @inline(__always)
    fileprivate func hasName(_ name: String, at index: Int) -> Bool {
        // SAFETY: the buffer of the name is only read, during the call.
        unsafe name.utf8.withContiguousStorageIfAvailable { unsafe hasName($0, at: index) } ?? false
    }
}

/// An encoder of a whole table, for types that are not arrays: they encode rows one after the other, or an array.
private final class CSVTableEncoder: Encoder, SingleValueEncodingContainer {
    private let encoder: any Encoder
    private let writer: CSVTableWriter
    /// Whether an array was written, and nothing is on the tape.
    private(set) var isWritten = false

    init(_ encoder: any Encoder, _ writer: CSVTableWriter) {
        self.encoder = encoder
        self.writer = writer
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { encoder.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        encoder.container(keyedBy: type)
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() throws { throw writer.invalid(nil, "The value is nil, not a sequence of rows.") }

    func encode<T: Encodable>(_ value: T) throws {
        if CodingScalar.isSingle(T.self) {
            throw writer.invalid(nil, "The value is not a sequence of rows; encode an array of it.")
        }
        isWritten = true
        try writer.writeRows(value)
    }
}

/// A sequence whose elements are rows.
private protocol CSVEncodableRows {
    func writeRows(to writer: CSVTableWriter) throws
}

extension CSVEncodableRows where Self: Sequence, Element: Encodable {
    fileprivate func writeRows(to writer: CSVTableWriter) throws {
        for row in self { try writer.writeNextRow(row) }
    }
}

extension Array: CSVEncodableRows where Element: Encodable {}
extension ContiguousArray: CSVEncodableRows where Element: Encodable {}
extension Set: CSVEncodableRows where Element: Encodable {}
