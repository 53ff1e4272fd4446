import Mimeograph

/// The framing of a response: the end of its body, and whether its connection is safe for another exchange.
///
/// libcurl uses whichever framing field it read last. These rules are stricter, because two lengths for one message allow
/// response smuggling. A response with two lengths is an error, and its connection is closed. The page <doc:Framing> has the
/// table.
///
/// Source: RFC 9112 §6; RFC 9113 §8.1.1.
struct ResponseFraming: Equatable {
    enum Length: Equatable {
        /// No body, whatever the fields say.
        case none
        /// The body has this number of bytes.
        case known(Int64)
        /// The body ends with the last chunk of HTTP/1.1.
        case chunked
        /// The body ends with the connection.
        case untilClose
        /// The body ends with the stream of HTTP/2.
        case untilEndOfStream
    }

    let length: Length
    /// Whether the fields are clear about the start of the next response. A response without a body is usable even if its fields
    /// are contradictory. But a peer that frames the message differently must not send another one on the same connection.
    let leavesNoDoubt: Bool

    /// Determines the framing of a response.
    ///
    /// - Throws: ``TransportError/Code/invalidResponse``; ``TransportError/Code/limitExceeded`` if Content-Length is larger than
    ///   2⁶³ - 1.
    init(
        status: Int,
        version: ResponseHeadParser.Version,
        fields: HeaderFields,
        method: HTTPMethod
    ) throws(TransportError) {
        let announced = ContentLength(fields)
        let codings = fields.values(of: "Transfer-Encoding")
        if version == .http2, !codings.isEmpty { throw .invalidFraming("HTTP/2 does not allow Transfer-Encoding") }
        if version == .http2 { try announced.check() }
        if method == .head || status == 204 || status == 304 {
            length = .none
            // Neither field is allowed in a 204. In the other responses they describe the body that a GET would have returned.
            let isClear = announced.isClear && (codings.isEmpty || announced == .absent)
            leavesNoDoubt =
                version == .http2 || isClear && (status != 204 || codings.isEmpty && !announced.announcesBytes)
            return
        }
        if !codings.isEmpty {
            length = .chunked
            guard announced == .absent else {
                throw .invalidFraming("it has both Content-Length and Transfer-Encoding, which may be an attack")
            }
            guard version != .http1_0 else { throw .invalidFraming("HTTP/1.0 does not know Transfer-Encoding") }
            leavesNoDoubt = codings.count == 1 && Self.isChunked(codings[0])
            // Some servers write `chunked` twice and code the body once. Browsers and libcurl accept that.
            guard leavesNoDoubt || Self.isChunkedOnce(codings) else {
                throw .invalidFraming("its Transfer-Encoding is not chunked, and the request asked for no other")
            }
            return
        }
        leavesNoDoubt = true
        try announced.check()
        length =
            if case .known(let count) = announced { .known(count) } else {
                version == .http2 ? .untilEndOfStream : .untilClose
            }
    }

    /// Whether all codings are `chunked`, after any number of `identity`, an old name for no coding.
    private static func isChunkedOnce(_ values: [String]) -> Bool {
        let codings = values.flatMap { $0.parts(at: ",").map { String(Substring($0.utf8.trimmed)) } }
        let named = codings.drop { FieldSyntax.equalsIgnoringCase($0, "identity") }
        return !named.isEmpty && named.allSatisfy(isChunked)
    }

    private static func isChunked(_ coding: String) -> Bool { FieldSyntax.equalsIgnoringCase(coding, "chunked") }
}

extension Substring.UTF8View {
    /// The bytes without spaces and tabs around them.
    fileprivate var trimmed: Self {
        guard let start = firstIndex(where: { !FieldSyntax.isOptionalWhitespace($0) }),
            let end = lastIndex(where: { !FieldSyntax.isOptionalWhitespace($0) })
        else { return self[endIndex...] }
        return self[start...end]
    }
}

extension ContentLength {
    fileprivate var announcesBytes: Bool {
        switch self {
        case .absent, .known(0): false
        case .known, .invalid, .tooLarge: true
        }
    }

    fileprivate var isClear: Bool { self != .invalid && self != .tooLarge }

    /// Throws if the fields do not name one usable length.
    fileprivate func check() throws(TransportError) {
        switch self {
        case .absent, .known: return
        case .invalid: throw .invalidFraming("its Content-Length is not a number, or names several lengths")
        case .tooLarge:
            throw TransportError(
                .limitExceeded,
                "The Content-Length of the response is larger than 2⁶³ - 1 bytes.",
                remedy: "Correct the server, or the proxy in front of it. The connection was closed."
            )
        }
    }
}

extension TransportError {
    /// The error for a response whose end is not clear.
    ///
    /// - Parameter reason: The clause after "The end of the response is not clear:".
    static func invalidFraming(_ reason: String) -> TransportError {
        TransportError(
            .invalidResponse,
            "The end of the response is not clear: \(reason).",
            remedy: "Correct the server, or the proxy in front of it. The connection was closed."
        )
    }
}

/// The combined meaning of all Content-Length lines of a message.
///
/// A line may hold a list, because some senders join lines. All numbers of the list must be equal. A list with an empty element
/// is invalid: RFC 9110 §5.6.1.2 allows recipients to skip it, but an intermediary might not.
///
/// Source: RFC 9110 §8.6, RFC 9112 §6.3 (5).
enum ContentLength: Equatable {
    /// The message has no such line.
    case absent
    /// All lines name this number of bytes.
    case known(Int64)
    /// The lines contradict each other, or a line is not a number.
    case invalid
    /// A line names a number that is larger than 2⁶³ - 1.
    case tooLarge

    init(_ fields: HeaderFields) {
        var common: UInt64?
        self = .invalid
        for line in fields.lines where Self.isName(line.name.utf8) {
            guard let number = Self.number(inList: line.value.utf8), common == nil || common == number else { return }
            common = number
        }
        self = common.map { Int64(exactly: $0).map { .known($0) } ?? .tooLarge } ?? .absent
    }

    /// Whether a field's name is Content-Length, ignoring case.
    private static func isName(_ name: String.UTF8View) -> Bool {
        name.count == 14 && FieldSyntax.equalsIgnoringCase(String(name), "content-length")
    }

    /// Returns the number that all elements of a list share, or nil if an element is not a number or differs.
    private static func number(inList bytes: String.UTF8View) -> UInt64? {
        // The value is nearly always one number of a few digits.
        if bytes.count <= 18, !bytes.isEmpty, bytes.allSatisfy({ (0x30...0x39).contains($0) }) {
            return bytes.reduce(0) { $0 * 10 + UInt64($1 - 0x30) }
        }
        var common: UInt64?
        for element in bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            guard let number = number(element), common == nil || common == number else { return nil }
            common = number
        }
        return common
    }

    /// Parses a number in digits, with optional spaces and tabs around it. Returns 2⁶³ for any larger number.
    private static func number(_ element: Substring.UTF8View) -> UInt64? {
        let digits = element.trimmed
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let large: UInt64 = 1 << 63
        return digits.reduce(0) { $0 > large >> 3 ? large : min(large, $0 * 10 + UInt64($1 - 0x30)) }
    }
}

extension ResponseHead {
    /// The number of bytes that Content-Length names; nil if the field is absent or invalid.
    var contentLength: Int64? {
        guard case .known(let length) = ContentLength(fields) else { return nil }
        return length
    }
}
