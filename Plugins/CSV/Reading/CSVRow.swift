import Mimeograph

/// Where a field stands in its row.
struct CSVField: BitwiseCopyable {
    /// The offset of its first byte, behind the quote where it has one.
    let start: Int
    /// The number of its bytes, and below that two bits.
    private let bits: Int

    @inline(__always)
    init(from start: Int, to end: Int, isQuoted: Bool = false, hasEscapes: Bool = false) {
        self.start = start
        bits = (end &- start) &<< 2 | (hasEscapes ? 2 : 0) | (isQuoted ? 1 : 0)
    }

    @inline(__always) var count: Int { bits &>> 2 }
    @inline(__always) var end: Int { start &+ count }
    /// Whether a quote stands in it, twice.
    @inline(__always) var hasEscapes: Bool { bits & 2 != 0 }
    /// Whether there is nothing, not even quotes.
    @inline(__always) var isAbsent: Bool { bits == 0 }
}

/// The fields of the row that is read, in memory that is used again for the next.
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
        // SAFETY: so many fields are initialized, and they are trivial.
        unsafe larger.moveInitialize(from: memory, count: count)
        unsafe memory.deallocate()
        unsafe memory = larger
        capacity *= 2
    }

    /// Appends the fields that end where the lowest of some marks are, as long as those stand for delimiters.
    ///
    /// - Parameters:
    ///   - marks: A bit for each mark among the bytes from `cursor` on. Those that were delimiters are cleared.
    ///   - start: The offset at which the next field begins.
    ///   - most: How many fields there may be. There is room for no more, or for one more later.
    @unsafe @inline(__always)
    mutating func append(
        endingAt marks: inout UInt64,
        of row: UnsafePointer<UInt8>,
        from cursor: Int,
        delimiter: UInt8,
        start: inout Int,
        most: Int
    ) {
        // In variables of their own, which stay in registers.
        var (found, first, number) = (marks, start, count)
        let end = min(capacity, most)
        while found != 0, number < end {
            let offset = cursor &+ found.trailingZeroBitCount
            // SAFETY: a mark stands for a byte that is there, and there is room for the field.
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

/// A row that was read: its bytes, and where the fields stand in them. It is good until the reader reads on.
@safe
struct CSVRow: BitwiseCopyable {
    let base: UnsafePointer<UInt8>
    /// Bytes of the row, line end included.
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

    /// The field of a column; the caller has seen that there is one.
    @inline(__always)
    subscript(column: Int) -> CSVField {
        assert(column >= 0 && column < count)
        // SAFETY: the columns of a row are those that were read.
        return unsafe fields[column]
    }

    @inline(__always)
    func first(of field: CSVField) -> UnsafePointer<UInt8> {
        // SAFETY: the field lies in the row.
        unsafe base + field.start
    }

    /// The text of a field, which is valid UTF-8.
    @inline(__always)
    func text(of field: CSVField) -> String {
        if field.hasEscapes { return unescaped(field) }
        // SAFETY: the field lies in the row, whose text was found to be valid.
        return unsafe String(validated: UnsafeBufferPointer(start: first(of: field), count: field.count))
    }

    @inline(never)
    private func unescaped(_ field: CSVField) -> String {
        // SAFETY: the field lies in the row; what is written is no longer than it, and valid as it is.
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: field.count) { buffer in
            let count = unsafe unescape(field, into: buffer)
            return unsafe String(validated: UnsafeBufferPointer(rebasing: buffer[..<count]))
        }
    }

    /// Copies the bytes of a field, and each quote in it once; gives how many they are.
    @unsafe
    func unescape(_ field: CSVField, into target: UnsafeMutableBufferPointer<UInt8>) -> Int {
        guard let memory = target.baseAddress else { return 0 }
        let source = unsafe UnsafeRawPointer(base)
        let end = field.end
        var offset = field.start
        var count = 0
        // SAFETY: all offsets lie in the field. What is written ends no later in the target than what was read ends in the field, so that
        // there is room for a word wherever there is one to read; neither needs an alignment.
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
                // Up to the first of two quotes; what was copied behind it is written over.
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

    /// The texts of all fields by the names of their columns, which the reader has found to be stream-safe.
    func texts(by names: [String]) -> [String: String] {
        var texts: [String: String] = [:]
        texts.reserveCapacity(min(names.count, 64))
        for column in 0..<min(names.count, count) { texts[names[column]] = text(of: self[column]) }
        return texts
    }

    /// Calls `body` with all bytes.
    func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        // SAFETY: so many bytes are there, and the span cannot outlive the call.
        let span = unsafe Span(_unsafeStart: base, count: length)
        return body(span)
    }
}
