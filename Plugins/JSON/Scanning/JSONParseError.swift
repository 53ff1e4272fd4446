import Mimeograph

/// An error of a scan, which becomes a ``SerializationError`` when the original body is available.
///
/// It is small and trivial, so the scanning functions can throw it at no cost.
struct JSONParseError: Error {
    enum Kind: UInt8 {
        case emptyBody
        case expectedValue, expectedElement, expectedKey, expectedColon
        case expectedCommaOrObjectEnd, expectedCommaOrArrayEnd, contentAfterRoot, trailingComma
        case literal, leadingZero, expectedDigit
        case controlCharacter, escape, hexDigits, loneSurrogate, invalidText
        case unterminatedString, unterminatedComment
        case fragment, duplicateKey
        case notAnArray, expectedSeparator, expectedSpace
        case depth, elements, textLength
    }

    let kind: Kind
    /// The number of UTF-8 bytes before the error, in the scanner's copy.
    let offset: Int

    init(_ kind: Kind, at offset: Int) {
        self.kind = kind
        self.offset = offset
    }

    /// The parse error as a negative number, so that a function of the hot loop can return it instead of an offset.
    ///
    /// A throwing call would need a register in the whole loop, and a test in addition to that of the result.
    var encoded: Int { -1 - (offset << 5 | Int(kind.rawValue)) }

    /// Decodes a parse error from ``encoded``.
    init(encoded: Int) {
        let bits = -1 - encoded
        kind = Kind(rawValue: UInt8(truncatingIfNeeded: bits & 31)) ?? .expectedValue
        offset = bits >> 5
    }
}

extension JSONParseError {
    /// Returns the error for callers.
    ///
    /// - Parameters:
    ///   - text: The UTF-8 text that was scanned, as it was received.
    ///   - body: The body as it was received, in which the error is located.
    ///   - bodyOffset: The offset in the body that corresponds to ``offset`` in the text.
    ///   - limits: The limits of the scan.
    func error(in text: Span<UInt8>, body: Span<UInt8>, bodyOffset: Int, limits: DecodingLimits) -> SerializationError {
        let location = SourceLocation(offset: bodyOffset, in: body)
        let found = JSONParseError.noun(at: offset, in: text)
        let endsEarly = offset >= text.count
        switch kind {
        case .depth: return .limitExceeded(.depth, allowed: limits.depth, at: location)
        case .elements: return .limitExceeded(.elements, allowed: limits.elements, at: location)
        case .textLength:
            return SerializationError(
                .limitExceeded,
                "The body holds a string or a number of 2^28 bytes or more, which is longer than JSON values can be here.",
                at: location,
                remedy: "Ask the sender to move the long text out of the JSON, or to split it."
            )
        case .emptyBody:
            return SerializationError(
                .emptyBody,
                "The body is empty: expected a JSON value.",
                at: location,
                remedy: "Ask for an optional value if the sender may send an empty body."
            )
        case .invalidText:
            return SerializationError(
                endsEarly ? .truncated : .invalidText,
                endsEarly
                    ? "The body ends in the middle of a character."
                    : "A string holds bytes that are not valid UTF-8.",
                at: location,
                remedy: endsEarly
                    ? JSONParseError.truncationRemedy
                    : "JSON must be UTF-8: ask the sender for it, or decode error.body with TextDecoding of MimeographText first."
            )
        case .fragment:
            return SerializationError(
                .syntax,
                "The text is a value outside of any array or object, which these options reject: found \(found).",
                at: location,
                remedy: "Set JSONReadingOptions.allowsFragments if such values are meant to be read."
            )
        case .duplicateKey:
            return SerializationError(
                .syntax,
                "An object has the same key a second time, which these options reject.",
                at: location,
                remedy: "Set JSONReadingOptions.duplicateKeys to .lastWins if the last one is meant."
            )
        case .expectedValue where looks(text).isOfMarkup:
            return SerializationError(
                .syntax,
                "Expected a value, found \"<\": the body looks like \(looks(text) == .html ? "HTML" : "XML").",
                at: location,
                remedy: looks(text) == .html
                    ? "It is a web page, whatever its Content-Type says: check the URL, and whether it asks to sign in."
                    : "Read it as XML: XMLPlugin() of MimeographXML, and treating(\"application/json\", as: \"application/xml\")."
            )
        default:
            return SerializationError(
                endsEarly ? .truncated : .syntax,
                endsEarly
                    ? "The body ends too early: expected \(expectation)." : "Expected \(expectation), found \(found).",
                at: location,
                remedy: endsEarly ? JSONParseError.truncationRemedy : remedy
            )
        }
    }

