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
    /// - Throws: ``TransportError/Code/invalidResponse``.
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
            if case .invalid(let reason) = announced { throw .invalidFraming(reason) }
        }
        if method == .head || status == 204 || status == 304 {
            length = .none
            // Neither field is allowed in a 204. In the other responses they describe the body that a GET would have returned.
            let isClear = announced.isValid && (codings.isEmpty || announced == .absent)
            leavesNoDoubt =
                version == .http2 || isClear && (status != 204 || codings.isEmpty && !announced.announcesBytes)
            return
        }
        leavesNoDoubt = true
        if !codings.isEmpty {
            let coding = codings.joined(separator: ", ")
            if announced != .absent { throw .codings(coding, "and a Content-Length too, so its end is not clear") }
            if version == .http1_0 { throw .codings(coding, "which HTTP/1.0 does not define") }
            guard FieldSyntax.equalsIgnoringCase(coding, "chunked") else {
                throw .codings(coding, "but only \"chunked\" is supported, once")
            }
            length = .chunked
            return
        }
        switch announced {
        case .known(let count): length = .known(count)
        case .invalid(let reason): throw .invalidFraming(reason)
        case .absent: length = version == .http2 ? .untilEndOfStream : .untilClose
        }
    }
}

extension ContentLength {
    fileprivate var isValid: Bool {
        if case .invalid = self { false } else { true }
    }

    fileprivate var announcesBytes: Bool {
        switch self {
        case .absent, .known(0): false
        case .known, .invalid: true
        }
    }
}

extension TransportError {
    /// The error for a response whose end is not clear, or whose chunks are invalid.
    ///
    /// - Parameter reason: A sentence that names the invalid part. It may quote a framing field.
    static func invalidFraming(_ reason: String, libraryCode: Int? = nil) -> TransportError {
        TransportError(
            .invalidResponse,
            reason,
            remedy: "Correct the server, or the proxy in front of it. The connection was closed.",
            libraryCode: libraryCode
        )
    }

    fileprivate static func codings(_ value: String, _ reason: String) -> TransportError {
        invalidFraming("The response has the Transfer-Encoding \"\(value.visible(atMost: 40))\", \(reason).")
    }
}
