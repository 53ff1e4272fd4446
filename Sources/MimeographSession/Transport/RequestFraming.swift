import Mimeograph

/// How the body of a request is delimited, and the fields that are left to send besides.
///
/// Fields that frame the body are a transport's affair. A caller's Content-Length is held against the body, and serves as the
/// length of a stream that has none of its own; two ways to tell the length of one message are how requests are smuggled.
///
/// Source: RFC 9112 §6.
struct RequestFraming {
    /// The length of a body.
    enum Length: Equatable {
        /// There is no body, and nothing is said about it.
        case none
        /// This many bytes follow.
        case known(Int)
        /// As many bytes follow as the stream has; HTTP/1.1 sends them in chunks.
        case unknown
    }

    /// The fields to send, without those that frame the body.
    let lines: [HeaderFields.Field]
    /// How long the body is.
    let length: Length
    /// The fields that follow the body.
    let trailers: RequestTrailers?

    /// Finds out how a request's body is delimited.
    ///
    /// - Throws: ``TransportError/Code/invalidRequest`` where a field, the method or the URL cannot be sent, or what frames the body
    ///   contradicts it, or trailers cannot be sent; ``TransportError/Code/unsupported`` for `CONNECT` and `Upgrade`.
    init(_ request: TransportRequest, body: UploadSource) throws(TransportError) {
        try Self.check(request.method)
        try Self.check(url: request.url)
        if let refused = request.fields.refused.first {
            throw TransportError(
                .invalidRequest,
                "A field cannot be sent.",
                remedy: "Take line breaks out of its value.",
                underlying: refused
            )
        }
        var lines: [HeaderFields.Field] = []
        lines.reserveCapacity(request.fields.lines.count)
        var declared: Int?
        var isChunked = false
        var hosts = 0
        for line in request.fields.lines {
            // The lengths of the names that matter, so that most names are compared with nothing.
            switch line.name.utf8.count {
            case 4 where line.name.lowercased() == "host": hosts += 1
            case 7 where line.name.lowercased() == "upgrade":
                throw TransportError(
                    .unsupported,
                    "Upgrade asks for another protocol, which a transport does not speak.",
                    remedy: "Take the field away."
                )
            case 14 where line.name.lowercased() == "content-length":
                guard let length = Self.length(line.value), declared == nil || declared == length else {
                    throw Self.contradiction
                }
                declared = length
                continue
            case 17 where line.name.lowercased() == "transfer-encoding":
                guard line.value.lowercased() == "chunked", !isChunked else { throw Self.contradiction }
                isChunked = true
                continue
            case 19 where line.name.lowercased() == "proxy-authorization":
                throw TransportError(
                    .invalidRequest,
                    "Proxy-Authorization would be shown to the server.",
                    remedy: "Give the user's name and password with the proxy."
                )
            default: break
            }
            lines.append(line)
        }
        guard hosts < 2, !(isChunked && declared != nil) else { throw Self.contradiction }
        if let trailers = request.trailers {
            isChunked = true
            lines += try trailers.announcement(in: request)
        }
        trailers = request.trailers
        self.lines = lines
        length = try Self.length(of: body, method: request.method, declared: declared, isChunked: isChunked)
    }

    private static func length(
        of body: UploadSource,
        method: HTTPMethod,
        declared: Int?,
        isChunked: Bool
    ) throws(TransportError) -> Length {
        if case .none = body {
            guard !isChunked, declared ?? 0 == 0 else { throw contradiction }
            // Servers wait for a body, or answer 411, where these methods say nothing about one. Source: RFC 9110 §8.6.
            let expectsBody = method == .post || method == .put || method == .patch
            return expectsBody || declared == 0 ? .known(0) : .none
        }
        let known = body.length
        guard declared == nil || known == nil || declared == known else { throw contradiction }
        if isChunked { return .unknown }
        return (declared ?? known).map { .known($0) } ?? .unknown
    }

    private static var contradiction: TransportError {
        TransportError(
            .invalidRequest,
            "Content-Length, Transfer-Encoding or Host contradict the body or one another.",
            remedy: "Leave these fields to the transport."
        )
    }

    private static func length(_ value: String) -> Int? {
        guard !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(value)
    }
}

extension RequestFraming {
    /// Refuses methods that are not a token, and `CONNECT`, which makes a tunnel.
    ///
    /// Source: RFC 9110 §9.1, §9.3.6.
    static func check(_ method: HTTPMethod) throws(TransportError) {
        switch method {
        case .get, .head, .post, .put, .patch, .delete, .options, .trace: return
        case "CONNECT":
            throw TransportError(
                .unsupported,
                "CONNECT makes a tunnel, which a transport does by itself where a proxy needs one.",
                remedy: "Give the proxy with the options."
            )
        default:
            // The name of a field is a token, too.
            var fields = HeaderFields()
            do throws(HeaderFieldError) {
                try fields.append(method.rawValue, "")
            } catch {
                throw TransportError(
                    .invalidRequest,
                    "The method holds a character that none may have.",
                    remedy: "Write it in letters."
                )
            }
        }
    }

    /// Refuses URLs that are not absolute, not of HTTP, hold a user's name, or hold what must be percent-encoded.
    ///
    /// Characters beyond ASCII may stand in the host only, where they are a domain name's.
    ///
    /// Source: RFC 3986 §2, §3; RFC 9110 §4.2.
    static func check(url: String) throws(TransportError) {
        let bytes = url.utf8
        guard let colon = bytes.firstIndex(of: 0x3A),
            [4, 5].contains(bytes.distance(from: bytes.startIndex, to: colon)),
            ["http", "https"].contains(url[..<colon].lowercased()), bytes[colon...].starts(with: "://".utf8)
        else {
            throw TransportError(
                .invalidRequest,
                "The URL is not absolute, or its scheme is not http or https.",
                remedy: "Resolve it against a base URL first."
            )
        }
        var isAuthority = true
        var length = 0
        for byte in bytes[bytes.index(colon, offsetBy: 3)...] {
            switch byte {
            case 0x2F, 0x3F, 0x23: isAuthority = false
            case 0x40 where isAuthority:
                throw TransportError(
                    .invalidRequest,
                    "The URL holds a user's name.",
                    remedy: "Send it with an Authorization field."
                )
            case 0...0x20, 0x7F: throw notEncoded
            case 0x80... where !isAuthority: throw notEncoded
            default: break
            }
            if isAuthority { length += 1 }
        }
        guard length > 0 else {
            throw TransportError(.invalidRequest, "The URL has no host.", remedy: "Write it like https://example.com/.")
        }
    }

    private static var notEncoded: TransportError {
        TransportError(
            .invalidRequest,
            "The URL holds a character that must be percent-encoded.",
            remedy: "Encode spaces, control characters and what is not ASCII."
        )
    }
}
