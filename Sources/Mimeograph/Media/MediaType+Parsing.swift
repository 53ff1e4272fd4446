/// The lenient parser for text from a peer.
///
/// It accepts what browsers accept. `Text/HTML ; charset="utf-8" junk; =; x` is `text/html;charset=utf-8`: the essence must be
/// two tokens, and malformed parameters are skipped. It takes one pass without recursion, allocates once for the essence, and
/// allocates for parameters only if there are any.
extension MediaType {
    /// Parses a media type from received text, as browsers do; nil if its essence is malformed.
    ///
    /// - Parameter text: The value of one Content-Type field.
    ///
    /// Source: WHATWG MIME Sniffing §4.4 "parse a MIME type".
    public init?(parsing text: String) {
        // Besides the generic initializer, which other modules call unspecialised in twice the time.
        guard let type = withBytes(of: text.utf8, { Self.parse($0, isomorphic: false) }) else { return nil }
        self = type
    }

    /// Parses a media type from a part of received text, as browsers do; nil if its essence is malformed.
    ///
    /// - Parameter text: The value of one Content-Type field.
    ///
    /// Source: WHATWG MIME Sniffing §4.4 "parse a MIME type".
    public init?(parsing text: some StringProtocol) {
        guard let type = withBytes(of: text.utf8, { Self.parse($0, isomorphic: false) }) else { return nil }
        self = type
    }

    /// Parses a media type from received bytes, as browsers do; nil if its essence is malformed.
    ///
    /// - Parameter bytes: The value of one Content-Type field; each byte is the code point of its number.
    ///
    /// Source: WHATWG MIME Sniffing §4.4 "parse a MIME type from bytes".
    public init?(parsing bytes: Span<UInt8>) {
        guard let type = Self.parse(bytes, isomorphic: true) else { return nil }
        self = type
    }

    static func parse(_ bytes: Span<UInt8>, isomorphic: Bool) -> MediaType? {
        var start = 0
        var end = bytes.count
        while start < end, FieldSyntax.isWhitespace(bytes[start]) { start += 1 }
        while end > start, FieldSyntax.isWhitespace(bytes[end - 1]) { end -= 1 }

        let slash = FieldSyntax.endOfToken(bytes, from: start, to: end)
        guard slash > start, slash < end, bytes[slash] == FieldSyntax.slash else { return nil }
        let essenceEnd = FieldSyntax.endOfToken(bytes, from: slash + 1, to: end)
        guard essenceEnd > slash + 1 else { return nil }

        var position = essenceEnd
        while position < end, FieldSyntax.isWhitespace(bytes[position]) { position += 1 }
        guard position == end || bytes[position] == FieldSyntax.semicolon else { return nil }

        return MediaType(
            canonicalEssence: String(lowercasedASCII: bytes.extracting(start..<essenceEnd)),
            parameters: position == end
                ? [] : parseParameters(bytes, from: position, to: end, isomorphic: isomorphic)
        )
    }

    /// Parses parameters from the first semicolon on.
    private static func parseParameters(
        _ bytes: Span<UInt8>,
        from start: Int,
        to end: Int,
        isomorphic: Bool
    ) -> [Parameter] {
        var parameters: [Parameter] = []
        var position = start
        // Each round starts at a semicolon.
        while position < end, parameters.count < maximumParameterCount {
            position += 1
            while position < end, FieldSyntax.isWhitespace(bytes[position]) { position += 1 }
            let nameStart = position
            while position < end, bytes[position] != FieldSyntax.semicolon, bytes[position] != FieldSyntax.equals {
                position += 1
            }
            let nameEnd = position
            guard position < end else { break }
            if bytes[position] == FieldSyntax.semicolon { continue }
            position += 1
            guard position < end else { break }

            let value: String?
            if bytes[position] == FieldSyntax.quote {
                value = parseQuotedString(bytes, at: &position, to: end, isomorphic: isomorphic)
                while position < end, bytes[position] != FieldSyntax.semicolon { position += 1 }
            } else {
                let valueStart = position
                while position < end, bytes[position] != FieldSyntax.semicolon { position += 1 }
                var valueEnd = position
                while valueEnd > valueStart, FieldSyntax.isWhitespace(bytes[valueEnd - 1]) { valueEnd -= 1 }
                let text = bytes.extracting(valueStart..<valueEnd)
                value = text.isEmpty ? nil : parseValue(text, isomorphic: isomorphic)
            }

            guard let value, nameEnd > nameStart,
                FieldSyntax.endOfToken(bytes, from: nameStart, to: nameEnd) == nameEnd
            else { continue }
            let name = String(lowercasedASCII: bytes.extracting(nameStart..<nameEnd))
            if !parameters.contains(where: { $0.name == name }) {
                parameters.append(Parameter(name: name, value: value))
            }
        }
        return parameters
    }

    /// Returns the text of a value; nil if a byte is not allowed in one.
    private static func parseValue(_ bytes: Span<UInt8>, isomorphic: Bool) -> String? {
        for index in bytes.indices where !FieldSyntax.isQuotable(bytes[index], isomorphic: isomorphic) { return nil }
        return String(fieldText: bytes, isomorphic: isomorphic)
    }

    /// Parses a quoted string from its opening quote to the byte after its closing quote, or to the end of the text.
    ///
    /// Source: Fetch §2.2 "collect an HTTP quoted string" with extract-value.
    private static func parseQuotedString(
        _ bytes: Span<UInt8>,
        at position: inout Int,
        to end: Int,
        isomorphic: Bool
    ) -> String? {
        position += 1
        let start = position
        while position < end, bytes[position] != FieldSyntax.quote, bytes[position] != FieldSyntax.backslash {
            position += 1
        }
        if position == end || bytes[position] == FieldSyntax.quote {
            let text = bytes.extracting(start..<position)
            position = min(position + 1, end)
            return parseValue(text, isomorphic: isomorphic)
        }

        var unescaped = [UInt8](bytes.extracting(start..<position))
        while position < end {
            let byte = bytes[position]
            position += 1
            if byte == FieldSyntax.quote { break }
            if byte == FieldSyntax.backslash, position < end {
                unescaped.append(bytes[position])
                position += 1
            } else {
                unescaped.append(byte)
            }
        }
        return parseValue(unescaped.span, isomorphic: isomorphic)
    }
}
