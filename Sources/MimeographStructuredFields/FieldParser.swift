public import Mimeograph

extension DecodingLimits {
    /// The default limits of a structured field: 1 MiB and 262,144 elements. The other limits do not apply.
    ///
    /// Each member, each item of an inner list and each parameter is an element. Parsers must accept at least 1,024 members, and
    /// 256 parameters or items of an inner list. Source: RFC 9651 §3.1, §3.2.
    public static let structuredField = DecodingLimits(inputBytes: 1 << 20, elements: 1 << 18)
}

/// A parser of lists, dictionaries and items. It reads each byte once, and lists contain no lists, so it does not recurse.
///
/// Source: RFC 9651 §4.2.
struct FieldParser {
    /// The lines of the field, joined by a comma and a space.
    private let bytes: [UInt8]
    private(set) var position = 0
    private var elements = 0
    private let limits: DecodingLimits

    /// - Throws: The code `limitExceeded` if the lines have too many bytes, before they are copied.
    init(_ lines: [String], _ limits: DecodingLimits) throws(SerializationError) {
        self.limits = limits
        var count = max(0, 2 * (lines.count - 1))
        for line in lines { count += line.utf8.count }
        if count > limits.inputBytes { throw Self.excess(.inputBytes, limits.inputBytes, count) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        for (index, line) in lines.enumerated() {
            if index > 0 { bytes += ", ".utf8 }
            bytes.append(contentsOf: line.utf8)
        }
        self.bytes = bytes
    }

    /// Parses a whole field, with spaces around it.
    mutating func field<Value>(
        _ parse: (inout FieldParser) throws(SerializationError) -> Value
    ) throws(SerializationError) -> Value {
        skipSpaces()
        let value = try parse(&self)
        skipSpaces()
        if position < bytes.count { throw unexpected("the end of the field") }
        return value
    }

    /// Source: RFC 9651 §4.2.1.
    mutating func list() throws(SerializationError) -> [StructuredMember] {
        var members: [StructuredMember] = []
        guard position < bytes.count else { return members }
        repeat {
            try countElement()
            members.append(try member())
        } while try skipComma()
        return members
    }

    /// Source: RFC 9651 §4.2.2.
    mutating func dictionary() throws(SerializationError) -> StructuredDictionary {
        var members = StructuredDictionary()
        guard position < bytes.count else { return members }
        repeat {
            try countElement()
            let key = try key()
            members[key] = try skip("=") ? member() : .item(StructuredItem(true, parameters: parameters()))
        } while try skipComma()
        return members
    }

    /// Source: RFC 9651 §4.2.3.
    mutating func item() throws(SerializationError) -> StructuredItem {
        StructuredItem(try bareItem(), parameters: try parameters())
    }

    /// Source: RFC 9651 §4.2.1.1.
    private mutating func member() throws(SerializationError) -> StructuredMember {
        try skip("(") ? .innerList(innerList()) : .item(item())
    }

    /// Parses an inner list after its opening parenthesis. Source: RFC 9651 §4.2.1.2.
    private mutating func innerList() throws(SerializationError) -> InnerList {
        var items: [StructuredItem] = []
        while true {
            skipSpaces()
            if skip(")") { return InnerList(items, parameters: try parameters()) }
            if next == UInt8(ascii: "(") {
                throw unexpected("an item or the end of the inner list, which has no lists")
            }
            try countElement()
            items.append(try item())
            guard next == 0x20 || next == UInt8(ascii: ")") else {
                throw unexpected("a space or the end of the inner list")
            }
        }
    }

    /// Source: RFC 9651 §4.2.3.2.
    private mutating func parameters() throws(SerializationError) -> StructuredParameters {
        var parameters = StructuredParameters()
        while skip(";") {
            skipSpaces()
            try countElement()
            let key = try key()
            parameters[key] = try skip("=") ? bareItem() : true
        }
        return parameters
    }

    /// Source: RFC 9651 §4.2.3.3.
    private mutating func key() throws(SerializationError) -> String {
        guard let next, FieldGrammar.beginsKey(next) else { throw unexpected("a key: a lower-case letter or *") }
        return text(while: FieldGrammar.isKey)
    }

    /// Skips the comma before another member. Returns false at the end.
    private mutating func skipComma() throws(SerializationError) -> Bool {
        skipOptionalWhitespace()
        guard position < bytes.count else { return false }
        guard skip(",") else { throw unexpected("a comma or the end of the field") }
        skipOptionalWhitespace()
        guard position < bytes.count else { throw unexpected("a member after the comma") }
        return true
    }
}

extension FieldParser {
    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func skip(_ byte: Unicode.Scalar) -> Bool {
        guard let next, UInt32(next) == byte.value else { return false }
        position += 1
        return true
    }

    /// Returns the next byte and skips it.
    mutating func take() -> UInt8? {
        guard let next else { return nil }
        position += 1
        return next
    }

    /// Skips the bytes that are wanted, and returns them. They must be ASCII.
    mutating func text(while isWanted: (UInt8) -> Bool) -> String {
        let start = position
        while let next, isWanted(next) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func skipSpaces() { while next == 0x20 { position += 1 } }
    private mutating func skipOptionalWhitespace() { while next == 0x20 || next == 0x09 { position += 1 } }

    private mutating func countElement() throws(SerializationError) {
        elements += 1
        if elements > limits.elements { throw Self.excess(.elements, limits.elements, nil, at: position) }
    }

    private static func excess(
        _ limit: DecodingLimits.Limit,
        _ allowed: Int,
        _ actual: Int?,
        at position: Int? = nil
    ) -> SerializationError {
        var error = SerializationError.limitExceeded(
            limit,
            allowed: allowed,
            actual: actual,
            at: position.map { SourceLocation(offset: $0) }
        )
        let figure = actual.map { "\($0)" } ?? "more than \(allowed)"
        error.message =
            "The field exceeds the limit on \(limit.noun): \(figure) \(limit.unit), and \(allowed) are allowed."
        return error
    }

    /// Returns the error for the next byte, or for the end of the field.
    ///
    /// - Parameters:
    ///   - expected: The expected syntax, with an article.
    ///   - position: The offset of the unexpected byte. Default: the next byte.
    func unexpected(_ expected: String, at position: Int? = nil) -> SerializationError {
        let position = position ?? self.position
        let isEnd = position >= bytes.count
        let found =
            if isEnd {
                "the end of the field"
            } else if (0x21...0x7E).contains(bytes[position]) {
                "`\(Unicode.Scalar(bytes[position]))`"
            } else {
                bytes[position] == 0x20
                    ? "a space" : "the byte 0x\(String(bytes[position], radix: 16, uppercase: true))"
            }
        return SerializationError(
            isEnd ? .truncated : .syntax,
            "Expected \(expected), found \(found).",
            at: SourceLocation(offset: position),
            remedy: "Ignore the whole field, as RFC 9651 requires, or ask its sender to correct it."
        )
    }
}
