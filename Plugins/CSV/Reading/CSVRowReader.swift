import Mimeograph
import MimeographText
import MimeographTree

/// The rules of a reader of rows.
struct CSVRowRules {
    let format: CSVFormat
    let limits: DecodingLimits
    /// Whether the first line names the columns.
    var hasHeader: Bool
    /// Whether fields are found by the names of their columns, as far as the type of rows shows it.
    let needsNames: Bool
    /// Whether the first line is a header only if the type of rows needs names.
    var dependsOnType: Bool { format.header == .automatic }
    /// Whether `elements` limits all rows together, because all are kept, and not each row.
    let countsAll: Bool
    /// Whether the body must have a byte order mark of UTF-8, because its label names another charset.
    let needsMark: Bool
    /// Whether the label says that the body is ASCII, which is also UTF-8.
    let needsASCII: Bool

    /// - Parameter countsAll: Whether all rows are kept.
    init<Row>(
        _ format: CSVFormat,
        as mediaType: MediaType?,
        of row: Row.Type,
        limits: DecodingLimits,
        countsAll: Bool
    ) {
        self.format = format
        self.limits = limits
        self.countsAll = countsAll
        needsNames = !(row is any CSVPositionalRow.Type) && !CodingScalar.includes(row)
        switch format.header {
        case .present: hasHeader = true
        case .absent: hasHeader = false
        case .automatic: hasHeader = needsNames && CSVRowRules.saysHeader(mediaType)
        }
        // A whole body is already in UTF-8.
        let charset = countsAll ? nil : mediaType?.charset
        needsASCII = charset.map(TextEncoding.isASCII) ?? false
        needsMark = !needsASCII && charset.map { TextEncoding(label: $0) != .utf8 } ?? false
    }

    /// Whether the media type says that there is a header, or says nothing. Source: RFC 4180 §3.
    static func saysHeader(_ mediaType: MediaType?) -> Bool {
        !(mediaType?[parameter: "header"]?.lowercased().hasSameBytes(as: "absent") ?? false)
    }
}

/// A reader of the rows of a body that arrives in chunks; it buffers only the beginning of a row.
///
/// A row that lies in one chunk is read in place. A row that reaches beyond it is copied to `pending`. When the next chunk
/// arrives, the scan continues there, at the offset at which it stopped. Both ways produce the same rows, and the same errors at
/// the same offsets.
///
/// Its state is exempt from the runtime's exclusivity checks, like that of `TreeDecodingContext`: one thread uses it, and nothing
/// else uses it while the scanner runs.
///
/// For the chunks `a,b⏎1` and `2,3⏎4,5⏎` the first row is read in the first chunk, `12,3` in `pending`, and `4,5` in the second
/// chunk.
final class CSVRowReader {
    let rules: CSVRowRules
    /// The beginning of a row.
    private var pending: [UInt8] = []
    // SAFETY: see the note on exclusivity above; it applies to all properties with this attribute.
    @safe @exclusivity(unchecked) private var scanner: CSVScanner
    private var hasBegun = false
    @safe @exclusivity(unchecked) private var columnCount: Int?
    @safe @exclusivity(unchecked) private var fieldCount = 0

    /// Returns whether the type of rows needs names, which makes the first line a header; nil if the rules decide.
    var wantsNames: ((_ row: CSVRow) -> Bool)?
    /// The names of the columns, once they are known.
    @safe @exclusivity(unchecked) private(set) var names: [String]?
    /// The offset of the row's first byte in the body, and its line.
    @safe @exclusivity(unchecked) private var offset = 0
    @safe @exclusivity(unchecked) private var line = 1
    /// The number of bytes in the byte order mark, which count as columns of the first line.
    private var markLength = 0
    /// Whether the text must be ASCII, because its label says so and no mark says otherwise.
    private var needsASCII = false
    /// The number of the row, counted from 1; the header counts.
    @safe @exclusivity(unchecked) private(set) var number = 0

    init(_ rules: CSVRowRules) {
        self.rules = rules
        scanner = CSVScanner(delimiter: rules.format.delimiter.byte, hasQuotes: rules.format.hasQuotes)
        if !rules.hasHeader { names = rules.format.columns }
    }

    /// A closure that receives rows, which are valid only during the call.
    typealias Receive = (_ row: CSVRow) throws(SerializationError) -> Void

