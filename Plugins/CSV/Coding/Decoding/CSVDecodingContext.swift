import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the decoders and containers of all rows of one body share: the row that is decoded, and where the columns are.
///
/// Types ask for their keys in the same order for each row. So the column of the key that comes as the third is remembered, with the bytes
/// of the key and the bits of its text, and a key that has the same is not looked up again: see ``column(of:)``.
///
/// If a type keeps its decoder or a container beyond its `init(from:)`, these keep the context, in which there is no row any more. The rows that
/// follow have another context.
///
/// Its state is exempt from the runtime's exclusivity checks, as that of `TreeDecodingContext` is, for the same reason: it is used by one
/// thread, and no access to it spans a call that could come back here.
@safe
final class CSVDecodingContext {
    let format: CSVFormat
    /// Whether the rows are elements of the value that is decoded.
    private let isWhole: Bool
    /// The row that is decoded; nil between rows.
    // SAFETY: see the note on exclusivity above, as for what else is marked so.
    @safe @exclusivity(unchecked) private(set) var row: CSVRow?
    /// The number of the row among those that are decoded, counted from 0.
    @safe @exclusivity(unchecked) private var number = -1
    /// The type of rows that are read by their own `init(from:)`, once there was one.
    @safe @exclusivity(unchecked) private var ownRows = ObjectIdentifier(Never.self)
    /// Whether a type is asked if it wants names.
    @safe @exclusivity(unchecked) private(set) var isProbing = false
    /// Whether the type first asked for a container with names; nil before it asked.
    @safe @exclusivity(unchecked) private var wantedNames: Bool?
    /// What was wrong last, and in which column; errors that are thrown cannot hold that.
    @safe @exclusivity(unchecked) private(set) var lastFailure: CodingFailure<Int>?

    /// A key that was asked for, and its column; -1 where it has none.
    private struct Prediction: BitwiseCopyable {
        /// The bits of the key's text.
        let bits: SIMD2<UInt64>
        /// The bytes of the key itself, and its type; `Never` for a key that is too large for that.
        let key: UInt64
        let keys: ObjectIdentifier
        let column: Int
    }

    @exclusivity(unchecked) private var predictions: UnsafeMutablePointer<Prediction>
    @safe @exclusivity(unchecked) private var predictionCount = 0
    /// The texts of the keys, so that no other text has their bits.
    private var texts: [String] = []
    /// Keys that are remembered at most. Types that ask for more look those up.
    private static var mostPredictions: Int { 1024 }

    /// The container that is given out for each row, for keys of that type, and its box.
    @safe @exclusivity(unchecked) private var kept: AnyObject?
    @safe @exclusivity(unchecked) private var keptKeys = ObjectIdentifier(Never.self)
    @exclusivity(unchecked) private var box: UnsafeMutableRawPointer?

    /// The number of the next key that is asked for.
    @safe @exclusivity(unchecked) private var next = 0
    /// The columns by their names as keys.
    private var columns: [ByteEqualString: Int]?
    /// The names of the columns as keys, in order; nil where the order in which keys are asked for tells the columns.
    private(set) var names: [String]?
    private var hasNames = false

    init(_ format: CSVFormat, isWhole: Bool) {
        self.format = format
        self.isWhole = isWhole
        unsafe predictions = .allocate(capacity: CSVDecodingContext.mostPredictions)
    }

    /// Makes a context for the rows that follow those of another, which is kept by what the type has kept.
    private init(following other: CSVDecodingContext) {
        (format, isWhole) = (other.format, other.isWhole)
        (number, ownRows) = (other.number, other.ownRows)
        (columns, names, hasNames) = (other.columns, other.names, other.hasNames)
        (predictionCount, texts) = (other.predictionCount, other.texts)
        unsafe predictions = other.predictions
        // The other one remembers no key any more, because there is no room, and its next key is not its first.
        unsafe other.predictions = .allocate(capacity: 0)
        (other.predictionCount, other.texts, other.next) = (0, [], 1)
    }

    deinit { unsafe predictions.deallocate() }

    var userInfo: [CodingUserInfoKey: Any] { format.userInfo }

    // MARK: Rows

    /// Decodes a row with a context, which is replaced if the type has kept it.
    @inline(__always)
    static func decode<Row: Decodable>(
        _ type: Row.Type,
        _ row: CSVRow,
        _ reader: CSVRowReader,
        with context: inout CSVDecodingContext
    ) throws(SerializationError) -> Row {
        let value = try context.decode(type, row, reader)
        if !isKnownUniquelyReferenced(&context) { context = CSVDecodingContext(following: context) }
        return value
    }

