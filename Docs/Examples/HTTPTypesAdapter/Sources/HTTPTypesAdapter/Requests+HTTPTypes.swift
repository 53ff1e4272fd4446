public import HTTPTypes
public import Mimeograph

extension RequestHead {
    /// Makes the head of a request that a server received.
    ///
    /// The target is `:path`, or `:authority` for `CONNECT`. `:authority` becomes the first field, Host. `:scheme` and `:protocol`
    /// have no counterpart.
    ///
    /// Source: RFC 9113 §8.3.1, §8.5; RFC 9112 §3.2.
    ///
    /// - Throws: `invalidField` if a field is invalid, if a Host field names another host than `:authority`, or if the request has
    ///   neither a path nor, for `CONNECT`, an authority. The response to such a request is a 400.
    public init(_ request: HTTPRequest) throws(SerializationError) {
        let isTunnel = request.method == .connect && request.extendedConnectProtocol == nil
        guard let target = isTunnel ? request.authority : request.path, !target.isEmpty else {
            throw .invalidField("The request has no target.")
        }
        var fields = HeaderFields()
        let others = try HeaderFields(request.headerFields)
        let authority = request.authority
        if let authority {
            guard others.values(of: "Host").allSatisfy({ $0.lowercased() == authority.lowercased() }) else {
                throw .invalidField("A Host field names another host than the authority.")
            }
            try fields.append("Host", checking: authority)
        }
        for line in others.lines where authority == nil || line.name.lowercased() != "host" {
            try fields.append(line.name, checking: line.value)
        }
        self.init(method: HTTPMethod(rawValue: request.method.rawValue), target: target, fields: fields)
    }
}

extension RequestMessage {
    /// Makes a request for a client to send.
    ///
    /// The URL consists of `:scheme`, `:authority` and `:path`. Without a scheme or an authority it is the path, relative to a
    /// session's base URL.
    ///
    /// - Throws: `invalidField` if a field is invalid, and for `CONNECT` and `OPTIONS *`, which have no URL.
    public init(_ request: HTTPRequest, body: MessageBody = .none) throws(SerializationError) {
        guard let path = request.path, path.hasPrefix("/"), request.method != .connect else {
            throw .invalidField("The request has no URL.")
        }
        // A relative path that begins with two slashes would become a host.
        let isRelative = request.scheme == nil || request.authority == nil
        guard !(isRelative && path.hasPrefix("//")) else { throw .invalidField("The request has no host.") }
        let origin =
            if let scheme = request.scheme, let authority = request.authority { "\(scheme)://\(authority)" } else { "" }
        self.init(
            method: HTTPMethod(rawValue: request.method.rawValue),
            url: origin + path,
            fields: try HeaderFields(request.headerFields),
            body: body
        )
    }
}

extension HTTPRequest {
    /// Makes the head of a request for a client to send. The body is sent separately.
    ///
    /// The URL must be absolute; its fragment is dropped. A Host field must name the host of the URL. Both become `:authority`.
    ///
    /// Source: RFC 9113 §8.3.1.
    ///
    /// - Throws: `invalidField` if the method or a field is invalid, if the URL is not an absolute HTTP URL, contains a user name
    ///   or a character that must be percent-encoded, or if a Host field contradicts it.
    public init(_ message: RequestMessage) throws(SerializationError) {
        guard let method = Method(message.method.rawValue) else {
            throw .invalidField("The method contains an invalid character.")
        }
        let url = try URLParts(message.url)
        var fields = message.fields
        let hosts = fields.values(of: "Host")
        guard hosts.allSatisfy({ $0.lowercased() == url.authority.lowercased() }) else {
            throw .invalidField("The Host field names another host than the URL.")
        }
        fields.remove("Host")
        self.init(
            method: method,
            scheme: url.scheme,
            authority: url.authority,
            path: url.path,
            headerFields: try HTTPFields(fields)
        )
    }
}

/// The parts of a URL for the pseudo-header fields.
private struct URLParts {
    let scheme: String
    let authority: String
    let path: String

    /// Splits an absolute URL. Source: RFC 3986 §3, RFC 9110 §4.2.
    init(_ url: String) throws(SerializationError) {
        guard url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .invalidField("The URL contains a character that must be percent-encoded.")
        }
        let whole = url.prefix { $0 != "#" }
        guard let colon = whole.firstIndex(of: ":"), whole[colon...].hasPrefix("://"),
            ["http", "https"].contains(whole[..<colon].lowercased())
        else { throw .invalidField("The URL is not absolute, or its scheme is not http or https.") }
        let rest = whole[whole.index(colon, offsetBy: 3)...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard !authority.isEmpty, !authority.contains("@") else {
            throw .invalidField("The URL has no host, or contains a user name.")
        }
        scheme = whole[..<colon].lowercased()
        self.authority = String(authority)
        let path = rest[authority.endIndex...]
        self.path = path.hasPrefix("/") ? String(path) : "/\(path)"
    }
}