    /// Returns the format that a body seems to have if it does not begin with JSON.
    private func looks(_ text: Span<UInt8>) -> SniffedFormat? { isOnlySpace(text) ? SniffedFormat(text) : nil }

    /// Whether only white space comes before the parse error.
    private func isOnlySpace(_ text: Span<UInt8>) -> Bool {
        (0..<min(offset, text.count)).allSatisfy { FieldSyntax.isWhitespace(text[$0]) }
    }

    private static let truncationRemedy = "Check whether the transfer was cut short; the body needs more bytes."

    /// Whether the error names what was expected.
    var namesExpectation: Bool {
        switch kind {
        case .depth, .elements, .textLength, .emptyBody, .invalidText, .fragment, .duplicateKey: false
        default: true
        }
    }

    var expectation: String {
        switch kind {
        case .expectedValue: "a value"
        case .expectedElement: "a value or the end of the array"
        case .expectedKey: "a key in quotation marks"
        case .expectedColon: "a colon after the key"
        case .expectedCommaOrObjectEnd: "a comma or the end of the object"
        case .expectedCommaOrArrayEnd: "a comma or the end of the array"
        case .contentAfterRoot: "nothing but white space after the value"
        case .trailingComma: "something after the comma"
        case .literal: "true, false or null"
        case .leadingZero: "no further digit after a leading zero"
        case .expectedDigit: "a digit"
        case .controlCharacter: "control characters in a string to be escaped"
        case .escape: "one of the escapes \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u"
        case .hexDigits: "four hexadecimal digits after \\u"
        case .loneSurrogate: "both halves of a surrogate pair, one \\u after the other"
        case .unterminatedString: "a quotation mark at the end of the string"
        case .unterminatedComment: "the end of the comment"
        case .notAnArray: "an array"
        case .expectedSeparator: "a record separator (0x1E)"
        case .expectedSpace: "white space after the value"
        default: "something else"
        }
    }

    private var remedy: String {
        switch kind {
        case .trailingComma:
            "Ask the sender to leave the last comma out, or set JSONReadingOptions.allowsTrailingCommas."
        case .notAnArray:
            "Only the elements of an array can be read one by one; read the body as a whole, or ask the sender for an array."
        case .loneSurrogate: "Ask the sender to write valid Unicode; half of a pair is not a character."
        default: "The body is not JSON (RFC 8259). Ask the sender to correct it, or read it in its own format."
        }
    }

    /// Returns the kind of byte at an offset, without revealing its value.
    static func noun(at offset: Int, in text: Span<UInt8>) -> String {
        guard offset < text.count else { return "the end of the body" }
        switch text[offset] {
        case UInt8(ascii: "\""): return "a quotation mark"
        case UInt8(ascii: "'"): return "an apostrophe"
        case UInt8(ascii: ","): return "a comma"
        case UInt8(ascii: ":"): return "a colon"
        case UInt8(ascii: "["): return "an opening bracket"
        case UInt8(ascii: "]"): return "a closing bracket"
        case UInt8(ascii: "{"): return "an opening brace"
        case UInt8(ascii: "}"): return "a closing brace"
        case UInt8(ascii: "<"): return "a less-than sign"
        case UInt8(ascii: "/"): return "a slash"
        case UInt8(ascii: "\\"): return "a backslash"
        case UInt8(ascii: "."): return "a full stop"
        case UInt8(ascii: "+"), UInt8(ascii: "-"): return "a sign"
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return "a digit"
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): return "a letter"
        case 0x20, 0x09, 0x0A, 0x0D: return "white space"
        case ..<0x20, 0x7F: return "a control character"
        case 0x80...: return "a byte outside of ASCII"
        default: return "a punctuation mark"
        }
    }
}

extension SniffedFormat? {
    /// Whether it is HTML or XML.
    fileprivate var isOfMarkup: Bool { self == .html || self == .xml }
}
