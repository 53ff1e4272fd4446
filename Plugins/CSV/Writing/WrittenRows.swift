public import Mimeograph

extension BodyStream {
    /// Creates a body of comma-separated values whose rows are written as they arrive.
    ///
    /// ```swift
    /// let body = BodyStream(rows: { database.readings() })
    /// return ResponseMessage(fields: ["Content-Type": CSVFormat().contentType.description], body: .stream(body))
    /// ```
    /// Its length is not known. Reading it throws the errors of the rows and of ``WrittenRows``.
    ///
    /// - Parameters:
    ///   - format: The format of the rows.
    ///   - rows: A closure that creates a new sequence of rows each time the body is started.
    public init<Rows: AsyncSequence & Sendable>(
        format: CSVFormat = CSVFormat(),
        rows: @escaping @Sendable () -> Rows
    ) where Rows.Element: Encodable {
        self.init(chunks: { WrittenRows(rows(), format: format) })
    }
}

/// The bytes of rows, written as the rows arrive.
///
/// ```swift
/// for try await chunk in WrittenRows(readings) { try await connection.send(chunk) }
/// ```
/// Each row is one chunk, and the header comes with the first. Each loop begins a new table. All rows must match the first, as in
/// `CSVFormat.encode(_:)`.
public struct WrittenRows<Rows: AsyncSequence & Sendable>: AsyncSequence, Sendable where Rows.Element: Encodable {
    private let rows: Rows
    private let format: CSVFormat

    /// Makes the sequence.
    public init(_ rows: Rows, format: CSVFormat = CSVFormat()) {
        self.rows = rows
        self.format = format
    }

    /// Returns an iterator that starts with the first row.
    public func makeAsyncIterator() -> Iterator { Iterator(rows: rows.makeAsyncIterator(), format: format) }

    /// An iterator over the bytes of each row.
    public struct Iterator: AsyncIteratorProtocol {
        private var rows: Rows.AsyncIterator
        private let writer: CSVTableWriter
        private var isOver = false

        init(rows: Rows.AsyncIterator, format: CSVFormat) {
            self.rows = rows
            writer = CSVTableWriter(format)
        }

        /// Returns the bytes of the next row, or nil after the last one.
        public mutating func next() async throws -> [UInt8]? { try await next(isolation: #isolation) }

        /// Returns the bytes of the next row, or nil after the last one.
        ///
        /// - Throws: The errors of the rows, and ``SerializationError/Code/unencodableValue`` as in `CSVFormat.encode(_:)`.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
            if isOver { return nil }
            guard let row = try await rows.next(isolation: actor) else {
                isOver = true
                // Without rows there may still be a header.
                let bytes = try writer.end()
                return bytes.isEmpty ? nil : bytes
            }
            try writer.write(row: row)
            return writer.finish()
        }
    }
}
