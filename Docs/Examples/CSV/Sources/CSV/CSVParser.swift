import Mimeograph

/// Reads comma-separated values, in UTF-8, from chunks that are cut anywhere.
///
/// Lines end in CRLF, or in LF alone (non-standard). All rows have as many fields as the first. A quote stands only around
/// a whole field, and twice for one in it. The last line may have no end.
///
/// Source: RFC 4180 §2.
struct CSVParser: IncrementalParser {
    /// What one row may cost: `inputBytes` and `elements`.
    private let limits: DecodingLimits
    private let hasHeader: Bool
    /// Whether `elements` bounds all rows, because all are kept, and not each.
    private let keepsRows: Bool
    /// Whether the body must say by a byte order mark that it is in UTF-8, because its label says otherwise.
    private let needsMark: Bool

    private var state = State.start
    private var field: [UInt8] = []
    private var fields: [String] = []
    /// The names of the columns, once they are known.
    private(set) var header: [String]?
    private var columnCount: Int?
    /// The fields of the row, or of all rows where they are kept.
    private var fieldCount = 0

    private var offset = 0
    private var line = 1
    private var lineStart = 0
    private var rowStart = 0
    /// Bytes that may turn out to be a byte order mark.
    private var mark = 0

    /// What the next byte belongs to.
    private enum State {
        /// The body, of which a mark may come first.
        case start
        /// A row of which nothing has come.
        case rowStart
        /// A field of which nothing has come.
        case fieldStart
        case plain
        case quoted
        /// A quote came in a quoted field: its end, or the first of two.
        case quote
        /// A carriage return came after a field.
        case carriageReturn
    }

    init(hasHeader: Bool, keepsRows: Bool = false, needsMark: Bool = false, limits: DecodingLimits) {
        self.keepsRows = keepsRows
        self.needsMark = needsMark
        self.hasHeader = hasHeader
        self.limits = limits
    }

    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [CSVRow]) throws(SerializationError) {
        for index in chunk.indices {
            try read(chunk[index], into: &elements)
            offset += 1
        }
    }

    mutating func finish(into elements: inout [CSVRow]) throws(SerializationError) {
        switch state {
        case .start:
            if mark > 0 { throw failure(.truncated, "The body ends in the middle of a byte order mark.") }
        case .rowStart: break
        case .quoted: throw failure(.truncated, "The body ends in a quoted field.")
        case .carriageReturn: throw failure(.truncated, "The body ends between a carriage return and a line feed.")
        case .fieldStart, .plain, .quote: try endRow(into: &elements)
        }
    }

    private mutating func read(_ byte: UInt8, into elements: inout [CSVRow]) throws(SerializationError) {
        if offset - rowStart >= limits.inputBytes {
            throw .limitExceeded(.inputBytes, allowed: limits.inputBytes, at: location)
        }
        switch (state, byte) {
        case (.start, _):
            if byte == [0xEF, 0xBB, 0xBF][mark] {
                mark += 1
                if mark == 3 { state = .rowStart }
                return
            }
            if mark > 0 { throw failure(.invalidText, "A byte order mark is not complete.") }
            if needsMark {
                throw SerializationError(
                    .unsupportedCharset,
                    "Rows are read from UTF-8 only, and the body is in another charset.",
                    remedy: "Read the whole table: CSVResponseSerializer knows other charsets."
                )
            }
            state = .rowStart
            try read(byte, into: &elements)
        case (.rowStart, 0x22), (.fieldStart, 0x22): state = .quoted
        case (.quoted, 0x22): state = .quote
        case (.quoted, _):
            field.append(byte)
            if byte == 0x0A { startLine() }
        case (.quote, 0x22):
            field.append(byte)
            state = .quoted
        case (.carriageReturn, 0x0A): try endRow(into: &elements)
        case (.carriageReturn, _): throw failure(.syntax, "A carriage return stands without a line feed.")
        case (_, 0x2C):
            try endField()
            state = .fieldStart
        case (_, 0x0D): state = .carriageReturn
        case (_, 0x0A): try endRow(into: &elements)
        case (.quote, _): throw failure(.syntax, "Something follows the closing quote of a field.")
        case (_, 0x22): throw failure(.syntax, "A quote stands in a field that does not begin with one.")
        case (_, _):
            field.append(byte)
            state = .plain
        }
    }

    private mutating func endField() throws(SerializationError) {
        guard let text = String(validating: field, as: UTF8.self) else {
            throw failure(.invalidText, "A field is no valid UTF-8.")
        }
        fieldCount += 1
        try limits.check(.elements, fieldCount, at: location)
        fields.append(text)
        field.removeAll(keepingCapacity: true)
    }

    private mutating func endRow(into elements: inout [CSVRow]) throws(SerializationError) {
        try endField()
        if let columnCount, columnCount != fields.count {
            throw failure(.syntax, "A row has \(fields.count) fields, and the first has \(columnCount).")
        }
        columnCount = fields.count
        if hasHeader, header == nil {
            header = fields
        } else {
            elements.append(CSVRow(header: header, fields))
        }
        fields = []
        if !keepsRows { fieldCount = 0 }
        state = .rowStart
        startLine()
        rowStart = offset + 1
    }

    private mutating func startLine() {
        line += 1
        lineStart = offset + 1
    }

    private var location: SourceLocation {
        SourceLocation(offset: offset, line: line, column: offset - lineStart + 1)
    }

    private func failure(_ code: SerializationError.Code, _ message: String) -> SerializationError {
        SerializationError(code, message, at: location)
    }
}
