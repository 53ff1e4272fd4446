/// A scanner that finds the fields of one row after the other, in bytes that may arrive in parts.
///
/// Offsets count from the first byte of the row. A row that reaches beyond the bytes is continued when more arrive, from the
/// offset at which the scan stopped. For the row `a,"b""c"⏎` the fields are 0..<1, and 3..<7 with quotes around it and an escape
/// in it.
struct CSVScanner: ~Copyable {
    enum Outcome {
        /// The offset after the line end.
        case row(end: Int)
        /// All bytes are read, and the row continues.
        case more
        case failure(CSVParseError)
    }

    /// The context of the next byte.
    private enum State {
        /// In a field, or at the quote that begins it.
        case plain
        case quoted
        /// After a quote in a quoted field: its end, or the first of two.
        case quote
        /// After a carriage return that follows a field.
        case carriageReturn
    }

    private let delimiter: UInt8
    private let quote: UInt8
    private(set) var fields = CSVFieldList()
    /// Whether the row, or the bytes after it, contain a byte beyond ASCII.
    private(set) var hasHighBits = false
    /// The number of line ends in quoted fields: LF, CR and CRLF each count as one.
    private(set) var quotedLineEnds = 0
    /// The offset after the last carriage return in a quoted field.
    private var afterReturn = 0
    /// The most fields that the row may have.
    var maximumCount = Int.max

    private var state = State.plain
    private var cursor = 0
    private var start = 0
    /// The offset of the last quote or carriage return.
    private var mark = 0
    private var hasEscapes = false

    init(delimiter: UInt8, hasQuotes: Bool) {
        self.delimiter = delimiter
        quote = hasQuotes ? 0x22 : delimiter
    }

    /// Discards the row.
    @inline(__always)
    mutating func reset() {
        fields.removeAll()
        hasHighBits = false
        quotedLineEnds = 0
        afterReturn = 0
        state = .plain
        cursor = 0
        start = 0
        hasEscapes = false
    }

    /// Continues a row.
    ///
    /// - Parameters:
    ///   - row: The first byte of the row.
    ///   - count: The number of available bytes, in this row and after it.
    mutating func scan(_ row: UnsafePointer<UInt8>, count: Int) -> Outcome {
        let marks = CSVBlock.marks(delimiter: delimiter, quote: quote)
        while cursor < count {
            let block: CSVBlock
            if count &- cursor >= 64 {
                // SAFETY: the bytes exist.
                block = unsafe CSVBlock(UnsafeRawPointer(row + cursor))
            } else {
                block = unsafe Self.lastBlock(row + cursor, count: count &- cursor)
            }
            if block.hasHighBits { hasHighBits = true }
            var found = block.marked(by: marks)
            while found != 0 {
                if state == .quoted {
                    found = readQuoted(found, block)
                    continue
                }
                if state == .plain {
                    // SAFETY: a mark belongs to an existing byte.
                    unsafe fields.append(
                        endingAt: &found,
                        of: row,
                        from: cursor,
                        delimiter: delimiter,
                        start: &start,
                        most: maximumCount
                    )
                    if found == 0 { break }
                }
                let offset = cursor &+ found.trailingZeroBitCount
                found &= found &- 1
                // SAFETY: as above; the byte after it is read only if it exists.
                let byte = unsafe row[offset]
                if byte == 0x0D, state == .plain, offset &+ 1 < count, unsafe row[offset &+ 1] == 0x0A {
                    return endField(at: offset) ?? .row(end: offset &+ 2)
                }
                switch read(byte, at: offset) {
                case .more: continue
                case let outcome: return outcome
                }
            }
            cursor = min(cursor &+ 64, count)
            if state == .quote || state == .carriageReturn, mark &+ 1 < cursor { return .failure(unexpected) }
        }
        return .more
    }

    /// Ends the row after the `count` bytes that were read; it has at least one byte.
    mutating func finish(count: Int) -> Outcome {
        switch state {
        case .plain: endField(at: count) ?? .row(end: count)
        case .quote: endField(at: mark) ?? .row(end: count)
        case .quoted: .failure(CSVParseError(.openQuote, at: count))
        case .carriageReturn: .failure(CSVParseError(.lineEndCut, at: mark))
        }
    }

