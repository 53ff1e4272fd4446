public import Mimeograph

extension BodyStream {
    /// A body of comma-separated values whose rows are written while they come.
    ///
    /// ```swift
    /// let body = BodyStream(rows: { database.readings() })
    /// return ResponseMessage(fields: ["Content-Type": CSVFormat().contentType.description], body: .stream(body))
    /// ```
    /// Its length is not known. Reading it throws what the rows throw, and what ``WrittenRows`` does.
    ///
    /// - Parameters:
    ///   - format: How rows are written.
    ///   - rows: Makes a fresh sequence of rows, each time that the body is started.
    public init<Rows: AsyncSequence & Sendable>(
        format: CSVFormat = CSVFormat(),
        rows: @escaping @Sendable () -> Rows
    ) where Rows.Element: Encodable {
        self.init {
            let chunks = RowChunks(WrittenRows(rows(), format: format))
            return AsyncThrowingStream { try await chunks.next() }
        }
    }
}

/// Pulls the bytes of rows, one row when one is asked for.
private actor RowChunks<Rows: AsyncSequence & Sendable> where Rows.Element: Encodable {
    private var chunks: WrittenRows<Rows>.Iterator

    init(_ rows: WrittenRows<Rows>) { chunks = rows.makeAsyncIterator() }

    func next() async throws -> [UInt8]? {
        // An actor's property cannot be changed across a wait; no other code calls this in the meantime.
        var iterator = chunks
        let chunk = try await iterator.next(isolation: self)
        chunks = iterator
        return chunk
    }
}

/// The bytes of rows, written while they come.
///
/// ```swift
/// for try await chunk in WrittenRows(readings) { try await connection.send(chunk) }
/// ```
/// Each row is one chunk, and the header comes with the first. Each loop begins a table of its own. All rows are held to the first, as
/// `CSVFormat.encode(_:)` says.
public struct WrittenRows<Rows: AsyncSequence & Sendable>: AsyncSequence, Sendable where Rows.Element: Encodable {
    private let rows: Rows
    private let format: CSVFormat

    /// Makes the sequence.
    public init(_ rows: Rows, format: CSVFormat = CSVFormat()) {
        self.rows = rows
        self.format = format
    }

    /// Starts with the first row.
    public func makeAsyncIterator() -> Iterator { Iterator(rows: rows.makeAsyncIterator(), format: format) }

    /// Gives the bytes of one row after the other.
    public struct Iterator: AsyncIteratorProtocol {
        private var rows: Rows.AsyncIterator
        private let writer: CSVTableWriter
        private var isOver = false

        init(rows: Rows.AsyncIterator, format: CSVFormat) {
            self.rows = rows
            writer = CSVTableWriter(format)
        }

        /// The bytes of the next row, or nil after the last one.
        public mutating func next() async throws -> [UInt8]? { try await next(isolation: #isolation) }

        /// The bytes of the next row, or nil after the last one.
        ///
        /// - Throws: What the rows throw, and ``SerializationError/Code/unencodableValue`` as `CSVFormat.encode(_:)` does.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
            if isOver { return nil }
            guard let row = try await rows.next(isolation: actor) else {
                isOver = true
                // Where there is no row, there may be a header.
                let bytes = try writer.end()
                return bytes.isEmpty ? nil : bytes
            }
            try writer.write(row: row)
            return writer.finish()
        }
    }
}
