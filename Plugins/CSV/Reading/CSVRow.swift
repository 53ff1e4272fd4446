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
    @inline(__always) var isQuoted: Bool { bits & 1 != 0 }
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
    private func unescape(_ field: CSVField, into target: UnsafeMutableBufferPointer<UInt8>) -> Int {
        guard let memory = target.baseAddress else { return 0 }
        var start = field.start
        var count = 0
        // SAFETY: all offsets lie in the field, and what is written is no longer than it.
        while start < field.end {
            // Up to a quote, or to the end; the second of two quotes is left out.
            let end = min(firstQuote(from: start, to: field.end) &+ 1, field.end)
            unsafe (memory + count).update(from: base + start, count: end &- start)
            count &+= end &- start
            start = end &+ 1
        }
        return count
    }

    /// The offset of the first quote between two offsets; the second one where there is none.
    private func firstQuote(from start: Int, to end: Int) -> Int {
        var offset = start
        // SAFETY: all offsets lie in the row, and eight bytes are there where they are loaded; the load needs no alignment.
        while offset &+ 8 <= end {
            let word = unsafe UInt64(
                littleEndian: UnsafeRawPointer(base).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            )
            let other = word ^ 0x2222_2222_2222_2222
            // A borrow can only mark a byte above the first that is zero.
            let marks = (other &- 0x0101_0101_0101_0101) & ~other & 0x8080_8080_8080_8080
            if marks != 0 { return offset &+ marks.trailingZeroBitCount &>> 3 }
            offset &+= 8
        }
        while offset < end, unsafe base[offset] != 0x22 { offset &+= 1 }
        return offset
    }

    /// The texts of all fields.
    var texts: [String] {
        var texts: [String] = []
        texts.reserveCapacity(count)
        for column in 0..<count { texts.append(text(of: self[column])) }
        return texts
    }

    /// Calls `body` with all bytes.
    func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        // SAFETY: so many bytes are there, and the span cannot outlive the call.
        let span = unsafe Span(_unsafeStart: base, count: length)
        return body(span)
    }
}