    /// Returns a block of fewer than 64 bytes, with zeros after them.
    @inline(never)
    private static func lastBlock(_ bytes: UnsafePointer<UInt8>, count: Int) -> CSVBlock {
        var padded = SIMD64<UInt8>()
        // SAFETY: the bytes exist, and there is room for more.
        return unsafe withUnsafeMutableBytes(of: &padded) { target in
            unsafe target.copyMemory(from: UnsafeRawBufferPointer(start: bytes, count: count))
            return unsafe CSVBlock(UnsafeRawPointer(target.baseAddress ?? UnsafeMutableRawPointer(mutating: bytes)))
        }
    }

    /// Reads the marks in a quoted field up to its end, if it is among them: delimiters are text there. Returns the remaining
    /// marks.
    ///
    /// It is not inlined, because its masks would then be computed for every block.
    @inline(never)
    private mutating func readQuoted(_ marks: UInt64, _ block: CSVBlock) -> UInt64 {
        let kinds = CSVBlock.marks(delimiter: delimiter, quote: quote)
        let quotes = block.marked(by: kinds.quote)
        let returns = block.marked(by: kinds.carriageReturn)
        let lineFeeds = block.marked(by: kinds.lineFeed)
        var found = marks
        while found != 0 {
            let left = quotes & found
            // The marks before the first quote, or all if there is no quote.
            let inner = left == 0 ? found : found & ((left & (0 &- left)) &- 1)
            if (returns | lineFeeds) & inner != 0 { countLineEnds(returns & inner, lineFeeds & inner) }
            found &= ~inner
            if found == 0 { break }
            let offset = cursor &+ found.trailingZeroBitCount
            let next = (found & (0 &- found)) &<< 1
            found &= found &- 1
            if quotes & next == 0 {
                state = .quote
                mark = offset
                break
            }
            // Two quotes represent one.
            hasEscapes = true
            found &= ~next
        }
        return found
    }

    /// Counts LF, CR, and CRLF as one, among the bytes of a block whose bits are set.
    @inline(__always)
    private mutating func countLineEnds(_ returns: UInt64, _ lineFeeds: UInt64) {
        let seconds = returns &<< 1 | (afterReturn == cursor ? 1 : 0)
        quotedLineEnds &+= returns.nonzeroBitCount &+ (lineFeeds & ~seconds).nonzeroBitCount
        if returns != 0 { afterReturn = cursor &+ 64 &- returns.leadingZeroBitCount }
    }

    /// Reads a mark outside of quotes.
    private mutating func read(_ byte: UInt8, at offset: Int) -> Outcome {
        switch state {
        case .plain:
            if byte == delimiter {
                // The row may have no more fields, or the list is full.
                if let failure = endField(at: offset) { return failure }
                start = offset &+ 1
                return .more
            }
            if byte == 0x0A { return endField(at: offset) ?? .row(end: offset &+ 1) }
            if byte == 0x0D { return endField(at: offset, carriageReturn: offset) ?? .more }
            if offset != start { return .failure(CSVParseError(.quoteInField, at: offset)) }
            state = .quoted
            start = offset &+ 1
        case .quoted: break
        case .quote:
            if offset != mark &+ 1 { return .failure(unexpected) }
            if byte == quote {
                hasEscapes = true
                state = .quoted
                return .more
            }
            if byte == 0x0D { return endField(at: mark, carriageReturn: offset) ?? .more }
            if let failure = endField(at: mark) { return failure }
            if byte == 0x0A { return .row(end: offset &+ 1) }
            state = .plain
            hasEscapes = false
            start = offset &+ 1
        case .carriageReturn:
            if offset != mark &+ 1 || byte != 0x0A { return .failure(unexpected) }
            return .row(end: offset &+ 1)
        }
        return .more
    }

    /// Ends the field; returns a failure if the row has too many.
    private mutating func endField(at end: Int, carriageReturn: Int? = nil) -> Outcome? {
        if fields.count >= maximumCount { return .failure(CSVParseError(.elements, at: end)) }
        fields.append(CSVField(from: start, to: end, isQuoted: state == .quote, hasEscapes: hasEscapes))
        if let carriageReturn {
            state = .carriageReturn
            mark = carriageReturn
        }
        return nil
    }

    /// The error for a byte after a quote or a carriage return.
    private var unexpected: CSVParseError {
        CSVParseError(state == .quote ? .afterQuote : .carriageReturn, at: state == .quote ? mark + 1 : mark)
    }
}
