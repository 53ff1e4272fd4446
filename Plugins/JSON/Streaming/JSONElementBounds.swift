/// A search for the end of an element that reaches beyond one window, without parsing its values.
///
/// It knows only strings, escapes and brackets. For a valid element the end is exact. For any other element it is some offset at
/// or after the first parse error, so that parsing the element up to there finds that error.
///
/// For `{"a":"]\"` in one window and `"}, 2` in the next, the first window has no end. The second continues inside the string and
/// returns 2, the offset after the brace.
struct JSONElementBounds: Sendable {
    private enum State {
        /// Before the element's first byte.
        case before
        /// In a container, outside of strings.
        case container
        /// In a string, or directly after a backslash in it.
        case string, escape
        /// In a number, a literal or invalid text.
        case scalar
    }

    /// A byte that ends any element, even inside a string.
    private let separator: UInt8?
    private var state = State.before
    private var depth = 0

    init(separator: UInt8?) { self.separator = separator }

    /// Prepares for a new element.
    mutating func begin() {
        state = .before
        depth = 0
    }

    /// Returns the offset after the element's last byte, or nil if it is beyond the window.
    mutating func end(in window: Span<UInt8>, from start: Int) -> Int? {
        var cursor = start
        while cursor < window.count {
            cursor = passBlocks(in: window, from: cursor)
            let stop = min(window.count, cursor + 64)
            while cursor < stop {
                let byte = window[cursor]
                if byte == separator { return cursor }
                switch state {
                case .before: begin(with: byte)
                case .string:
                    if byte == UInt8(ascii: "\\") {
                        state = .escape
                    } else if byte == UInt8(ascii: "\"") {
                        state = .container
                    }
                case .escape: state = .string
                case .container: enter(byte)
                case .scalar: if endsScalar(byte) { return cursor }
                }
                cursor += 1
                if state == .container, depth <= 0 { return cursor }
            }
        }
        return nil
    }

    /// Skips whole blocks. Stops if less than a block is left, or if a block needs a closer look: for a backslash or a separator,
    /// or because the element may end in it.
    private mutating func passBlocks(in window: Span<UInt8>, from start: Int) -> Int {
        var isInString: UInt64
        switch state {
        case .container: isInString = 0
        case .string: isInString = .max
        default: return start
        }
        // SAFETY: the elements are bytes.
        let bytes = unsafe window.bytes
        var cursor = start
        var depth = depth
        while window.count &- cursor >= 64 {
            let block = JSONWindowBlock(bytes, at: cursor)
            if block.contains(UInt8(ascii: "\\")) { break }
            if let separator, block.contains(separator) { break }
            var strings = block.mask(of: UInt8(ascii: "\""))
            // Each bit becomes the parity of the bits up to it.
            strings ^= strings &<< 1
            strings ^= strings &<< 2
            strings ^= strings &<< 4
            strings ^= strings &<< 8
            strings ^= strings &<< 16
            strings ^= strings &<< 32
            strings ^= isInString
            // With bit 5 set, brackets are braces.
            let opening = JSONBitSums(block.mask(ofFolded: UInt8(ascii: "{")) & ~strings)
            let closing = JSONBitSums(block.mask(ofFolded: UInt8(ascii: "}")) & ~strings)
            if JSONBitSums.mayEnd(depth, opening, closing) { break }
            depth &+= opening.total &- closing.total
            isInString = strings &>> 63 == 0 ? 0 : .max
            cursor &+= 64
        }
        self.depth = depth
        state = isInString == 0 ? .container : .string
        return cursor
    }

    private mutating func begin(with byte: UInt8) {
        state = .container
        enter(byte)
        if depth == 0, state == .container { state = .scalar }
    }

    private mutating func enter(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): state = .string
        case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        default: break
        }
    }

    private func endsScalar(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x0A, 0x0D, 0x09: true
        // In a sequence these cannot follow a scalar, and the reader rejects them.
        case UInt8(ascii: ","), UInt8(ascii: "]"): separator == nil
        default: false
        }
    }
}

/// The numbers of set bits in the first byte of a word, in its first two, and so on, each sum in a byte.
///
/// For 0x0301 the sums are 1 and 3, and 3 in each of the other six bytes.
struct JSONBitSums {
    private static let ones: UInt64 = 0x0101_0101_0101_0101

    private let sums: UInt64

    @inline(__always)
    init(_ bits: UInt64) {
        let pairs = bits &- (bits &>> 1 & 0x5555_5555_5555_5555)
        let fours = pairs & 0x3333_3333_3333_3333 &+ pairs &>> 2 & 0x3333_3333_3333_3333
        let bytes = (fours &+ fours &>> 4) & 0x0F0F_0F0F_0F0F_0F0F
        sums = bytes &* JSONBitSums.ones
    }

    /// The number of set bits.
    @inline(__always)
    var total: Int { Int(truncatingIfNeeded: sums &>> 56) }

    /// Whether a number of open containers may all be closed somewhere in a block.
    ///
    /// They may, unless for each eight bytes more containers are open before them than are closed up to their end.
    @inline(__always)
    static func mayEnd(_ depth: Int, _ opening: JSONBitSums, _ closing: JSONBitSums) -> Bool {
        // With 128 in each byte, which is more than is subtracted, no byte borrows from another. Nor does one carry: a block has
        // at most 56 bits before the last eight bytes.
        let least = 127 &+ UInt64(truncatingIfNeeded: min(max(depth, 0), 64))
        let open = least &* ones &+ opening.sums &<< 8 &- closing.sums
        return open & (ones &* 0x80) != ones &* 0x80
    }
}
