package import Mimeograph

/// The columns of a table whose rows are decoded one after the other, and the keys that were requested.
///
/// Types request their keys in the same order for each row. So the column of each request is remembered by its number, with the
/// bytes of the key and the bits of its text. A key with the same bytes or bits is not looked up again.
@safe
package struct RowColumns: ~Copyable {
    /// A requested key and its column, or -1 if it has none.
    private struct Prediction: BitwiseCopyable {
        /// The bits of the key's text.
        let bits: SIMD2<UInt64>
        /// The bytes of the key itself, and its type: `Never` if the key is too large to store.
        let key: UInt64
        let keys: ObjectIdentifier
        let column: Int
    }

    private var predictions = CodingStack<Prediction>()
    /// The texts of the keys, kept so that no other text can have the same bits.
    private var texts: [String] = []
    /// The number of the next requested key.
    fileprivate var next = 0
    /// The type of rows that are read by their own `init(from:)`, after the first such row.
    fileprivate var ownRows = ObjectIdentifier(Never.self)
    /// The column of each name that serves as a key.
    private var columns: [ByteEqualString: Int] = [:]
    /// The columns of the fields of a plan, and the plan's fields.
    private var plannedColumns = CodingStack<Int>()
    private var plannedFields: UnsafePointer<PlanField>?
    /// Whether the columns have names. Otherwise keys get columns in the order of the requests, or by their integer values.
    let hasNames: Bool
    let layout: RowLayout
    /// The number of fields in a row.
    let count: Int
    let missingNames: SerializationError?

    /// The largest number of remembered keys. Further keys are looked up each time.
    private static var mostPredictions: Int { 1024 }

    /// - Parameters:
    ///   - count: The number of columns.
    ///   - names: Their names as keys; nil if they have none. If names are equal, the last one counts, as in an object.
    ///   - missingNames: The error for a type that needs names if the columns have none.
    package init(count: Int, names: [String]?, missingNames: SerializationError? = nil) {
        self.count = count
        self.missingNames = missingNames
        hasNames = names != nil
        layout = RowLayout(hasNames: hasNames)
        for (column, name) in (names ?? []).enumerated() { columns[ByteEqualString(name)] = column }
    }

    /// Copies the columns, for the rows after one whose decoder was kept.
    fileprivate init(of other: borrowing RowColumns) {
        (count, hasNames, columns) = (other.count, other.hasNames, other.columns)
        (layout, missingNames) = (other.layout, other.missingNames)
    }

    /// Returns the column of the next key, or -1 if it has none; nil if an earlier row had a different key with this number.
    @inline(__always)
    mutating func predictedColumn<Key: CodingKey>(of key: Key) -> Int? {
        let index = next
        next = index &+ 1
        // A key smaller than a reference holds no reference, so its bytes and its type identify it.
        guard MemoryLayout<Key>.size < MemoryLayout<AnyObject>.size, index < predictions.count,
            predictions[index].key == Self.bytes(of: key), predictions[index].keys == ObjectIdentifier(Key.self)
        else { return nil }
        return predictions[index].column
    }

    /// Returns the bytes of a key that is smaller than a reference.
    @inline(__always)
    private static func bytes<Key: CodingKey>(of key: Key) -> UInt64 {
        // Most keys have one byte, which is copied without a call.
        // SAFETY: the key has that many bytes, here and below.
        if MemoryLayout<Key>.size == 1 { return UInt64(unsafe unsafeBitCast(key, to: UInt8.self)) }
        var bytes: UInt64 = 0
        unsafe withUnsafeMutableBytes(of: &bytes) { unsafe $0.storeBytes(of: key, as: Key.self) }
        return bytes
    }

    /// Finds the column of a key by its text and its number, or returns -1. The caller gets these from the key: the program's
    /// code makes them, and must not run during an access to the columns.
    ///
    /// - Parameter index: The number of the request.
    @inline(never)
    mutating func findColumn<Key: CodingKey>(of key: Key, _ text: String, _ number: Int?, at index: Int) -> Int {
        // SAFETY: a string is two words. If another string that is kept has the same words, the text is the same.
        let bits = unsafe unsafeBitCast(text, to: SIMD2<UInt64>.self)
        if index < predictions.count, predictions[index].bits == bits { return predictions[index].column }
        var column = columns[ByteEqualString(text)]
        if !hasNames, column == nil {
            // The key's number decides, or the order of the requests.
            let number = number ?? columns.count
            if number >= 0, number < count {
                column = number
                columns[ByteEqualString(text)] = number
            }
        }
        let isSmall = MemoryLayout<Key>.size < MemoryLayout<AnyObject>.size
        let prediction = Prediction(
            bits: bits,
            key: isSmall ? Self.bytes(of: key) : 0,
            keys: isSmall ? ObjectIdentifier(Key.self) : ObjectIdentifier(Never.self),
            column: column ?? -1
        )
        if index < predictions.count {
            texts[index] = text
            predictions[index] = prediction
        } else if index == predictions.count, index < RowColumns.mostPredictions {
            texts.append(text)
            predictions.append(prediction)
        }
        return prediction.column
    }

    // MARK: Fields of plans

    /// Whether the columns of a table's fields were found.
    @inline(__always)
    func hasColumns(of table: PlanTable) -> Bool { unsafe table.fields == plannedFields }

    /// Finds the columns of a table's fields.
    mutating func findColumns(of table: PlanTable) {
        plannedColumns.removeLast(to: 0)
        for number in 0..<table.count {
            let name = unsafe String(decoding: table[number].pointee.nameBytes, as: UTF8.self)
            plannedColumns.append(columns[ByteEqualString(name)] ?? -1)
        }
        unsafe plannedFields = table.fields
    }

    /// Returns the index of the word of a field; a negative number if the row has none.
    @inline(__always)
    func index(ofField number: Int) -> Int {
        let column = plannedColumns[number]
        return column < 0 ? -1 : layout.index(ofColumn: column)
    }

    /// Returns the column with a name.
    fileprivate func column(named name: String) -> Int? { columns[ByteEqualString(name)] }

    /// The names of the columns as keys, in order; empty if they have no names.
    fileprivate var names: [String] {
        hasNames ? columns.sorted { $0.value < $1.value }.map(\.key.text) : []
    }
}

