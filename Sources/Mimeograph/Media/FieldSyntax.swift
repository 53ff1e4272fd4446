/// The character classes and small scanners of the field grammars of HTTP.
///
/// They work on bytes in one of two forms: UTF-8, as in a Swift `String`, or raw field bytes, each of which is one code point up
/// to U+00FF ("isomorphic"). Both forms share all ASCII delimiters.
package enum FieldSyntax {
    package static let tab: UInt8 = 0x09
    package static let lineFeed: UInt8 = 0x0A
    package static let carriageReturn: UInt8 = 0x0D
    package static let space: UInt8 = 0x20
    package static let quote: UInt8 = 0x22
    package static let asterisk: UInt8 = 0x2A
    package static let plus: UInt8 = 0x2B
    package static let comma: UInt8 = 0x2C
    package static let slash: UInt8 = 0x2F
    package static let semicolon: UInt8 = 0x3B
    package static let equals: UInt8 = 0x3D
    package static let backslash: UInt8 = 0x5C

    /// Whether a token may contain the byte.
    ///
    /// Source: RFC 9110 §5.6.2 `tchar`; WHATWG MIME Sniffing §2 "HTTP token code point". Both name the same 77 bytes, which are
    /// stored as bits of two words so that the test reads no memory.
    package static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<64: (0x03FF_6CFA_0000_0000 as UInt64) >> UInt64(byte) & 1 == 1
        case 64..<128: (0x57FF_FFFF_C7FF_FFFE as UInt64) >> UInt64(byte - 64) & 1 == 1
        default: false
        }
    }

    /// Whether some reader may end a field's line at the byte: a line break or zero.
    static func endsLine(_ byte: UInt8) -> Bool { byte == lineFeed || byte == carriageReturn || byte == 0 }

    /// Whether the byte is a tab, a line feed, a carriage return or a space.
    ///
    /// Source: Fetch §2.2 "HTTP whitespace".
    package static func isWhitespace(_ byte: UInt8) -> Bool {
        byte == space || byte == tab || byte == lineFeed || byte == carriageReturn
    }

    /// Whether the byte is a space or a tab.
    ///
    /// Source: RFC 9110 §5.6.3 `OWS`.
    package static func isOptionalWhitespace(_ byte: UInt8) -> Bool { byte == space || byte == tab }

    /// Returns the byte with an ASCII capital letter in lower case.
    package static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }

    /// Whether a parameter's value without quotes and backslashes may contain the byte.
    ///
    /// In UTF-8 the code points U+0080…U+00FF start with C2 or C3. A field must not contain code points with another lead byte.
    ///
    /// Source: WHATWG MIME Sniffing §2 "HTTP quoted-string token code point".
    package static func isQuotable(_ byte: UInt8, isomorphic: Bool) -> Bool {
        if byte < 0x80 { return byte >= 0x20 && byte != 0x7F || byte == tab }
        return isomorphic || byte < 0xC4
    }

    /// Returns the first index from `position` on whose byte is not a token byte.
    package static func endOfToken(_ bytes: Span<UInt8>, from position: Int, to end: Int) -> Int {
        var position = position
        while position < end, isToken(bytes[position]) { position += 1 }
        return position
    }

    /// Returns the first index from `position` on whose byte is neither a space nor a tab.
    package static func endOfOptionalWhitespace(_ bytes: Span<UInt8>, from position: Int, to end: Int) -> Int {
        var position = position
        while position < end, isOptionalWhitespace(bytes[position]) { position += 1 }
        return position
    }

    /// Returns the index of the first comma outside quotes from `position` on, or `end`.
    ///
    /// Source: RFC 9110 §5.6.1; Fetch §2.2 "get, decode, and split".
    package static func endOfListElement(_ bytes: Span<UInt8>, from position: Int, to end: Int) -> Int {
        var position = position
        var isQuoted = false
        while position < end {
            switch bytes[position] {
            case comma where !isQuoted: return position
            case quote: isQuoted.toggle()
            case backslash where isQuoted: position += 1
            default: break
            }
            position += 1
        }
        return end
    }

    /// Whether two texts are equal if the case of ASCII letters is ignored.
    package static func equalsIgnoringCase(_ one: String, _ other: String) -> Bool {
        guard one.utf8.count == other.utf8.count else { return false }
        return withBytes(of: one.utf8) { own in
            withBytes(of: other.utf8) { others in
                for index in own.indices where lowercased(own[index]) != lowercased(others[index]) { return false }
                return true
            }
        }
    }
}

extension String {
    /// Copies field text, and decodes isomorphic bytes.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8, or raw bytes for the code points U+0000…U+00FF.
    ///   - isomorphic: Whether `bytes` are raw.
    init(fieldText bytes: Span<UInt8>, isomorphic: Bool) {
        if isomorphic {
            for index in bytes.indices where bytes[index] >= 0x80 {
                self.init()
                for index in bytes.indices { unicodeScalars.append(Unicode.Scalar(bytes[index])) }
                return
            }
        }
        // SAFETY: `buffer` has room for the requested count, and each byte below the count is written.
        unsafe self.init(unsafeUninitializedCapacity: bytes.count) { buffer in
            for index in bytes.indices { unsafe buffer[index] = bytes[index] }
            return bytes.count
        }
    }

    /// Decodes the value of a parameter whose name ends with an asterisk: `UTF-8''%e2%82%ac`.
    ///
    /// Returns nil if the value is not `charset'language'text`, if the charset is not UTF-8 or ISO-8859-1, or if the text has a
    /// control character, which no name or title needs.
    ///
    /// Source: RFC 8187 §3.2.
    package init?(extendedFieldValue value: some Collection<UInt8>) {
        let pieces = value.split(separator: 0x27, maxSplits: 2, omittingEmptySubsequences: false)
        guard pieces.count == 3 else { return nil }
        var bytes: [UInt8] = []
        var rest = Array(pieces[2])[...]
        while let byte = rest.popFirst() {
            guard byte == 0x25 else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst()?.hexDigit, let low = rest.popFirst()?.hexDigit else { return nil }
            bytes.append(high << 4 | low)
        }
        switch ByteEqualString(String(decoding: pieces[0].map(FieldSyntax.lowercased), as: UTF8.self)) {
        case "utf-8":
            guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
            self = text
        case "iso-8859-1": self.init(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        default: return nil
        }
        if unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) { return nil }
    }

    /// Copies ASCII text in lower case.
    init(lowercasedASCII bytes: Span<UInt8>) {
        // SAFETY: `buffer` has room for the requested count, and each byte below the count is written.
        unsafe self.init(unsafeUninitializedCapacity: bytes.count) { buffer in
            for index in bytes.indices { unsafe buffer[index] = FieldSyntax.lowercased(bytes[index]) }
            return bytes.count
        }
    }

    /// At most 64 characters of the text in quotes, with control characters escaped, for a message.
    var quotedForMessage: String {
        var text = "\""
        for scalar in unicodeScalars.prefix(64) {
            switch scalar.value {
            case 0x20...0x7E: text.unicodeScalars.append(scalar)
            default: text += scalar.escaped(asASCII: true)
            }
        }
        return text + (unicodeScalars.dropFirst(64).isEmpty ? "\"" : "…\"")
    }
}
