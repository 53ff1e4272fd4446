import Mimeograph

/// Parsing of fields from browsers and servers. Forms and responses have different rules.
///
/// In the quotes of a form, `\"` is a quotation mark and `\\` a backslash. Any other backslash stands for itself, because old
/// browsers send `filename="C:\photos\a.png"`. Browsers write `%22`, `%0D` and `%0A` for the three bytes that would end the
/// quotes or the line. Other percent signs stand for themselves. In a response, a backslash makes the next character literal, and
/// percent signs have no special meaning.
extension ContentDisposition {
    /// Parses the value of a field; nil if it does not begin with a token.
    ///
    /// If a parameter is repeated, the first one counts. In a response, `filename*` has precedence over `filename`. A form must
    /// not contain `filename*`; it counts only if there is no `filename`. Parameters after the 64th are ignored.
    ///
    /// Some servers omit the type, as in `filename=a.txt` (non-standard). It is then `attachment`; browsers and curl use the name,
    /// too.
    ///
    /// Source: RFC 6266 §4.1, §4.3; RFC 7578 §4.2; RFC 8187 §3.2; RFC 9110 §5.6.4.
    public init?(parsing text: String) {
        guard let disposition = withBytes(of: text.utf8, { Self.parse($0) }) else { return nil }
        self = disposition
    }

    private static func parse(_ bytes: Span<UInt8>) -> ContentDisposition? {
        let end = bytes.count
        let start = FieldSyntax.endOfOptionalWhitespace(bytes, from: 0, to: end)
        var position = FieldSyntax.endOfToken(bytes, from: start, to: end)
        guard position > start else { return nil }
        let next = FieldSyntax.endOfOptionalWhitespace(bytes, from: position, to: end)
        var lacksType = next < end && bytes[next] == FieldSyntax.equals
        var result = ContentDisposition(
            type: lacksType ? "attachment" : String(decoding: Array(bytes.extracting(start..<position)), as: UTF8.self)
        )
        var extended: [UInt8]?
        for _ in 0..<MediaType.maximumParameterCount {
            if lacksType {
                position = start
                lacksType = false
            } else {
                while position < end, bytes[position] != FieldSyntax.semicolon { position += 1 }
                guard position < end else { break }
                position = FieldSyntax.endOfOptionalWhitespace(bytes, from: position + 1, to: end)
            }
            let nameStart = position
            position = FieldSyntax.endOfToken(bytes, from: position, to: end)
            let name = String(decoding: Array(bytes.extracting(nameStart..<position)), as: UTF8.self).lowercased()
            position = FieldSyntax.endOfOptionalWhitespace(bytes, from: position, to: end)
            guard position < end, bytes[position] == FieldSyntax.equals else { continue }
            position = FieldSyntax.endOfOptionalWhitespace(bytes, from: position + 1, to: end)
            let value = readValue(bytes, at: &position, isForm: result.isForm)
            let text = result.isForm ? unescaped(value) : String(decoding: value, as: UTF8.self)
            switch ByteEqualString(name) {
            case "name" where result.name == nil: result.name = text
            case "filename" where result.fileName == nil: result.fileName = text
            case "filename*" where extended == nil: extended = value
            default: break
            }
        }
        if let extended = extended.flatMap({ String(extendedFieldValue: $0) }), !result.isForm || result.fileName == nil
        {
            result.fileName = extended
        }
        return result
    }

    /// Reads a token or a quoted string, without quotes and backslashes.
    private static func readValue(_ bytes: Span<UInt8>, at position: inout Int, isForm: Bool) -> [UInt8] {
        var value: [UInt8] = []
        guard position < bytes.count, bytes[position] == FieldSyntax.quote else {
            while position < bytes.count, bytes[position] != FieldSyntax.semicolon {
                value.append(bytes[position])
                position += 1
            }
            while let last = value.last, FieldSyntax.isOptionalWhitespace(last) { value.removeLast() }
            return value
        }
        // Browsers that do not escape backslashes may send one before the closing quotation mark. Then the string has no valid
        // end, and is read again without escapes.
        let start = position + 1
        for readsEscapes in [true, false] {
            position = start
            value = []
            if readQuoted(bytes, at: &position, readsEscapes: readsEscapes, isForm: isForm, into: &value) { break }
        }
        return value
    }

    /// Reads a quoted string after its first quotation mark, and returns whether it has a valid end.
    private static func readQuoted(
        _ bytes: Span<UInt8>,
        at position: inout Int,
        readsEscapes: Bool,
        isForm: Bool,
        into value: inout [UInt8]
    ) -> Bool {
        while position < bytes.count {
            var byte = bytes[position]
            position += 1
            if byte == FieldSyntax.quote {
                let next = FieldSyntax.endOfOptionalWhitespace(bytes, from: position, to: bytes.count)
                return next == bytes.count || bytes[next] == FieldSyntax.semicolon
            }
            if readsEscapes, byte == FieldSyntax.backslash, position < bytes.count,
                !isForm || bytes[position] == FieldSyntax.quote || bytes[position] == FieldSyntax.backslash
            {
                byte = bytes[position]
                position += 1
            }
            value.append(byte)
        }
        return false
    }

    /// Decodes the three escapes of browsers.
    private static func unescaped(_ value: [UInt8]) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(value.count)
        var position = 0
        while position < value.count {
            if let byte = percentEncodedByte(value, at: position), [0x0A, 0x0D, 0x22].contains(byte) {
                result.append(byte)
                position += 3
            } else {
                result.append(value[position])
                position += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func percentEncodedByte(_ bytes: [UInt8], at position: Int) -> UInt8? {
        guard bytes[position] == 0x25, position + 2 < bytes.count, let high = bytes[position + 1].hexDigit,
            let low = bytes[position + 2].hexDigit
        else { return nil }
        return high << 4 | low
    }
}