/// The layout of the words of a row, which is the same for each row of a table.
///
/// A row is a list: an array of its fields, and also an object of them if the columns have names. For two columns with names, and
/// without:
/// ```
/// 0 list    its array is at 7, end 10         0 list    its array is at 2, end 5
/// 2 object  count 2, end 7                    2 array   count 2, end 5
/// 3 name, 4 field, 5 name, 6 field            3 field, 4 field
/// 7 array   count 2, end 10
/// 8 shared 4, 9 shared 6
/// ```
package struct RowLayout {
    /// The index of the first field, and the distance in words between two fields.
    package let first: Int
    package let stride: Int

    package init(hasNames: Bool) { (first, stride) = hasNames ? (4, 2) : (3, 1) }

    /// Returns the index of the field of a column.
    @inline(__always)
    func index(ofColumn column: Int) -> Int { first &+ stride &* column }

    /// Returns the column of the field at an index; nil if the index is that of the row.
    func column(ofIndex index: Int, of count: Int) -> Int? {
        let column = (index - first) / stride
        return index >= first && column < count ? column : nil
    }

    /// Returns the words of a row whose fields are null.
    ///
    /// - Parameter names: The words of the names; nil if the columns have none.
    package static func words(count: Int, names: [TapeWord]?) -> CodingStack<UInt64> {
        var words = CodingStack<UInt64>(capacity: 3 * count + 4)
        let array = names == nil ? 2 : 3 + 2 * count
        let payload = min(count, TapeWord.maximumPayload)
        words.append(TapeWord(.extended, payload: TapeWord.Extension.list.rawValue, offset: array + 1 + count).bits)
        words.append(UInt64(array))
        if let names {
            words.append(TapeWord(.object, payload: payload, offset: array).bits)
            for name in names {
                words.append(name.bits)
                words.append(TapeWord(.null).bits)
            }
        }
        words.append(TapeWord(.array, payload: payload, offset: array + 1 + count).bits)
        for column in 0..<count {
            let field = TapeWord(.shared, offset: RowLayout(hasNames: true).index(ofColumn: column))
            words.append(names == nil ? TapeWord(.null).bits : field.bits)
        }
        return words
    }
}

