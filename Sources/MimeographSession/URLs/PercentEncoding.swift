/// Percent-encoding for characters that a part of a URL cannot contain.
///
/// Source: RFC 3986 §2.
enum PercentEncoding {
    /// Decodes a text; nil if the encoding is malformed or the result is not UTF-8.
    static func decoded(_ text: some StringProtocol) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
        let digits = Array("0123456789ABCDEF".utf8)
        bytes.append(UInt8(ascii: "%"))
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
    }

    /// Whether a byte is a letter, a digit or one of `-._~`, which no part of a URL encodes. Source: RFC 3986 §2.3.
    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }

    static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}

extension RequestURL {
    /// A part of a URL, by the characters that it may contain.
    enum Part {
        case userInformation
        case path
        /// Query and fragment.
        case query
    }

    /// Percent-encodes the characters that the part may not contain, including a percent sign that begins no encoding.
    ///
    /// - Throws: ``SessionError/Code/invalidURL`` for control characters.
    static func encoded(_ text: Substring, _ part: Part) throws(SessionError) -> String {
        if text.utf8.allSatisfy({ isAllowed($0, in: part) && $0 != 0x25 }) { return String(text) }
        var bytes: [UInt8] = []
        let source = text.opaqueBytes
        for (index, byte) in source.enumerated() {
            switch byte {
            case 0..<0x20, 0x7F:
                throw .invalidURL(
                    "It contains a control character.",
                    remedy: "Remove line breaks and other control characters, or percent-encode them."
                )
            case 0x25:
                let isEncoding =
                    index + 2 < source.count && PercentEncoding.digit(source[index + 1]) != nil
                    && PercentEncoding.digit(source[index + 2]) != nil
                if isEncoding { bytes.append(byte) } else { PercentEncoding.append(byte, to: &bytes) }
            case let byte where isAllowed(byte, in: part): bytes.append(byte)
            default: PercentEncoding.append(byte, to: &bytes)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Source: RFC 3986 §3.2.1, §3.3, §3.4. In a query, `[`, `]`, `|` and `^` are also allowed: servers accept them, and browsers
    /// send them unencoded.
    private static func isAllowed(_ byte: UInt8, in part: Part) -> Bool {
        switch byte {
        case _ where PercentEncoding.isUnreserved(byte): true
        case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("): true
        case UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"): true
        case UInt8(ascii: "="), UInt8(ascii: ":"): true
        case UInt8(ascii: "@"), UInt8(ascii: "/"): part != .userInformation
        case UInt8(ascii: "?"): part == .query
        case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "|"), UInt8(ascii: "^"): part == .query
        default: false
        }
    }
}
