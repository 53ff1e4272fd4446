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
        if version == .http2 {
            if let coding = codings.first { throw .codings(coding, "which HTTP/2 does not allow") }
            if let error = announced.error { throw error }
        }
        if method == .head || status == 204 || status == 304 {
            length = .none
            // Neither field is allowed in a 204. In the other responses they describe the body that a GET would have returned.
            let isClear = announced.error == nil && (codings.isEmpty || announced == .absent)
            leavesNoDoubt =
                version == .http2 || isClear && (status != 204 || codings.isEmpty && !announced.announcesBytes)
            return
        }
        if !codings.isEmpty {
            let coding = codings.joined(separator: ", ")
            if announced != .absent { throw .codings(coding, "and a Content-Length too, so its end is not clear") }
            if version == .http1_0 { throw .codings(coding, "which HTTP/1.0 does not define") }
            length = .chunked
            leavesNoDoubt = FieldSyntax.equalsIgnoringCase(coding, "chunked")
            // Some servers write `chunked` twice and code the body once. Browsers and libcurl accept that.
            guard leavesNoDoubt || Self.isChunkedOnce(coding) else {
                throw .codings(coding, "but only \"chunked\" is supported")
            }
            return
        }
        leavesNoDoubt = true
        if let error = announced.error { throw error }
        length =
            if case .known(let count) = announced { .known(count) } else {
                version == .http2 ? .untilEndOfStream : .untilClose
            }
    }

    /// Whether all codings are `chunked`, after any number of `identity`, an old name for no coding.
    private static func isChunkedOnce(_ list: String) -> Bool {
        let codings = list.parts(at: ",").map { String(Substring(ContentLength.trimmed($0.utf8))) }
        let named = codings.drop { FieldSyntax.equalsIgnoringCase($0, "identity") }
        return !named.isEmpty && named.allSatisfy { FieldSyntax.equalsIgnoringCase($0, "chunked") }
    }
}

extension ContentLength {
    /// The error for fields that do not name one usable length; nil if they do.
    fileprivate var error: TransportError? {
        switch self {
        case .absent, .known: nil
        case .invalid(let reason): .invalidFraming(reason)
        case .tooLarge(let reason): .invalidFraming(reason, .limitExceeded)
        }
    }

    fileprivate var announcesBytes: Bool {
        switch self {
        case .absent, .known(0): false
        case .known, .invalid, .tooLarge: true
        }
    }
}

extension TransportError {
    /// The error for a response whose end is not clear, or whose chunks are invalid.
    ///
    /// - Parameter reason: A sentence that names the invalid part. It may quote a framing field.
    static func invalidFraming(
        _ reason: String,
        _ code: Code = .invalidResponse,
        libraryCode: Int? = nil
    ) -> TransportError {
        TransportError(
            code,
            reason,
            remedy: "Correct the server, or the proxy in front of it. The connection was closed.",
            libraryCode: libraryCode
        )
    }

    fileprivate static func codings(_ value: String, _ reason: String) -> TransportError {
        invalidFraming("The response has the Transfer-Encoding \"\(value.visible(atMost: 40))\", \(reason).")
    }
}