// MARK: - Decoding rows

extension TreeDecodingContext {
    /// Creates a context for the rows of a table.
    ///
    /// - Parameters:
    ///   - strategies: The strategies for fields, if any differs from the format's default.
    ///   - memory: The object that holds the words and bytes of the rows.
    package convenience init(
        _ columns: consuming RowColumns,
        of format: TreeFormat,
        _ strategies: CodingStrategies?,
        in memory: AnyObject
    ) {
        self.init(rowsOf: format, strategies, in: memory)
        unsafe state.rows = columns
    }

    /// Returns a context for the rows that follow, in other memory. It is needed if a type has kept a decoder or container of the
    /// last row.
    package func following(in memory: AnyObject) -> TreeDecodingContext {
        setView(TapeView())
        return unsafe TreeDecodingContext(RowColumns(of: state.rows), of: format, strategies, in: memory)
    }

    package var hasColumnNames: Bool { unsafe state.rows.hasNames }

    /// Decodes a row.
    ///
    /// - Parameters:
    ///   - view: The words of the row, in the layout of ``RowLayout``. They are read until the next row begins, or until
    ///     ``following(in:)`` is called.
    ///   - number: The number of the row, if it is a part of the value that is decoded.
    @inline(__always)
    package func row<T: Decodable>(_ type: T.Type, _ view: TapeView, number: Int?) throws -> T {
        unsafe state.containers.begin()
        unsafe state.rows.next = 0
        setView(view)
        // The step of the last row is still on the path, for a decoder of that row that was kept.
        if let number { if path.count == 0 { path.append(index: number) } else { path.replaceLast(index: number) } }
        defer { endContainers() }
        // A row never sees the failure of an earlier row, because decoding stops after a failure.
        if unsafe state.rows.ownRows == ObjectIdentifier(type) {
            return try unlessRefused { try T(from: decoder(at: 0)) }
        }
        return try otherRow(type)
    }

    /// Decodes a row of a type that is not known yet. Whether the type decodes itself is checked once for all rows.
    @inline(never)
    private func otherRow<T: Decodable>(_ type: T.Type) throws -> T {
        let kind = kind(of: type)
        if case .plain = kind, MemoryLayout<T>.size > 2, !(type is any NamedMembers.Type) {
            unsafe state.rows.ownRows = ObjectIdentifier(type)
        }
        return try unlessRefused { try value(type, kind, at: 0) }
    }

    /// Returns the error for a row that could not be decoded, and the column that it is about, if known.
    package func report(_ error: any Error, ofRow type: any Any.Type) -> (SerializationError, column: Int?) {
        let (report, index) = format.errors.decoding(error, of: type, lastFailure) { path in
            path.last.flatMap { unsafe state.rows.column(named: $0.stringValue) }.map {
                unsafe state.rows.layout.index(ofColumn: $0)
            }
        }
        return (report, index.flatMap { unsafe state.rows.layout.column(ofIndex: $0, of: state.rows.count) })
    }

    // MARK: Fields by keys

    /// Whether the value at `index` is a row. ``RowColumns`` finds the fields of a row.
    @inline(__always)
    func isRow(at index: Int) -> Bool { hasRows && index == 0 }

    /// Returns the index of the field for a key; nil if the row has none.
    @inline(__always)
    func field(of key: some CodingKey) -> Int? {
        let column = unsafe state.rows.predictedColumn(of: key) ?? findColumn(of: key)
        return unsafe column < 0 ? nil : state.rows.layout.index(ofColumn: column)
    }

    @inline(never)
    private func findColumn(of key: some CodingKey) -> Int {
        let index = unsafe state.rows.next &- 1
        let text = key.stringValue
        let number = hasColumnNames ? nil : key.intValue
        return unsafe state.rows.findColumn(of: key, text, number, at: index)
    }

    /// The names of the columns as keys.
    var columnNames: [String] { unsafe state.rows.names }
}
