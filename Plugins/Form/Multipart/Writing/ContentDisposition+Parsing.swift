import Mimeograph

/// Reads what browsers and servers send, which is less than the grammar forbids.
///
/// In quotes `\"` is a quotation mark and `\\` a backslash; a backslash before anything else stands for itself, because old
/// browsers send `filename="C:\photos\a.png"`. `%22`, `%0D` and `%0A` are what browsers of today write for the three bytes
/// that would break out; other percent signs stand for themselves, and so no receiver can tell a name that holds `%22`.
extension ContentDisposition {
    /// Reads a field's value; nil where it does not begin with a token.
    ///
    /// The first of two parameters with one name counts, and `filename*` beats `filename` where it can be read. Parameters
    /// after the 64th are left out.
    ///
    /// Source: RFC 6266 §4.1, §4.3; RFC 8187 §3.2.
    public init?(parsing text: String) {
        guard let disposition = withBytes(of: text.utf8, { Self.parse($0) }) else { return nil }
        self = disposition
    }

    private static func parse(_ bytes: Span<UInt8>) -> ContentDisposition? {
        let end = bytes.count
        let start = FieldSyntax.endOfOptionalWhitespace(bytes, from: 0, to: end)
        var position = FieldSyntax.endOfToken(bytes, from: start, to: end)
        guard position > start else { return nil }
        var result = ContentDisposition(
            type: String(decoding: Array(bytes.extracting(start..<position)), as: UTF8.self)
        )
        var extended: String?
        for _ in 0..<MediaType.maximumParameterCount {
            while position < end, bytes[position] != FieldSyntax.semicolon { position += 1 }
            guard position < end else { break }
            position = FieldSyntax.endOfOptionalWhitespace(bytes, from: position + 1, to: end)
            let nameStart = position
            position = FieldSyntax.endOfToken(bytes, from: position, to: end)
            let name = String(decoding: Array(bytes.extracting(nameStart..<position)), as: UTF8.self).lowercased()
            position = FieldSyntax.endOfOptionalWhitespace(bytes, from: position, to: end)
            guard position < end, bytes[position] == FieldSyntax.equals else { continue }
            position = FieldSyntax.endOfOptionalWhitespace(bytes, from: position + 1, to: end)
            let value = readValue(bytes, at: &position)
            switch ByteEqualString(name) {
            case "name" where result.name == nil: result.name = unescaped(value)
            case "filename" where result.fileName == nil: result.fileName = unescaped(value)
            case "filename*" where extended == nil: extended = extendedValue(value)
            default: break
            }
        }
        if let extended { result.fileName = extended }
        return result
    }

    /// A token or a quoted string, without quotes and backslashes.
    private static func readValue(_ bytes: Span<UInt8>, at position: inout Int) -> [UInt8] {
        var value: [UInt8] = []
        guard position < bytes.count, bytes[position] == FieldSyntax.quote else {
            while position < bytes.count, bytes[position] != FieldSyntax.semicolon {
                value.append(bytes[position])
                position += 1
            }
            while let last = value.last, FieldSyntax.isOptionalWhitespace(last) { value.removeLast() }
            return value
        }
        // A browser that sends a backslash as it is may send one before the closing quotation mark. Then either there is no
        // other, or what follows it is no parameter.
        let start = position + 1
        for readsEscapes in [true, false] {
            position = start
            value = []
            if readQuoted(bytes, at: &position, readsEscapes: readsEscapes, into: &value) { break }
        }
        return value
    }

    /// Reads a quoted string from after its first quotation mark on; whether it ends as one does.
    private static func readQuoted(
        _ bytes: Span<UInt8>,
        at position: inout Int,
        readsEscapes: Bool,
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
                bytes[position] == FieldSyntax.quote || bytes[position] == FieldSyntax.backslash
            {
                byte = bytes[position]
                position += 1
            }
            value.append(byte)
        }
        return false
    }

    /// Undoes the three escapes of browsers.
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

    /// Reads `charset'language'text`; nil where it is none, or in no encoding that RFC 8187 names.
    private static func extendedValue(_ value: [UInt8]) -> String? {
        let pieces = value.split(separator: 0x27, maxSplits: 2, omittingEmptySubsequences: false)
        guard pieces.count == 3 else { return nil }
        let text = Array(pieces[2])
        var bytes: [UInt8] = []
        var position = 0
        while position < text.count {
            if let byte = percentEncodedByte(text, at: position) {
                bytes.append(byte)
                position += 3
            } else {
                guard text[position] != 0x25 else { return nil }
                bytes.append(text[position])
                position += 1
            }
        }
        switch ByteEqualString(String(decoding: pieces[0].map(FieldSyntax.lowercased), as: UTF8.self)) {
        case "utf-8": return String(validating: bytes, as: UTF8.self)
        case "iso-8859-1": return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        default: return nil
        }
    }

    private static func percentEncodedByte(_ bytes: [UInt8], at position: Int) -> UInt8? {
        guard bytes[position] == 0x25, position + 2 < bytes.count, let high = bytes[position + 1].hexDigit,
            let low = bytes[position + 2].hexDigit
        else { return nil }
        return high << 4 | low
    }
}
