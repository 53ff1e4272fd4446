package import Mimeograph

/// The columns of a table whose rows are decoded one after the other, and which keys were asked for.
///
/// Types ask for their keys in the same order for each row. So the column of the key that comes as the third is remembered, with the bytes of
/// the key and the bits of its text, and a key that has the same is not looked up again.
package struct RowColumns: ~Copyable {
    /// A key that was asked for, and its column; -1 where it has none.
    private struct Prediction: BitwiseCopyable {
        /// The bits of the key's text.
        let bits: SIMD2<UInt64>
        /// The bytes of the key itself, and its type; `Never` for a key that is too large for that.
        let key: UInt64
        let keys: ObjectIdentifier
        let column: Int
    }

    private var predictions = CodingStack<Prediction>()
    /// The texts of the keys, so that no other text has their bits.
    private var texts: [String] = []
    /// The number of the next key that is asked for.
    fileprivate var next = 0
    /// The type of rows that are read by their own `init(from:)`, once there was one.
    fileprivate var ownRows = ObjectIdentifier(Never.self)
    /// The columns by their names as keys, in order.
    private var columns: [ByteEqualString: Int] = [:]
    /// Whether the columns have names. Else they are those that keys are asked for in order, or the numbers of keys.
    let hasNames: Bool
    let layout: RowLayout
    /// The fields of a row.
    let count: Int
    /// The error for a type that needs names where the columns have none.
    let missingNames: SerializationError?

    /// Keys that are remembered at most. Types that ask for more look those up.
    private static var mostPredictions: Int { 1024 }

    /// - Parameters:
    ///   - count: The number of columns.
    ///   - names: Their names as keys; nil where they have none. Of equal ones the last counts, as in an object.
    ///   - missingNames: The error for a type that needs names where the columns have none.
    package init(count: Int, names: [String]?, missingNames: SerializationError? = nil) {
        self.count = count
        self.missingNames = missingNames
        hasNames = names != nil
        layout = RowLayout(hasNames: hasNames)
        for (column, name) in (names ?? []).enumerated() { columns[ByteEqualString(name)] = column }
    }

    /// The same columns, for rows behind one whose decoder is kept.
    fileprivate init(of other: borrowing RowColumns) {
        (count, hasNames, columns) = (other.count, other.hasNames, other.columns)
        (layout, missingNames) = (other.layout, other.missingNames)
    }

    /// The column of the next key, or -1 if it has none; nil if it is not the key that came at this place before.
    @inline(__always)
    mutating func predictedColumn<Key: CodingKey>(of key: Key) -> Int? {
        let index = next
        next = index &+ 1
        // A key smaller than a reference holds none, so that its bytes and its type are all there is of it.
        guard MemoryLayout<Key>.size < MemoryLayout<AnyObject>.size, index < predictions.count,
            predictions[index].key == Self.bytes(of: key), predictions[index].keys == ObjectIdentifier(Key.self)
        else { return nil }
        return predictions[index].column
    }

    /// The bytes of a key that is smaller than a reference.
    @inline(__always)
    private static func bytes<Key: CodingKey>(of key: Key) -> UInt64 {
        // Of most there is one, and to copy that needs no call.
        // SAFETY: so many bytes are there, here and below.
        if MemoryLayout<Key>.size == 1 { return UInt64(unsafe unsafeBitCast(key, to: UInt8.self)) }
        var bytes: UInt64 = 0
        unsafe withUnsafeMutableBytes(of: &bytes) { unsafe $0.storeBytes(of: key, as: Key.self) }
        return bytes
    }

    /// Finds the column of a key, or -1, by its text and its number. The caller asks for these: the program's code makes them, and must
    /// not run during an access to the columns.
    ///
    /// - Parameter index: The number of the key among those that were asked for.
    @inline(never)
    mutating func findColumn<Key: CodingKey>(of key: Key, _ text: String, _ number: Int?, at index: Int) -> Int {
        // SAFETY: a string is two words. Where they are those of another string, which is kept, it is the same text.
        let bits = unsafe unsafeBitCast(text, to: SIMD2<UInt64>.self)
        if index < predictions.count, predictions[index].bits == bits { return predictions[index].column }
        var column = columns[ByteEqualString(text)]
        if !hasNames, column == nil {
            // The order tells it, or a number.
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

    /// The column of a name as a key.
    fileprivate func column(named name: String) -> Int? { columns[ByteEqualString(name)] }

    /// The names of the columns as keys, in order; none where they have no names.
    fileprivate var names: [String] {
        hasNames ? columns.sorted { $0.value < $1.value }.map(\.key.text) : []
    }
}

/// The words of a row, which stand at the same indices for each row of a table.
///
/// A row is a list: an array of its fields, and an object of them where the columns have names. For two columns:
/// ```
/// 0 list    its array is at 7, end 10         0 list    its array is at 2, end 5
/// 2 object  count 2, end 7                    2 array   count 2, end 5
/// 3 name, 4 field, 5 name, 6 field            3 field, 4 field
/// 7 array   count 2, end 10
/// 8 shared 4, 9 shared 6
/// ```
package struct RowLayout {
    /// The index of the first field, and how many words are between two.
    package let first: Int
    package let stride: Int

    package init(hasNames: Bool) { (first, stride) = hasNames ? (4, 2) : (3, 1) }

    /// The index of the field of a column.
    @inline(__always)
    func index(ofColumn column: Int) -> Int { first &+ stride &* column }

    /// The column of the field at an index; nil where the row is meant.
    func column(ofIndex index: Int, of count: Int) -> Int? {
        let column = (index - first) / stride
        return index >= first && column < count ? column : nil
    }

    /// The words of a row whose fields are null.
    ///
    /// - Parameter names: The words of the names; nil where the columns have none.
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
    /// Makes a context for the rows of a table.
    ///
    /// - Parameters:
    ///   - columns: The columns of the table.
    ///   - format: Its format.
    ///   - strategies: How fields are read, where something is not the format's default.
    ///   - memory: What holds the words and bytes of the rows.
    package convenience init(
        _ columns: consuming RowColumns,
        of format: TreeFormat,
        _ strategies: CodingStrategies?,
        in memory: AnyObject
    ) {
        self.init(rowsOf: format, strategies, in: memory)
        unsafe state.rows = columns
    }

    /// A context for the rows that follow, in other memory, if a type has kept a decoder or container of the last.
    package func following(in memory: AnyObject) -> TreeDecodingContext {
        setView(TapeView())
        return unsafe TreeDecodingContext(RowColumns(of: state.rows), of: format, strategies, in: memory)
    }

    /// Whether the columns have names.
    package var hasColumnNames: Bool { unsafe state.rows.hasNames }

    /// Decodes a row.
    ///
    /// - Parameters:
    ///   - type: The type of the row.
    ///   - view: The words of the row, laid out as ``RowLayout`` says. They are read until the next row is begun, or ``following(in:)`` is
    ///     called.
    ///   - number: The number of the row, where it is a part of the value that is decoded.
    @inline(__always)
    package func row<T: Decodable>(_ type: T.Type, _ view: TapeView, number: Int?) throws -> T {
        unsafe state.containers.begin()
        unsafe state.rows.next = 0
        setView(view)
        // The step of the last row is still there, for a decoder of it that was kept.
        if let number { if path.count == 0 { path.append(index: number) } else { path.replaceLast(index: number) } }
        defer { endContainers() }
        // No row has a failure of the one before: after one, nothing is decoded any more.
        if unsafe state.rows.ownRows == ObjectIdentifier(type) {
            return try unlessRefused { try T(from: decoder(at: 0)) }
        }
        return try otherRow(type)
    }

    /// A row of a type that is asked about; whether it is one that reads itself is asked once for all rows.
    @inline(never)
    private func otherRow<T: Decodable>(_ type: T.Type) throws -> T {
        let kind = kind(of: type)
        if case .plain = kind, MemoryLayout<T>.size > 2, !(type is any NamedMembers.Type) {
            unsafe state.rows.ownRows = ObjectIdentifier(type)
        }
        return try unlessRefused { try value(type, kind, at: 0) }
    }

    /// The error for a row that did not make a value, and the column that it is about, where that is known.
    package func report(_ error: any Error, ofRow type: any Any.Type) -> (SerializationError, column: Int?) {
        let (report, index) = format.errors.decoding(error, of: type, lastFailure) { path in
            path.last.flatMap { unsafe state.rows.column(named: $0.stringValue) }.map {
                unsafe state.rows.layout.index(ofColumn: $0)
            }
        }
        return (report, index.flatMap { unsafe state.rows.layout.column(ofIndex: $0, of: state.rows.count) })
    }

    // MARK: Fields by keys

    /// Whether the value at `index` is a row, whose fields are found by ``RowColumns``.
    @inline(__always)
    func isRow(at index: Int) -> Bool { hasRows && index == 0 }

    /// The index of the field of a key; nil where the row has none.
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