    /// Decodes a row, which is good during the call.
    @inline(__always)
    private func decode<Row: Decodable>(_ type: Row.Type, _ row: CSVRow, _ reader: CSVRowReader)
        throws(SerializationError)
        -> Row
    {
        if !hasNames { setNames(reader.names) }
        self.row = row
        number &+= 1
        next = 0
        defer { endRow() }
        do {
            // Which kind of row it is, is asked once for all rows.
            if ownRows != ObjectIdentifier(type) {
                if type == [String].self { return reinterpret(row.texts, as: type) }
                if type == [String: String].self { return reinterpret(try texts(row), as: type) }
                if CodingScalar.includes(type) || CSVFieldDecoder.isFoundationScalar(type) {
                    return try CSVRowDecoder(context: self).decode(type)
                }
                ownRows = ObjectIdentifier(type)
                try prepare(for: type)
            }
            return try type.init(from: CSVRowDecoder(context: self))
        } catch {
            throw report(error, of: type, row, reader)
        }
    }

    /// Prepares for rows of a type: a dictionary reads each column as a member, and so needs the names of all.
    func prepare(for type: any Any.Type) throws {
        guard !isProbing, let dictionary = type as? any CSVDictionary.Type, dictionary.hasNames else { return }
        guard let names else { throw noNames() }
        if case .useDefaultKeys = format.keyDecoding { return }
        if dictionary.keepsNames { setColumns(names) { $0 } }
    }

    /// Whether a type reads rows by the names of their columns, so that the first line is a header, and not by position.
    ///
    /// Only its `init(from:)` knows. It reads the row, and what it makes of it is thrown away.
    static func wantsNames<Row: Decodable>(_ type: Row.Type, in row: CSVRow, _ format: CSVFormat) -> Bool {
        let context = CSVDecodingContext(format, isWhole: false)
        context.row = row
        context.isProbing = true
        _ = try? CSVRowDecoder(context: context).decode(type)
        // The row is good during the call only, and the type may have kept the context.
        context.row = nil
        return context.wantedNames ?? true
    }

    /// The error for a type that wants names where it is only asked whether it does.
    func refuseNames() -> SerializationError {
        if wantedNames == nil { wantedNames = true }
        return noNames()
    }

    /// Remembers that a type reads a row by position.
    @inline(__always)
    func notePositions() { if isProbing, wantedNames == nil { wantedNames = false } }

    /// The container that is kept for keys of that type.
    @inline(__always)
    func kept(_ keys: ObjectIdentifier) -> AnyObject? { keys == keptKeys ? kept : nil }

    /// Keeps a container, unless there is one; whether it did.
    @unsafe
    func keep(_ container: AnyObject, box: UnsafeMutableRawPointer, _ keys: ObjectIdentifier) -> Bool {
        if kept != nil { return false }
        kept = container
        keptKeys = keys
        unsafe self.box = box
        return true
    }

    /// Ends the row. A container that the type has kept is given to it, and keeps this context.
    @inline(__always)
    private func endRow() {
        row = nil
        // SAFETY: the box lives as long as the container. The reference is only used to look at the count of the box.
        guard let address = unsafe box else { return }
        let isFree = unsafe withUnsafeMutableBytes(of: &box) { bytes in
            guard let first = bytes.baseAddress else { return false }
            return unsafe isKnownUniquelyReferenced(&first.assumingMemoryBound(to: SomeBox.self).pointee)
        }
        if !isFree { unsafe giveUpContainer(address) }
    }

    @inline(never)
    private func giveUpContainer(_ address: UnsafeMutableRawPointer) {
        // SAFETY: as above.
        let kept = unsafe Unmanaged<SomeBox>.fromOpaque(address).takeUnretainedValue()
        KeptContexts.keep(self, for: [kept])
        self.kept = nil
        keptKeys = ObjectIdentifier(Never.self)
        unsafe box = nil
    }

    /// Sets the names of the columns, which the reader has checked.
    private func setNames(_ names: [String]?) {
        hasNames = true
        guard let names else {
            columns = [:]
            return
        }
        let convert: (String) -> String =
            switch format.keyDecoding {
            case .useDefaultKeys: { $0 }
            case .convertFromSnakeCase: { SnakeCase.camelCase($0) { $0.capitalized } }
            case .custom(let custom): custom
            }
        self.names = names
        setColumns(names, convert)
    }

    private func setColumns(_ names: [String], _ convert: (String) -> String) {
        columns = [:]
        // Where two names become one key, the last counts, as where one name comes twice in an object.
        for (column, name) in names.enumerated() { columns?[ByteEqualString(convert(name))] = column }
    }

    /// The texts of a row by the names of their columns.
    private func texts(_ row: CSVRow) throws -> [String: String] {
        guard let names else { throw noNames() }
        var texts: [String: String] = [:]
        texts.reserveCapacity(min(names.count, 64))
        for column in 0..<min(names.count, row.count) { texts[names[column]] = row.text(of: row[column]) }
        return texts
    }

    // MARK: Columns

