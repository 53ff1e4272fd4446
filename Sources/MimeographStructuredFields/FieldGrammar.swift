/// The bytes that the grammar allows.
///
/// Source: RFC 9651 §3.
enum FieldGrammar {
    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
    /// Whether the byte is ASCII and not a control character. Source: RFC 9651 §3.3.3.
    static func isVisible(_ byte: UInt8) -> Bool { byte &- 0x20 < 0x5F }

    private static func isLowercase(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 }

    /// Source: RFC 9651 §3.1.2.
    static func beginsKey(_ byte: UInt8) -> Bool { isLowercase(byte) || byte == UInt8(ascii: "*") }
    static func isKey(_ byte: UInt8) -> Bool {
        beginsKey(byte) || isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".")
    }

    /// Source: RFC 9651 §3.3.4; RFC 9110 §5.6.2.
    static func beginsToken(_ byte: UInt8) -> Bool { isLowercase(byte | 0x20) || byte == UInt8(ascii: "*") }
    static func isToken(_ byte: UInt8) -> Bool {
        beginsToken(byte) || isDigit(byte) || "!#$%&'+-.^_`|~:/".utf8.contains(byte)
    }

    /// Returns the value of a Base64 digit. Source: RFC 4648 §4.
    static func base64Value(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte + 4
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }

    static let base64Digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    static let hexadecimalDigits = Array("0123456789abcdef".utf8)
}
