import Mimeograph

/// The position of a field in its row.
struct CSVField: BitwiseCopyable {
    /// The offset of its first byte, after the quote if it has one.
    let start: Int
    /// The number of its bytes, above two bits for flags.
    private let bits: Int

    @inline(__always)
    init(from start: Int, to end: Int, isQuoted: Bool = false, hasEscapes: Bool = false) {
        self.start = start
        bits = (end &- start) &<< 2 | (hasEscapes ? 2 : 0) | (isQuoted ? 1 : 0)
    }

    @inline(__always) var count: Int { bits &>> 2 }
    @inline(__always) var end: Int { start &+ count }
    /// Whether it contains a doubled quote.
    @inline(__always) var hasEscapes: Bool { bits & 2 != 0 }
    /// Whether it has no bytes and no quotes.
    @inline(__always) var isAbsent: Bool { bits == 0 }
}

/// The fields of the current row, in memory that is reused for the next.
@safe
struct CSVFieldList: ~Copyable {
    private(set) var memory: UnsafeMutablePointer<CSVField>
    private var capacity = 64
    private(set) var count = 0

    init() { unsafe memory = .allocate(capacity: capacity) }

    deinit { unsafe memory.deallocate() }

    @inline(__always)
    mutating func append(_ field: CSVField) {
        if count == capacity { grow() }
        // SAFETY: there is room for it.
        unsafe (memory + count).initialize(to: field)
        count &+= 1
    }

    @inline(never)
    private mutating func grow() {
        let larger = UnsafeMutablePointer<CSVField>.allocate(capacity: capacity * 2)
        // SAFETY: that many fields are initialized, and they are trivial.
        unsafe larger.moveInitialize(from: memory, count: count)
        unsafe memory.deallocate()
        unsafe memory = larger
        capacity *= 2
    }

    /// Appends the fields that end at the lowest of some marks, as long as these are delimiters.
    ///
    /// - Parameters:
    ///   - marks: A bit for each mark in the bytes from `cursor`. The bits of the delimiters are cleared.
    ///   - start: The offset at which the next field begins.
    ///   - most: The most fields that the row may have. It stops there, and also if the memory is full.
    @unsafe @inline(__always)
    mutating func append(
        endingAt marks: inout UInt64,
        of row: UnsafePointer<UInt8>,
        from cursor: Int,
        delimiter: UInt8,
        start: inout Int,
        most: Int
    ) {
        // Local variables stay in registers.
        var (found, first, number) = (marks, start, count)
        let end = min(capacity, most)
        while found != 0, number < end {
            let offset = cursor &+ found.trailingZeroBitCount
            // SAFETY: a mark belongs to an existing byte, and there is room for the field.
            if unsafe row[offset] != delimiter { break }
            unsafe (memory + number).initialize(to: CSVField(from: first, to: offset))
            number &+= 1
            first = offset &+ 1
            found &= found &- 1
        }
        (marks, start, count) = (found, first, number)
    }

    @inline(__always)
    mutating func removeAll() { count = 0 }
}

/// A parsed row: its bytes, and the positions of its fields. It is valid until the reader continues.
@safe
struct CSVRow: BitwiseCopyable {
    let base: UnsafePointer<UInt8>
    /// The number of bytes in the row, including the line end.
    let length: Int
    private let fields: UnsafePointer<CSVField>
    let count: Int

    @unsafe @inline(__always)
    init(_ base: UnsafePointer<UInt8>, length: Int, _ fields: UnsafePointer<CSVField>, count: Int) {
        unsafe self.base = base
        self.length = length
        unsafe self.fields = fields
        self.count = count
    }

    /// The field of a column, which must exist.
    @inline(__always)
    subscript(column: Int) -> CSVField {
        assert(column >= 0 && column < count)
        // SAFETY: the caller uses only the columns of the row.
        return unsafe fields[column]
    }

    @inline(__always)
    func first(of field: CSVField) -> UnsafePointer<UInt8> {
        // SAFETY: the field lies in the row.
        unsafe base + field.start
    }

    /// Returns the text of a field, which is valid UTF-8.
    @inline(__always)
    func text(of field: CSVField) -> String {
        if field.hasEscapes { return unescaped(field) }
        // SAFETY: the field lies in the row, whose text is known to be valid.
        return unsafe String(validated: UnsafeBufferPointer(start: first(of: field), count: field.count))
    }

    @inline(never)
    private func unescaped(_ field: CSVField) -> String {
        // SAFETY: the field lies in the row; the result is no longer than the field, and just as valid.
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: field.count) { buffer in
            let count = unsafe unescape(field, into: buffer)
            return unsafe String(validated: UnsafeBufferPointer(rebasing: buffer[..<count]))
        }
    }

    /// Copies the bytes of a field, and each doubled quote once; returns the number of copied bytes.
    @unsafe
    func unescape(_ field: CSVField, into target: UnsafeMutableBufferPointer<UInt8>) -> Int {
        guard let memory = target.baseAddress else { return 0 }
        let source = unsafe UnsafeRawPointer(base)
        let end = field.end
        var offset = field.start
        var count = 0
        // SAFETY: all offsets lie in the field. The target never has more bytes than were read from the field, so there is room
        // for a word whenever there is one to read; neither needs an alignment.
        while offset < end {
            if offset &+ 8 <= end {
                let word = unsafe source.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                unsafe UnsafeMutableRawPointer(memory + count).storeBytes(of: word, as: UInt64.self)
                let other = UInt64(littleEndian: word) ^ 0x2222_2222_2222_2222
                // A borrow can only mark a byte above the first that is zero.
                let marks = (other &- 0x0101_0101_0101_0101) & ~other & 0x8080_8080_8080_8080
                if marks == 0 {
                    offset &+= 8
                    count &+= 8
                    continue
                }
                // Up to the first of two quotes; the bytes copied after it are overwritten.
                let length = marks.trailingZeroBitCount &>> 3 &+ 1
                offset &+= length &+ 1
                count &+= length
            } else {
                let byte = unsafe base[offset]
                unsafe memory[count] = byte
                offset &+= byte == 0x22 ? 2 : 1
                count &+= 1
            }
        }
        return count
    }

    /// The texts of all fields.
    var texts: [String] {
        var texts: [String] = []
        texts.reserveCapacity(count)
        for column in 0..<count { texts.append(text(of: self[column])) }
        return texts
    }

    /// Returns the texts of all fields by the names of their columns, which the reader has checked to be stream-safe.
    func texts(by names: [String]) -> [String: String] {
        var texts: [String: String] = [:]
        texts.reserveCapacity(min(names.count, 64))
        for column in 0..<min(names.count, count) { texts[names[column]] = text(of: self[column]) }
        return texts
    }

    /// Calls `body` with all bytes.
    func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        // SAFETY: that many bytes exist, and the span cannot outlive the call.
        let span = unsafe Span(_unsafeStart: base, count: length)
        return body(span)
    }
}
