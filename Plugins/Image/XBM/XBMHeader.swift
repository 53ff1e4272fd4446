import Mimeograph

/// What stands before the bits of an XBM.
struct XBMHeader {
    private(set) var width = 0
    private(set) var height = 0
    /// Whether the bits come in words of 16, as in X10, not in bytes.
    private(set) var hasWords = false
    /// Stands behind the brace that opens the array.
    private(set) var scanner = XBMScanner()

    /// The bytes of a row.
    var rowLength: Int { hasWords ? (width + 15) / 16 * 2 : (width + 7) / 8 }

    /// Whether the bytes begin with a define, maybe after blanks and comments.
    static func matches(_ prefix: Span<UInt8>) -> Bool {
        var scanner = XBMScanner()
        guard let word = scanner.word(prefix) else { return false }
        return XBMScanner.range(word, in: prefix, is: "#define")
    }

    /// Reads it; nil where the bytes end before it does.
    ///
    /// - Throws: ``SerializationError/Code/syntax`` where it is no XBM.
    init?(_ body: Span<UInt8>) throws(SerializationError) {
        guard try readDefines(body), try readDeclaration(body) else { return nil }
    }

    /// Reads the lines of the preprocessor; false where the bytes end.
    private mutating func readDefines(_ body: Span<UInt8>) throws(SerializationError) -> Bool {
        while true {
            var ahead = scanner
            let word = ahead.word(body)
            // A word that ends where the bytes do may go on.
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
                throw Self.broken("a size that is no number", at: name.lowerBound, body)
            }
            if isWidth { width = number } else { height = number }
        }
        guard width > 0, height > 0 else { throw Self.broken("no width and height", at: scanner.at, body) }
        return true
    }

    /// Reads `static char name_bits[] = {`; false where the bytes end.
    private mutating func readDeclaration(_ body: Span<UInt8>) throws(SerializationError) -> Bool {
        while let word = scanner.word(body) ?? (scanner.take("-", body) ? scanner.at..<scanner.at : nil) {
            if XBMScanner.range(word, in: body, is: "short") { hasWords = true }
        }
        if scanner.at == body.count { return false }
        var isArray = scanner.take("[", body)
        _ = scanner.word(body)
        for sign in ["]", "=", "{"] as [Unicode.Scalar] where isArray {
            scanner.skipBlanks(body)
            if scanner.at == body.count { return false }
            isArray = scanner.take(sign, body)
        }
        guard isArray else { throw Self.broken("no array", at: scanner.at, body) }
        return true
    }

    private static func broken(_ what: String, at offset: Int, _ body: Span<UInt8>) -> SerializationError {
        .corruptImage(.xbm, "The XBM has \(what).", at: SourceLocation(offset: offset, in: body))
    }
}
