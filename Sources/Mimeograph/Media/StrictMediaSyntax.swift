/// The strict parser for text from a program, and for the elements of an Accept field.
///
/// It parses `type/subtype` with parameters by the grammar, including wildcards; its callers reject the wildcards that they do
/// not want. `;charset=utf-8 ; q="x"` shows the syntax of parameters: white space around the semicolon but not around the equals
/// sign, and a token or a quoted string.
///
/// Source: RFC 9110 §8.3.1, §5.6.6 (parameters), §12.5.1 (ranges), §12.4.2 (weight).
struct StrictMediaSyntax {
    /// The position and the kind of an error.
    struct Failure: Error {
        var offset: Int
        var reason: MediaTypeSyntaxError.Reason
    }

    var pattern: MediaRange.Pattern
    var parameters: [MediaType.Parameter] = []
    var quality: QualityValue?

    /// Parses a range of UTF-8 bytes.
    ///
    /// - Parameters:
    ///   - bytes: The whole text; offsets count from its start.
    ///   - start: The index of the first byte to parse.
    ///   - end: The index after the last byte to parse.
    ///   - isAcceptElement: Whether a parameter `q` is a weight that ends the parameters, and a bare `*` means `*/*`.
    init(_ bytes: Span<UInt8>, from start: Int, to end: Int, isAcceptElement: Bool) throws(Failure) {
        var end = end
        while end > start, FieldSyntax.isOptionalWhitespace(bytes[end - 1]) { end -= 1 }
        var position = FieldSyntax.endOfOptionalWhitespace(bytes, from: start, to: end)

        pattern = try Self.parsePattern(bytes, at: &position, to: end, isAcceptElement: isAcceptElement)
        while true {
            position = FieldSyntax.endOfOptionalWhitespace(bytes, from: position, to: end)
            guard position < end else { return }
            guard bytes[position] == FieldSyntax.semicolon else {
                throw Failure(offset: position, reason: .unexpectedByte)
            }
            position = FieldSyntax.endOfOptionalWhitespace(bytes, from: position + 1, to: end)
            // An empty parameter is allowed: "text/html;" and "text/html;;a=b".
            if position == end || bytes[position] == FieldSyntax.semicolon { continue }
            let nameStart = position
            position = FieldSyntax.endOfToken(bytes, from: position, to: end)
            guard position > nameStart else {
                let reason: MediaTypeSyntaxError.Reason =
                    bytes[position] == FieldSyntax.equals ? .missingParameterName : .unexpectedByte
                throw Failure(offset: position, reason: reason)
            }
            let name = String(lowercasedASCII: bytes.extracting(nameStart..<position))
            guard position + 1 < end, bytes[position] == FieldSyntax.equals else {
                throw Failure(offset: position, reason: .missingParameterValue)
            }
            position += 1
            if isAcceptElement, name == "q" {
                // Parameters after a weight have no meaning any more: RFC 9110 §12.5.1.
                quality = try Self.parseWeight(bytes, from: position, to: end)
                return
            }
            let value = try Self.parseValue(bytes, at: &position, to: end)
            if parameters.contains(where: { $0.name == name }) { continue }
            guard parameters.count < MediaType.maximumParameterCount else {
                throw Failure(offset: nameStart, reason: .tooManyParameters)
            }
            parameters.append(MediaType.Parameter(name: name, value: value))
        }
    }

    private static func parsePattern(
        _ bytes: Span<UInt8>,
        at position: inout Int,
        to end: Int,
        isAcceptElement: Bool
    ) throws(Failure) -> MediaRange.Pattern {
        let start = position
        let slash = FieldSyntax.endOfToken(bytes, from: start, to: end)
        let isAnyType = slash == start + 1 && bytes[start] == FieldSyntax.asterisk
        guard slash > start else { throw Failure(offset: start, reason: .missingType) }
        guard slash < end, bytes[slash] == FieldSyntax.slash else {
            if isAcceptElement, isAnyType {
                position = slash
                return .any
            }
            throw Failure(offset: slash, reason: .missingSlash)
        }
        let subtype = slash + 1
        position = FieldSyntax.endOfToken(bytes, from: subtype, to: end)
        guard position > subtype else { throw Failure(offset: subtype, reason: .missingSubtype) }

        let isAnySubtype = bytes[subtype] == FieldSyntax.asterisk
        for index in start..<position where bytes[index] == FieldSyntax.asterisk {
            if index == start && isAnyType && isAnySubtype || index == subtype { continue }
            throw Failure(offset: index, reason: .misplacedWildcard)
        }
        guard isAnySubtype else {
            return .essence(String(lowercasedASCII: bytes.extracting(start..<position)))
        }
        let type = isAnyType ? nil : String(lowercasedASCII: bytes.extracting(start..<slash))
        if position == subtype + 1 { return type.map { .type($0) } ?? .any }

        let plus = subtype + 1
        guard bytes[plus] == FieldSyntax.plus else { throw Failure(offset: subtype, reason: .misplacedWildcard) }
        guard position > plus + 1 else { throw Failure(offset: position, reason: .badSuffix) }
        for index in plus + 1..<position where bytes[index] == FieldSyntax.plus {
            throw Failure(offset: index, reason: .badSuffix)
        }
        let suffix = String(lowercasedASCII: bytes.extracting(plus + 1..<position))
        return type.map { .typeSuffix($0, suffix: suffix) } ?? .anySuffix(suffix)
    }

    private static func parseWeight(
        _ bytes: Span<UInt8>,
        from start: Int,
        to end: Int
    ) throws(Failure) -> QualityValue {
        var position = start
        while position < end, bytes[position] != FieldSyntax.semicolon { position += 1 }
        while position > start, FieldSyntax.isOptionalWhitespace(bytes[position - 1]) { position -= 1 }
        guard let quality = QualityValue(parsing: bytes.extracting(start..<position)) else {
            throw Failure(offset: start, reason: .badWeight)
        }
        return quality
    }

    private static func parseValue(
        _ bytes: Span<UInt8>,
        at position: inout Int,
        to end: Int
    ) throws(Failure) -> String {
        let start = position
        guard bytes[start] == FieldSyntax.quote else {
            position = FieldSyntax.endOfToken(bytes, from: start, to: end)
            guard position > start else { throw Failure(offset: start, reason: .missingParameterValue) }
            return String(fieldText: bytes.extracting(start..<position), isomorphic: false)
        }
        var value: [UInt8] = []
        position += 1
        while position < end, bytes[position] != FieldSyntax.quote {
            if bytes[position] == FieldSyntax.backslash { position += 1 }
            guard position < end else { break }
            guard FieldSyntax.isQuotable(bytes[position], isomorphic: false) else {
                throw Failure(offset: position, reason: .unexpectedByte)
            }
            value.append(bytes[position])
            position += 1
        }
        guard position < end else { throw Failure(offset: start, reason: .unterminatedQuote) }
        position += 1
        return String(fieldText: value.span, isomorphic: false)
    }
}

extension StrictMediaSyntax {
    /// Parses a whole text outside an Accept field.
    static func parse(_ text: String) throws(MediaTypeSyntaxError) -> StrictMediaSyntax {
        do throws(Failure) {
            return try withBytes(of: text.utf8) { (bytes) throws(Failure) in
                try StrictMediaSyntax(bytes, from: 0, to: bytes.count, isAcceptElement: false)
            }
        } catch {
            throw MediaTypeSyntaxError(text: text, offset: error.offset, reason: error.reason)
        }
    }
}