    /// The column of a key; nil where it has none.
    @inline(__always)
    func column<Key: CodingKey>(of key: Key) -> Int? {
        let index = next
        next = index &+ 1
        // A key smaller than a reference holds none, so that its bytes and its type are all there is of it.
        guard MemoryLayout<Key>.size < MemoryLayout<AnyObject>.size else {
            return column(of: key, 0, Never.self, at: index)
        }
        let bytes = Self.bytes(of: key)
        // SAFETY: so many predictions were made.
        if index < predictionCount, unsafe predictions[index].key == bytes,
            unsafe predictions[index].keys == ObjectIdentifier(Key.self)
        {
            let column = unsafe predictions[index].column
            return column < 0 ? nil : column
        }
        return column(of: key, bytes, Key.self, at: index)
    }

    /// The bytes of a key that is smaller than a reference.
    @inline(__always)
    private static func bytes<Key: CodingKey>(of key: Key) -> UInt64 {
        // Of most there is one, and to copy that needs no call.
        // SAFETY: so many bytes are there, here and below.
        if MemoryLayout<Key>.size == 1 {
            return UInt64(unsafe unsafeBitCast(key, to: UInt8.self))
        }
        var bytes: UInt64 = 0
        unsafe withUnsafeMutableBytes(of: &bytes) { unsafe $0.storeBytes(of: key, as: Key.self) }
        return bytes
    }

    /// The same by the text of a key.
    @inline(never)
    private func column(of key: some CodingKey, _ bytes: UInt64, _ keys: any Any.Type, at index: Int) -> Int? {
        let text = key.stringValue
        // SAFETY: a string is two words. Where they are those of another string, which is kept, it is the same text.
        let bits = unsafe unsafeBitCast(text, to: SIMD2<UInt64>.self)
        // SAFETY: so many predictions were made.
        if index < predictionCount, unsafe predictions[index].bits == bits {
            let column = unsafe predictions[index].column
            return column < 0 ? nil : column
        }
        return find(text, bits, (bytes, keys), key.intValue, at: index)
    }

    private func find(
        _ text: String,
        _ bits: SIMD2<UInt64>,
        _ key: (bytes: UInt64, type: any Any.Type),
        _ intValue: Int?,
        at index: Int
    ) -> Int? {
        var column = columns?[ByteEqualString(text)]
        if names == nil, column == nil, let row {
            // The order tells it, or a number.
            column = intValue ?? columns?.count ?? 0
            if column.map({ $0 < 0 || $0 >= row.count }) ?? true { column = nil }
            if let column { columns?[ByteEqualString(text)] = column }
        }
        let prediction = Prediction(
            bits: bits,
            key: key.bytes,
            keys: ObjectIdentifier(key.type),
            column: column ?? -1
        )
        // SAFETY: the index is one of a prediction that was made, or of the first of which there is room.
        if index < predictionCount {
            texts[index] = text
            unsafe predictions[index] = prediction
        } else if index == predictionCount, index < CSVDecodingContext.mostPredictions {
            texts.append(text)
            unsafe (predictions + index).initialize(to: prediction)
            predictionCount += 1
        }
        return column
    }

    /// The keys that columns have; none where they have no names.
    func keys<Key: CodingKey>() -> [Key] {
        guard let names else { return [] }
        var keys: [(column: Int, key: Key)] = []
        for (name, column) in columns ?? [:] where column < names.count {
            if let key = Key(stringValue: name.text) { keys.append((column, key)) }
        }
        return keys.sorted { $0.column < $1.column }.map(\.key)
    }

    // MARK: Errors

    var codingPath: [any CodingKey] { isWhole ? [PlainCodingKey(index: max(number, 0))] : [] }

    /// The path to a field; to the row where there is no key.
    func path(_ key: (any CodingKey)?) -> [any CodingKey] { codingPath + (key.map { [$0] } ?? []) }

    /// The error about a column, or the row where that is -1. Its description says nothing that the body holds.
    func failure(
        _ column: Int,
        _ path: [any CodingKey],
        _ description: String,
        _ make: (DecodingError.Context) -> DecodingError
    ) -> DecodingError {
        lastFailure = CodingFailure(description, at: column)
        return make(DecodingError.Context(codingPath: path, debugDescription: description))
    }

    /// The error for a row that is read by names and has none.
    func noNames() -> SerializationError {
        SerializationError(
            .dataShape,
            "The columns have no names, because the table has no header.",
            remedy: "Set CSVFormat.columns to their names, or read rows by position: [[String]]."
        )
    }

    @inline(never)
    private func report(_ error: any Error, of type: any Any.Type, _ row: CSVRow, _ reader: CSVRowReader)
        -> SerializationError
    {
        var (report, column) = CodingErrorFormatter.csv.decoding(error, of: type, lastFailure) { path in
            path.last.flatMap { columns?[ByteEqualString($0.stringValue)] }
        }
        if report.location == nil {
            var offset = 0
            if let column, column >= 0, column < row.count { offset = row[column].start }
            report.location = reader.location(of: offset, in: row)
        }
        return report
    }
}

extension CodingErrorFormatter {
    /// The words of tables.
    static let csv = CodingErrorFormatter(
        reading: "table",
        writing: "CSV",
        absence: "an empty field is meant to be there",
        alternative: "set the strategy of CSVFormat that says how such values are written"
    )
}
