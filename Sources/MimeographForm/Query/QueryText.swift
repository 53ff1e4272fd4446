import Mimeograph
import MimeographTree

/// The growing text of a query, written through a pointer. No other file of the encoder uses pointers like this.
///
/// The writer reserves memory once for a whole string, three bytes for each byte, and then writes without checks.
@safe
struct QueryText: ~Copyable {
    private var text: ByteBuffer
    /// The text written for each byte: up to three bytes, the first in the lowest bits, and their number above them.
    private let escapes: UnsafeMutablePointer<UInt32>
    /// The length of the text in bytes.
    var count: Int { text.count }

    /// Source: RFC 3986 §2.1, with the uppercase digits that it recommends.
    init(capacity: Int, allowed: QueryCharacterSet, spacesArePluses: Bool) {
        text = ByteBuffer(capacity: capacity)
        unsafe escapes = .allocate(capacity: 256)
        for byte in 0...255 as ClosedRange<UInt32> {
            let escape = 0x0300_0025 | QueryText.digit(byte &>> 4) &<< 8 | QueryText.digit(byte & 15) &<< 16
            let stays = byte < 0x80 && allowed.contains(UInt8(truncatingIfNeeded: byte))
            // SAFETY: there are 256 entries, one for each byte.
            unsafe (escapes + Int(byte)).initialize(to: stays ? 0x0100_0000 | byte : escape)
        }
        if spacesArePluses { unsafe escapes[0x20] = 0x0100_002B }
    }

    deinit { unsafe escapes.deallocate() }

    /// Returns the text and leaves this value empty.
    mutating func finish() -> [UInt8] { text.finish() }

    /// Removes everything after the first `count` bytes.
    mutating func truncate(to count: Int) { text.truncate(to: count) }

    /// Returns a copy of a part of the text.
    func bytes(_ range: Range<Int>) -> [UInt8] { text.bytes(range) }

    /// Returns whether one part of the text precedes another, byte by byte; a prefix of the other part precedes it.
    func precedes(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
        let (one, other) = (one.clamped(to: 0..<count), other.clamped(to: 0..<count))
        let bytes = unsafe UnsafeRawBufferPointer(text.memory)
        let length = min(one.count, other.count)
        var offset = 0
        // SAFETY: both ranges are in the text, and eight bytes are read only if both have at least eight left.
        while length &- offset >= 8 {
            let mine = unsafe bytes.loadUnaligned(fromByteOffset: one.lowerBound &+ offset, as: UInt64.self)
            let theirs = unsafe bytes.loadUnaligned(fromByteOffset: other.lowerBound &+ offset, as: UInt64.self)
            if mine != theirs { return mine.bigEndian < theirs.bigEndian }
            offset &+= 8
        }
        while offset < length {
            let mine = unsafe bytes[one.lowerBound &+ offset]
            let theirs = unsafe bytes[other.lowerBound &+ offset]
            if mine != theirs { return mine < theirs }
            offset &+= 1
        }
        return one.count < other.count
    }

    // MARK: Writing

    /// Writes one byte without escaping it.
    @inline(__always)
    mutating func append(_ byte: UInt8) {
        text.reserve(1)
        // SAFETY: the previous line has reserved one byte.
        unsafe text.memory[count] = byte
        text.count &+= 1
    }

    /// Writes bytes without escaping them.
    mutating func append(_ bytes: [UInt8]) { text.append(bytes.span) }

    /// Writes a string and escapes all characters that are not allowed.
    @inline(__always)
    mutating func append(escaping text: String) {
        // SAFETY: the buffer is only read, during the call.
        if unsafe text.utf8.withContiguousStorageIfAvailable({ unsafe escape($0) }) != nil { return }
        var text = text
        text.withUTF8 { unsafe escape($0) }
    }

    /// Writes bytes and escapes disallowed bytes.
    @unsafe
    mutating func append(escaping bytes: UnsafeRawBufferPointer) {
        unsafe bytes.withMemoryRebound(to: UInt8.self) { unsafe escape($0) }
    }

    /// Writes bytes and escapes disallowed bytes.
    mutating func append(escaping bytes: [UInt8]) {
        // SAFETY: the buffer is only read, during the call.
        unsafe bytes.withUnsafeBufferPointer { unsafe escape($0) }
    }

    /// Stores four bytes for each input byte and advances by the number that count. A branch would be hard to predict, and a
    /// misprediction costs as much as ten bytes.
    @inline(__always)
    private mutating func escape(_ bytes: UnsafeBufferPointer<UInt8>) {
        let (tripled, overflows) = bytes.count.multipliedReportingOverflow(by: 3)
        precondition(!overflows, "no string is as long as a third of the address space")
        text.reserve(tripled + 1)
        let target = unsafe UnsafeMutableRawBufferPointer(text.memory)
        var offset = count
        for index in 0..<bytes.count {
            // SAFETY: the index is below the count. Three bytes are reserved for each input byte, and one more.
            let escape = unsafe escapes[Int(bytes[index])]
            unsafe target.storeBytes(of: escape.littleEndian, toByteOffset: offset, as: UInt32.self)
            offset &+= Int(truncatingIfNeeded: escape &>> 24)
        }
        text.count = offset
    }

    private static func digit(_ value: UInt32) -> UInt32 { value &+ (value < 10 ? 48 : 55) }
}

/// The characters that stand for themselves in a query. Each byte of any other character is written as `%` and two digits.
///
/// ```swift
/// var characters = QueryCharacterSet.unreserved
/// characters.insert(contentsOf: ":@")
/// ```
/// A set holds printable ASCII only. It never holds `%`, `&`, `=`, `+` and `#`, because each has a meaning for a reader:
/// unescaped, they would change the value that is read.
public struct QueryCharacterSet: Hashable, Sendable {
    /// The bits of the code points 0 to 63, and of the code points from 64.
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// Makes a set of the characters of a string, and ignores characters that a set cannot hold.
    public init(_ characters: some StringProtocol) { insert(contentsOf: characters) }

    /// Adds the characters of a string, and ignores characters that a set cannot hold.
    public mutating func insert(contentsOf characters: some StringProtocol) {
        for byte in characters.utf8 where (0x21...0x7E).contains(byte) && !"%&=+#".utf8.contains(byte) {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
        }
    }

    /// Removes the characters of a string.
    public mutating func remove(contentsOf characters: some StringProtocol) {
        for byte in characters.utf8 where byte < 128 {
            if byte < 64 { low &= ~(1 << UInt64(byte)) } else { high &= ~(1 << UInt64(byte - 64)) }
        }
    }

    /// Returns whether the byte stands for itself.
    @inline(__always)
    public func contains(_ byte: UInt8) -> Bool {
        let word = byte < 64 ? low : high
        return byte < 128 && word &>> UInt64(byte & 63) & 1 == 1
    }
}

extension QueryCharacterSet {
    private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

    /// Letters, digits and `-._~`. Source: RFC 3986 §2.3.
    public static let unreserved = QueryCharacterSet(letters + "-._~")

    /// The set of AFNetworking and Alamofire: ``unreserved``, `/` and `?`, which a query may contain. Source: RFC 3986 §3.4.
    public static let afnetworking = QueryCharacterSet(letters + "-._~/?")

    /// Letters, digits and `*-._`. Source: WHATWG URL §1.3, the complement of the percent-encode set
    /// "application/x-www-form-urlencoded".
    public static let whatwg = QueryCharacterSet(letters + "*-._")
}
