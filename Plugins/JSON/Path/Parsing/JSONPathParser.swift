import Mimeograph

/// A parser of queries. It recurses once for each level of nested filters, parentheses and functions, which are limited.
///
/// Source: RFC 9535 §2 and appendix A. The methods are named after the productions.
struct JSONPathParser {
    let bytes: [UInt8]
    let limits: JSONPathLimits
    /// The offset of the next byte.
    var offset = 0
    private var nesting = 0

    /// Parses a whole query.
    static func parse(_ text: String, limits: JSONPathLimits) throws(SerializationError) -> [JSONPathSegment] {
        guard text.utf8.count <= limits.queryBytes else { throw limits.exceeded(.queryBytes, limits.queryBytes) }
        var parser = JSONPathParser(bytes: Array(text.utf8), limits: limits)
        guard parser.skip("$") else { throw parser.expected("$, with which a query begins") }
        let segments = try parser.segments()
        guard parser.next == nil else { throw parser.expected("a segment that begins with . or [, or the end") }
        return segments
    }

    private init(bytes: [UInt8], limits: JSONPathLimits) {
        self.bytes = bytes
        self.limits = limits
    }
}

// MARK: - Bytes

extension JSONPathParser {
    /// The next byte; nil at the end.
    var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    func isNext(_ character: Unicode.Scalar) -> Bool { next == UInt8(ascii: character) }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard isNext(character) else { return false }
        offset += 1
        return true
    }

    /// Skips a text, if all of it comes next.
    mutating func skip(text: String) -> Bool {
        let found = bytes[offset...].starts(with: text.utf8)
        if found { offset += text.utf8.count }
        return found
    }

    /// Skips blank space. Source: RFC 9535 §2.1.1.
    mutating func skipBlank() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { offset += 1 }
    }

    /// Whether a digit or a minus sign comes next.
    var isNumberNext: Bool { next.map { $0 == UInt8(ascii: "-") || $0.isDigit } ?? false }

    /// Returns the error for a query that has something else at an offset.
    func expected(_ wanted: String, at place: Int? = nil) -> SerializationError {
        let place = place ?? offset
        var found = "the end of the query"
        if place < bytes.count {
            let rest = String(decoding: bytes[place..<min(place + 4, bytes.count)], as: UTF8.self)
            found = rest.unicodeScalars.first.map { String($0).visible(atMost: 1) } ?? found
        }
        return SerializationError(
            .invalidPath,
            "Expected \(wanted), found \(found).",
            at: SourceLocation(offset: place, in: bytes.span),
            remedy: "Correct the JSONPath query (RFC 9535)."
        )
    }

    /// Enters a filter, a parenthesis or a function; ``leave()`` ends it.
    mutating func enter() throws(SerializationError) {
        nesting += 1
        let allowed = min(limits.nesting, JSONPathLimits.maximumNesting)
        guard nesting <= allowed else {
            throw limits.exceeded(.nesting, allowed, at: SourceLocation(offset: offset, in: bytes.span))
        }
    }

    mutating func leave() { nesting -= 1 }
}

// MARK: - Segments

extension JSONPathParser {
    /// Parses segments. Blank space after the last one is left.
    mutating func segments() throws(SerializationError) -> [JSONPathSegment] {
        var segments: [JSONPathSegment] = []
        while true {
            let end = offset
            skipBlank()
            if isNext("[") {
                segments.append(JSONPathSegment(selectors: try bracketedSelection()))
            } else if skip(text: "..") {
                let selectors = isNext("[") ? try bracketedSelection() : [try shorthand()]
                segments.append(JSONPathSegment(isDescendant: true, selectors: selectors))
            } else if skip(".") {
                segments.append(JSONPathSegment(selectors: [try shorthand()]))
            } else {
                offset = end
                return segments
            }
        }
    }

    /// Parses a wildcard or a name after a point.
    private mutating func shorthand() throws(SerializationError) -> JSONPathSelector {
        if skip("*") { return .wildcard }
        let start = offset
        guard let first = next, first.isNameFirst else {
            throw expected("a name or * after the point (write other names as ['…'])")
        }
        while let byte = next, byte.isNameFirst || byte.isDigit { offset += 1 }
        return .name(JSONPathName(String(decoding: bytes[start..<offset], as: UTF8.self)))
    }

    private mutating func bracketedSelection() throws(SerializationError) -> [JSONPathSelector] {
        offset += 1
        var selectors: [JSONPathSelector] = []
        repeat {
            skipBlank()
            selectors.append(try selector())
            skipBlank()
        } while skip(",")
        guard skip("]") else { throw expected(", or ] after a selector") }
        return selectors
    }

    private mutating func selector() throws(SerializationError) -> JSONPathSelector {
        if isNext("'") || isNext("\"") { return .name(JSONPathName(try string())) }
        if skip("*") { return .wildcard }
        if isNumberNext || isNext(":") { return try indexOrSlice() }
        guard skip("?") else { throw expected("a selector: a quoted name, *, an index, a slice or ?") }
        try enter()
        skipBlank()
        let expression = try logicalOr()
        leave()
        return .filter(expression)
    }

    private mutating func indexOrSlice() throws(SerializationError) -> JSONPathSelector {
        let start = isNumberNext ? try integer() : nil
        let end = offset
        skipBlank()
        guard skip(":") else {
            offset = end
            guard let start else { throw expected("an index") }
            return .index(start)
        }
        skipBlank()
        let stop = isNumberNext ? try integer() : nil
        skipBlank()
        var step = 1
        if skip(":") {
            skipBlank()
            if isNumberNext { step = try integer() }
        }
        return .slice(start: start, end: stop, step: step)
    }
}

extension UInt8 {
    var isDigit: Bool { self >= 48 && self <= 57 }

    /// Whether a name without quotes can begin with it: a letter, an underscore, or a byte of a character beyond ASCII.
    fileprivate var isNameFirst: Bool { self >= 0x80 || self == UInt8(ascii: "_") || (self | 0x20).isLowercaseLetter }

    var isLowercaseLetter: Bool { self >= 97 && self <= 122 }
}
