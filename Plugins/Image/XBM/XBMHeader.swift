import Mimeograph

/// The lines before the bits of an XBM.
struct XBMHeader {
    private(set) var width = 0
    private(set) var height = 0
    /// Whether the bits are stored in words of 16 bits, as in X10, and not in bytes.
    private(set) var hasWords = false
    /// The scanner, positioned after the brace that opens the array.
    private(set) var scanner = XBMScanner()

    /// The length of a row in bytes.
    var rowLength: Int { hasWords ? (width + 15) / 16 * 2 : (width + 7) / 8 }

    /// Whether the bytes begin with a define, possibly after blanks and comments.
    static func matches(_ prefix: Span<UInt8>) -> Bool {
        var scanner = XBMScanner()
        guard let word = scanner.word(prefix) else { return false }
        return XBMScanner.range(word, in: prefix, is: "#define")
    }

    /// Reads the header. Returns nil if the bytes end before it does.
    ///
    /// - Throws: ``SerializationError/Code/syntax`` if the bytes are not an XBM.
    init?(_ body: Span<UInt8>) throws(SerializationError) {
        guard try readDefines(body), try readDeclaration(body) else { return nil }
    }

    /// Reads the lines of the preprocessor. Returns false if the bytes end.
    private mutating func readDefines(_ body: Span<UInt8>) throws(SerializationError) -> Bool {
        while true {
            var ahead = scanner
            let word = ahead.word(body)
            // A word at the end of the bytes may continue.
            if ahead.at == body.count { return false }
            guard let word, XBMScanner.range(word, in: body, is: "#define") else { break }
            let name = ahead.name(body)
            let value = ahead.word(body)
            if ahead.at == body.count { return false }
            guard let name else { throw Self.broken("a define without a name", at: ahead.at, body) }
            scanner = ahead
            let isWidth = XBMScanner.range(name, in: body, is: "width", orEndsWithIt: true)
            let isHeight = XBMScanner.range(name, in: body, is: "height", orEndsWithIt: true)
            guard isWidth || isHeight else { continue }
            guard let number = value.flatMap({ XBMScanner.number($0, in: body) }) else {
                throw Self.broken("a size that is not a number", at: name.lowerBound, body)
            }
            if isWidth { width = number } else { height = number }
        }
        guard width > 0, height > 0 else { throw Self.broken("no width and height", at: scanner.at, body) }
        return true
    }

    /// Reads `static char name_bits[] = {`. Returns false if the bytes end.
    private mutating func readDeclaration(_ body: Span<UInt8>) throws(SerializationError) -> Bool {
        while let word = scanner.word(body) ?? (scanner.skip("-", body) ? scanner.at..<scanner.at : nil) {
            if XBMScanner.range(word, in: body, is: "short") { hasWords = true }
        }
        if scanner.at == body.count { return false }
        var isArray = scanner.skip("[", body)
        _ = scanner.word(body)
        for sign in ["]", "=", "{"] as [Unicode.Scalar] where isArray {
            scanner.skipBlanks(body)
            if scanner.at == body.count { return false }
            isArray = scanner.skip(sign, body)
        }
        guard isArray else { throw Self.broken("no array", at: scanner.at, body) }
        return true
    }

    private static func broken(_ what: String, at offset: Int, _ body: Span<UInt8>) -> SerializationError {
        .corruptImage(.xbm, "The XBM has \(what).", at: SourceLocation(offset: offset, in: body))
    }
}

/// A scanner of the C in an XBM: a few defines and an array.
///
/// Source: X Window System, Xlib §16.9 (XReadBitmapFile); "The XPM Manual" of X10's form, whose words have 16 bits.
struct XBMScanner {
    private(set) var at = 0

    /// Skips blanks and comments.
    mutating func skipBlanks(_ body: Span<UInt8>) {
        while at < body.count {
            switch body[at] {
            case 0x20, 0x09...0x0D: at += 1
            case UInt8(ascii: "/") where at + 1 < body.count && body[at + 1] == UInt8(ascii: "*"):
                var end = at + 2
                while end < body.count,
                    !(body[end] == UInt8(ascii: "/") && body[end - 1] == UInt8(ascii: "*") && end > at + 2)
                {
                    end += 1
                }
                at = min(body.count, end + 1)
            // A slash at the end may begin a comment, and nothing else.
            case UInt8(ascii: "/") where at + 1 == body.count: at += 1
            default: return
            }
        }
    }

    /// Reads a name, a number or a directive. Returns nil if the next byte does not begin any of them.
    mutating func word(_ body: Span<UInt8>) -> Range<Int>? {
        skipBlanks(body)
        let start = at
        if at < body.count, body[at] == UInt8(ascii: "#") { at += 1 }
        while at < body.count, Self.isWordByte(body[at]) { at += 1 }
        return at > start ? start..<at : nil
    }

    /// Reads up to the next blank. ImageMagick writes names that are not valid in C, such as `-_width`.
    mutating func name(_ body: Span<UInt8>) -> Range<Int>? {
        skipBlanks(body)
        let start = at
        while at < body.count, body[at] > 0x20 { at += 1 }
        return at > start ? start..<at : nil
    }

    /// Skips that sign if it comes next. Returns whether it did.
    mutating func skip(_ sign: Unicode.Scalar, _ body: Span<UInt8>) -> Bool {
        skipBlanks(body)
        guard at < body.count, body[at] == UInt8(ascii: sign) else { return false }
        at += 1
        return true
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }

    /// Parses a number as written in C: decimal, hexadecimal (`0x`) or octal (`0`). Returns nil if it is not a number or exceeds
    /// 2^31.
    static func number(_ range: Range<Int>, in body: Span<UInt8>) -> Int? {
        var base = 10
        var start = range.lowerBound
        if range.count > 1, body[start] == UInt8(ascii: "0") {
            let isHexadecimal = body[start + 1] | 0x20 == UInt8(ascii: "x")
            base = isHexadecimal ? 16 : 8
            start += isHexadecimal ? 2 : 1
        }
        guard start < range.upperBound else { return nil }
        var value = 0
        for index in start..<range.upperBound {
            let digit: Int
            switch body[index] {
            case let byte where byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"):
                digit = Int(byte - UInt8(ascii: "0"))
            case let byte where byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "f"):
                digit = Int(byte | 0x20 - UInt8(ascii: "a")) + 10
            default: return nil
            }
            guard digit < base else { return nil }
            value = value * base + digit
            if value > 1 << 31 { return nil }
        }
        return value
    }

    /// Whether the bytes are that word, or are a name that ends with `_` and that word.
    static func range(_ range: Range<Int>, in body: Span<UInt8>, is word: StaticString, orEndsWithIt: Bool = false)
        -> Bool
    {
        let length = word.utf8CodeUnitCount
        guard range.count == length || orEndsWithIt && range.count > length else { return false }
        let start = range.upperBound - length
        if range.count > length, body[start - 1] != UInt8(ascii: "_") { return false }
        var index = start
        for byte in "\(word)".utf8 {
            if body[index] != byte { return false }
            index += 1
        }
        return true
    }
}
