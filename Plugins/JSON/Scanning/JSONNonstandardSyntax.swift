import MimeographTree

/// A pass that removes the syntax that options allow beyond RFC 8259, so that the strict scan need not know it.
///
/// Comments and commas before a closing bracket become spaces in the scanner's own copy. Offsets do not change.
/// For `[1, /* two */ 2,]` the scan sees `[1,           2 ]`.
enum JSONNonstandardSyntax {
    static func blank(in bytes: JSONBytes, options: JSONReadingOptions) throws(JSONParseError) {
        var cursor = 0
        // The last two bytes that are neither white space nor comment, and the offset of the last one.
        var last: UInt8 = 0
        var beforeLast: UInt8 = 0
        var lastOffset = 0
        // After the outermost value, a comma is not a trailing comma.
        var depth = 0
        while cursor < bytes.count {
            let byte = bytes[cursor]
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D:
                cursor += 1
                continue
            case UInt8(ascii: "/") where options.allowsComments:
                let end = try commentEnd(bytes, from: cursor)
                if end > cursor {
                    while cursor < end {
                        bytes[cursor] = 0x20
                        cursor += 1
                    }
                    continue
                }
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if options.allowsTrailingCommas, last == UInt8(ascii: ","), endsValue(beforeLast), depth > 0 {
                    bytes[lastOffset] = 0x20
                }
                depth = max(0, depth - 1)
            default: break
            }
            beforeLast = last
            last = byte
            lastOffset = cursor
            cursor = byte == UInt8(ascii: "\"") ? stringEnd(bytes, from: cursor) : cursor + 1
        }
    }

    /// Whether a comma after this byte separates something.
    private static func endsValue(_ byte: UInt8) -> Bool {
        switch byte {
        case 0, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "{"): false
        default: true
        }
    }

    /// Returns the offset after the string that begins at `start`; the scan rejects a string without an end.
    private static func stringEnd(_ bytes: JSONBytes, from start: Int) -> Int {
        var cursor = start + 1
        while cursor < bytes.count, bytes[cursor] != UInt8(ascii: "\"") {
            cursor += bytes[cursor] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(cursor + 1, bytes.count)
    }

    /// Returns the offset after the comment that begins at `start`, or `start` itself if none does.
    private static func commentEnd(_ bytes: JSONBytes, from start: Int) throws(JSONParseError) -> Int {
        var cursor = start + 2
        switch bytes[start + 1] {
        case UInt8(ascii: "/"):
            while cursor < bytes.count, bytes[cursor] != 0x0A, bytes[cursor] != 0x0D {
                cursor = try end(ofCharacterAt: cursor, in: bytes)
            }
            return cursor
        case UInt8(ascii: "*"):
            while cursor + 1 < bytes.count {
                if bytes[cursor] == UInt8(ascii: "*"), bytes[cursor + 1] == UInt8(ascii: "/") { return cursor + 2 }
                cursor = try end(ofCharacterAt: cursor, in: bytes)
            }
            throw JSONParseError(.unterminatedComment, at: bytes.count)
        default: return start
        }
    }

    /// Returns the offset after a character of a comment, or a run of them. All of a JSON text must be UTF-8, comments included.
    ///
    /// Source: RFC 8259 §8.1.
    private static func end(ofCharacterAt cursor: Int, in bytes: JSONBytes) throws(JSONParseError) -> Int {
        bytes[cursor] < 0x80 ? cursor + 1 : try JSONScanner.validEnd(bytes, from: cursor)
    }
}