    /// Reads the next bytes, and passes on the rows that they complete.
    func read(_ chunk: Span<UInt8>, isLast: Bool, _ receive: Receive) throws(SerializationError) {
        var used = 0
        if !hasBegun {
            // The byte order mark may arrive in pieces.
            if pending.isEmpty, chunk.count >= 3 {
                used = try begin(chunk)
            } else {
                while used < chunk.count, pending.count < 3 {
                    pending.append(chunk[used])
                    used += 1
                }
                let isOpen = pending.count < 3 && [0xEF, 0xBB, 0xBF].starts(with: pending)
                if isOpen, !isLast { return }
                let beginning = pending
                pending = Array(pending.dropFirst(try begin(beginning.span)))
            }
        }
        while !pending.isEmpty || isLast && used == chunk.count {
            // A piece of the chunk, so that hardly more is copied than the row needs.
            let end = min(chunk.count, used + max(4096, pending.count))
            let before = pending.count
            // The bytes are moved out of the property while they are read.
            var bytes = pending
            pending = []
            bytes.append(copying: chunk.extracting(used..<end))
            let isEnd = isLast && end == chunk.count
            let read = try rows(of: bytes.span, isLast: isEnd, receive)
            pending = bytes
            bytes = []
            if read > before || read == before && read > 0 {
                // The rest of the pending bytes is also in the chunk, and is read there.
                used += read - before
                pending.removeAll(keepingCapacity: pending.capacity <= 1 << 16)
                scanner.reset()
                if used == chunk.count, isEnd { return }
                break
            }
            pending.removeFirst(read)
            used = end
            if used == chunk.count { return }
        }
        let rest = chunk.extracting(used..<chunk.count)
        let read = try rows(of: rest, isLast: isLast, receive)
        pending.append(copying: rest.extracting(read..<rest.count))
    }

    /// Estimates the number of rows in a body, from the lines in samples of it and the delimiters of the first line.
    static func estimatedRows(in body: Span<UInt8>, delimiter: UInt8) -> Int {
        var columns = 1
        for index in 0..<min(body.count, sampleLength * sampleCount) {
            if body[index] == 0x0A { break }
            if body[index] == delimiter { columns &+= 1 }
        }
        var lines = 0
        var sampled = 0
        let step = max(sampleLength, body.count / sampleCount)
        var start = 0
        while start < body.count {
            let end = min(start + sampleLength, body.count)
            for index in start..<end where body[index] == 0x0A { lines += 1 }
            sampled += end - start
            start += step
        }
        let estimate = sampled == body.count ? lines + 1 : lines * body.count / max(1, sampled) * 17 / 16 + 64
        // A row has at least one byte for each column: its delimiter, or the line end.
        return min(estimate, body.count / columns + 1)
    }

    private static var sampleLength: Int { 4096 }
    private static var sampleCount: Int { 16 }

    /// Checks the first bytes; returns the length of the byte order mark.
    private func begin(_ bytes: Span<UInt8>) throws(SerializationError) -> Int {
        hasBegun = true
        let hasMark = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
        if rules.needsMark, !hasMark { throw CSVRowReader.notUTF8("its media type names another charset") }
        // The marks of UTF-16 and UTF-32 begin with bytes that UTF-8 never has.
        if !rules.countsAll, bytes.count > 0, bytes[0] >= 0xFE {
            throw CSVRowReader.notUTF8("it begins with the byte order mark of UTF-16 or UTF-32")
        }
        needsASCII = rules.needsASCII && !hasMark
        markLength = hasMark ? 3 : 0
        offset = markLength
        return markLength
    }

    /// The error for a body that is not in UTF-8.
    private static func notUTF8(_ reason: String) -> SerializationError {
        SerializationError(
            .unsupportedCharset,
            "A stream of rows must be UTF-8. The body is in another charset: \(reason).",
            remedy: "Read the whole table at once: CSVFormat then decodes other charsets."
        )
    }

    /// Reads the complete rows; returns the number of their bytes.
    private func rows(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, _ receive: Receive) throws(SerializationError)
        -> Int
    {
        guard let base = bytes.baseAddress else { return 0 }
        var start = 0
        while start < bytes.count {
            // SAFETY: the row begins in the buffer, which has that many bytes from there.
            let row = unsafe base + start
            let count = bytes.count &- start
            if rules.countsAll {
                scanner.maximumCount = rules.limits.elements &- fieldCount
            } else {
                scanner.maximumCount = rules.limits.elements
            }
            var outcome = unsafe scanner.scan(row, count: count)
            if isLast, case .more = outcome { outcome = scanner.finish(count: count) }
            let end: Int
            switch outcome {
            case .row(let found): end = found
            case .more:
                if count > rules.limits.inputBytes {
                    throw unsafe error(CSVParseError(.inputBytes, at: rules.limits.inputBytes), in: row, count)
                }
                return start
            case .failure(let failure):
                throw unsafe error(failure, in: row, count)
            }
            try unsafe receiveRow(row, length: end, receive)
            start &+= end
        }
        return start
    }

    private func rows(of bytes: Span<UInt8>, isLast: Bool, _ receive: Receive) throws(SerializationError) -> Int {
        var failure: SerializationError?
        // SAFETY: the bytes are read only during the call.
        let read = unsafe bytes.withUnsafeBufferPointer { buffer in
            do throws(SerializationError) {
                return try unsafe rows(buffer, isLast: isLast, receive)
            } catch {
                failure = error
                return 0
            }
        }
        if let failure { throw failure }
        return read
    }

