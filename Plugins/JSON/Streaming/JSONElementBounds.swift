/// Finds where an element ends that goes beyond one window, without reading its values.
///
/// It knows strings, escapes and brackets, and nothing else: for every valid element the end is exact, and for any other
/// it is some place at or behind the first fault, so that reading the element up to there finds that fault.
///
/// For `{"a":"]\"` in one window and `"}, 2` in the next, the first gives no end; the second goes on in the string, and
/// gives 2, the offset after the brace.
struct JSONElementBounds: Sendable {
    private enum Place {
        /// Before the element's first byte.
        case before
        /// In a container, outside of strings.
        case container
        /// In a string; or directly after a backslash in it.
        case string, escape
        /// In a number, a literal, or in what is nothing at all.
        case scalar
    }

    /// A byte that ends any element, also where it stands in a string.
    private let separator: UInt8?
    private var place = Place.before
    private var depth = 0

    init(separator: UInt8?) { self.separator = separator }

    /// Gets ready for a new element.
    mutating func begin() {
        place = .before
        depth = 0
    }

    /// The offset after the element's last byte, or nil where that lies beyond the window.
    mutating func end(in window: Span<UInt8>, from start: Int) -> Int? {
        var cursor = start
        while cursor < window.count {
            switch place {
            case .container: cursor = JSONByteSearch.passContainer(in: window, from: cursor, depth: &depth)
            case .string: cursor = JSONByteSearch.firstOfString(in: window, from: cursor, or: separator)
            default: break
            }
            if cursor == window.count { return nil }
            let byte = window[cursor]
            if byte == separator { return cursor }
            switch place {
            case .before: begin(with: byte)
            case .string:
                if byte == UInt8(ascii: "\\") {
                    place = .escape
                } else if byte == UInt8(ascii: "\"") {
                    place = .container
                }
            case .escape: place = .string
            case .container: enter(byte)
            case .scalar: if endsScalar(byte) { return cursor }
            }
            cursor += 1
            if place == .container, depth <= 0 { return cursor }
        }
        return nil
    }

    private mutating func begin(with byte: UInt8) {
        place = .container
        enter(byte)
        if depth == 0, place == .container { place = .scalar }
    }

    private mutating func enter(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): place = .string
        case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        default: break
        }
    }

    private func endsScalar(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x0A, 0x0D, 0x09: true
        // In a sequence these follow no scalar, and the reader refuses them.
        case UInt8(ascii: ","), UInt8(ascii: "]"): separator == nil
        default: false
        }
    }
}
