import Mimeograph

/// The framing of a request: the length of its body, and the other fields to send.
///
/// The transport writes the fields that frame the body. A caller's Content-Length is checked against the body, and is the length
/// of a stream without a length. Contradictory lengths are rejected, because they allow request smuggling.
///
/// Source: RFC 9112 §6.
struct RequestFraming {
    enum Length: Equatable {
        /// No body, and no field about it.
        case none
        /// The body has this number of bytes.
        case known(Int)
        /// The length is unknown. HTTP/1.1 sends the body in chunks.
        case unknown
    }

    /// The fields to send, without the fields that frame the body.
    let lines: [HeaderFields.Field]
    let length: Length
    /// The fields that follow the body.
    let trailers: RequestTrailers?

    /// The maximum size of the URL and the fields, in bytes. libcurl allows 1 MiB for the whole head.
    ///
    /// Source: libcurl's `DYN_HTTP_REQUEST`.
    private static let maximumSize = 1_000_000

    /// Determines the framing of a request.
    ///
    /// - Throws: ``TransportError/Code/unsupported`` for `CONNECT` and `Upgrade`. ``TransportError/Code/invalidRequest`` if a
    ///   field, a trailer, the method or the URL cannot be sent, or if the fields that frame the body contradict it.
    ///   ``TransportError/Code/limitExceeded`` if the URL and the fields are too large.
    init(_ request: TransportRequest, body: UploadSource) throws(TransportError) {
        try Self.check(request.method)
        try Self.check(url: request.url)
        if let refused = request.fields.refused.first {
            throw TransportError(
                .invalidRequest,
                "A field cannot be sent.",
                remedy: "Remove line breaks from its value.",
                underlying: refused
            )
        }
        var lines: [HeaderFields.Field] = []
        lines.reserveCapacity(request.fields.lines.count)
        var declared: Int?
        var isChunked = false
        var hosts = 0
        var size = request.url.utf8.count
        for line in request.fields.lines {
            size += line.name.utf8.count + line.value.utf8.count + 4
            // Only names of these lengths matter, so most names are not compared.
            switch line.name.utf8.count {
            case 4 where line.name.lowercased() == "host": hosts += 1
            case 7 where line.name.lowercased() == "upgrade":
                throw TransportError(
                    .unsupported,
                    "Upgrade asks for another protocol, but a transport speaks only HTTP.",
                    remedy: "Remove the field."
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
                    "Proxy-Authorization would be sent to the server.",
                    remedy: "Set the user name and the password in TransportOptions.Proxy."
                )
            default: break
            }
            lines.append(line)
        }
        guard size <= Self.maximumSize else {
            throw TransportError(
                .limitExceeded,
                "The URL and the fields of the request have \(size) bytes; the limit is \(Self.maximumSize).",
                remedy: "Send large values in the body."
            )
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
            // With these methods and no length, servers wait for a body or answer 411. Source: RFC 9110 §8.6.
            let expectsBody = method == .post || method == .put || method == .patch || method == .query
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
            "Content-Length, Transfer-Encoding or Host contradict the body or each other.",
            remedy: "Leave these fields to the transport."
        )
    }

    private static func length(_ value: String) -> Int? {
        guard !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(value)
    }
}

extension RequestFraming {
    /// Rejects methods that are not a token, and `CONNECT`, which opens a tunnel.
    ///
    /// Source: RFC 9110 §9.1, §9.3.6.
    static func check(_ method: HTTPMethod) throws(TransportError) {
        switch method {
        case .get, .head, .post, .put, .patch, .delete, .options, .query, "TRACE": return
        case "CONNECT":
            throw TransportError(
                .unsupported,
                "CONNECT opens a tunnel, which a transport does itself if a proxy needs one.",
                remedy: "Set the proxy in TransportOptions."
            )
        default:
            // A field name is a token, too, so its check serves for methods.
            var fields = HeaderFields()
            do throws(HeaderFieldError) {
                try fields.append(method.rawValue, "")
            } catch {
                throw TransportError(
                    .invalidRequest,
                    "The method contains a character that is not allowed in a token.",
                    remedy: "Use only letters."
                )
            }
        }
    }

    /// Rejects a URL that is not absolute, has another scheme than HTTP's, contains a user name, or contains a character that
    /// must be percent-encoded. Characters outside ASCII are allowed only in the host, as part of a domain name.
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
                    "The URL contains a user name.",
                    remedy: "Send it in an Authorization field."
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
            "The URL contains a character that must be percent-encoded.",
            remedy: "Encode spaces, control characters and characters outside ASCII."
        )
    }
}

extension HTTPMethod {
    /// Whether a request with this method asks for no change. Source: RFC 9110 §9.2.1; RFC 10008 §2.
    var isSafe: Bool { [HTTPMethod.get, .head, .options, .query, "TRACE"].contains(self) }

    /// Whether sending a request twice has the same effect as sending it once. Source: RFC 9110 §9.2.2.
    var isIdempotent: Bool { isSafe || self == .put || self == .delete }
}