    /// Checks a row, and passes it on unless it is the header or an empty line.
    @inline(__always)
    private func receiveRow(_ base: UnsafePointer<UInt8>, length: Int, _ receive: Receive) throws(SerializationError) {
        // SAFETY: the row and its fields are valid until the scanner continues.
        let row = unsafe CSVRow(base, length: length, scanner.fields.memory, count: scanner.fields.count)
        if length > rules.limits.inputBytes {
            throw unsafe error(CSVParseError(.inputBytes, at: rules.limits.inputBytes), in: base, length)
        }
        number &+= 1
        if let columnCount, columnCount == row.count {
            try checkText(row)
            fieldCount &+= row.count
            try receive(row)
        } else {
            try receiveOther(row, receive)
        }
        line &+= scanner.quotedLineEnds &+ 1
        offset &+= length
        scanner.reset()
    }

    /// Receives the first row, or a row of another length.
    @inline(never)
    private func receiveOther(_ row: CSVRow, _ receive: Receive) throws(SerializationError) {
        let isHeader = columnCount == nil ? try isHeader(row) : false
        if columnCount == nil, !isHeader, let columns = rules.format.columns {
            names = columns
            columnCount = columns.count
        }
        if let columnCount, columnCount != row.count {
            // An empty line is not a row, unless there is one column.
            if row.count == 1, row[0].isAbsent {
                number -= 1
                return
            }
            let offset = row.count > columnCount ? row[columnCount].start : row[row.count - 1].end
            throw failure(.fieldCount(found: row.count, wanted: columnCount), at: offset, in: row)
        }
        try checkText(row)
        columnCount = row.count
        fieldCount &+= row.count
        if !isHeader { return try receive(row) }
        let names = row.texts
        if rules.needsNames { try checkNames(names, row) }
        self.names = names
    }

    /// Whether the first line names the columns.
    private func isHeader(_ row: CSVRow) throws(SerializationError) -> Bool {
        try checkText(row)
        if rules.hasHeader, !rules.dependsOnType || wantsNames?(row) ?? true { return true }
        // Rows by position are written after the names, if the format has any.
        guard rules.dependsOnType, !rules.needsNames || rules.hasHeader, let columns = rules.format.columns else {
            return false
        }
        return columns.elementsEqual(row.texts) { $0.hasSameBytes(as: $1) }
    }

    @inline(__always)
    private func checkText(_ row: CSVRow) throws(SerializationError) {
        if scanner.hasHighBits { try checkHighBits(row) }
    }

    @inline(never)
    private func checkHighBits(_ row: CSVRow) throws(SerializationError) {
        if needsASCII { throw CSVRowReader.notUTF8("its media type names US-ASCII, and it has other bytes") }
        if let offset = row.withSpan({ CSVText.firstInvalid($0) }) { throw failure(.invalidText, at: offset, in: row) }
    }

    private func checkNames(_ names: [String], _ row: CSVRow) throws(SerializationError) {
        var columns: [ByteEqualString: Int] = [:]
        columns.reserveCapacity(names.count)
        for (column, name) in names.enumerated() {
            let offset = row[column].start
            if name.isEmpty { throw failure(.emptyName(column: column), at: offset, in: row) }
            if !StreamSafeText.holds(name) { throw failure(.incomparableName, at: offset, in: row) }
            if let first = columns.updateValue(column, forKey: ByteEqualString(name)) {
                throw failure(.repeatedName(column: column, first: first), at: offset, in: row)
            }
        }
    }

    // MARK: Locations

    /// Returns the location of an offset in the row.
    func location(of offset: Int, in row: CSVRow) -> SourceLocation {
        let inner = row.withSpan { SourceLocation(offset: offset, in: $0) }
        return SourceLocation(
            offset: self.offset + inner.offset,
            line: line + inner.line - 1,
            column: inner.column + (line == 1 && inner.line == 1 ? markLength : 0)
        )
    }

    private func failure(_ kind: CSVParseError.Kind, at offset: Int, in row: CSVRow) -> SerializationError {
        CSVParseError(kind, at: offset).error(at: location(of: offset, in: row), row: number, limits: rules.limits)
    }

    /// Returns the error for a row that could not be read to its end.
    private func error(
        _ error: CSVParseError,
        in base: UnsafePointer<UInt8>,
        _ count: Int
    ) -> SerializationError {
        number += 1
        // Bytes beyond the limit of a row are not checked.
        let isTooLong = error.offset >= rules.limits.inputBytes
        let error = isTooLong ? CSVParseError(.inputBytes, at: rules.limits.inputBytes) : error
        // SAFETY: that many bytes exist.
        let row = unsafe CSVRow(base, length: count, scanner.fields.memory, count: 0)
        return error.error(at: location(of: error.offset, in: row), row: number, limits: rules.limits)
    }
}
