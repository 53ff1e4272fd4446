public import HTTPTypes
public import Mimeograph

extension RequestHead {
    /// Makes the head of a request as a server reads it.
    ///
    /// The target is `:path`, for `CONNECT` `:authority`. Where there is no Host field, `:authority` becomes one, in the first
    /// place. `:scheme` and `:protocol` have no counterpart.
    ///
    /// Source: RFC 9113 §8.3.1, §8.5; RFC 9112 §3.2.
    ///
    /// - Throws: `invalidField` where a field cannot be taken, and where there is neither a path nor, for `CONNECT`, an
    ///   authority.
    public init(_ request: HTTPRequest) throws(SerializationError) {
        let isTunnel = request.method == .connect && request.extendedConnectProtocol == nil
        guard let target = isTunnel ? request.authority : request.path, !target.isEmpty else {
            throw .invalidField("The request has no target.")
        }
        var fields = HeaderFields()
        let others = try HeaderFields(request.headerFields)
        if let authority = request.authority, !others.contains("Host") {
            try fields.append("Host", checking: authority)
        }
        for line in others.lines { try fields.append(line.name, checking: line.value) }
        self.init(method: HTTPMethod(rawValue: request.method.rawValue), target: target, fields: fields)
    }
}

extension RequestMessage {
    /// Makes a request that a client sends.
    ///
    /// The URL is of `:scheme`, `:authority` and `:path`; without a scheme or an authority it is the path, relative to what a
    /// session's base is.
    ///
    /// - Throws: `invalidField` where a field cannot be taken; for `CONNECT` and for `OPTIONS *`, which have no URL.
    public init(_ request: HTTPRequest, body: MessageBody = .none) throws(SerializationError) {
        guard let path = request.path, path.hasPrefix("/"), request.method != .connect else {
            throw .invalidField("The request has no URL.")
        }
        // A path that begins with two slashes would be taken for a host, were it all there is.
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
    /// Makes the head of a request that a client sends; what sends it is given the body beside it.
    ///
    /// The URL is absolute; its fragment is left out. A Host field must say what the URL says, and becomes `:authority`, as the
    /// URL's host does.
    ///
    /// Source: RFC 9113 §8.3.1.
    ///
    /// - Throws: `invalidField` where the method or a field cannot be sent, where the URL is not absolute, not of HTTP, holds a
    ///   user's name or what must be percent-encoded, and where a Host field contradicts it.
    public init(_ message: RequestMessage) throws(SerializationError) {
        guard let method = Method(message.method.rawValue) else {
            throw .invalidField("The method holds a character that none may have.")
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

/// A URL as the pseudo-header fields have it.
private struct URLParts {
    let scheme: String
    let authority: String
    let path: String

    /// Takes an absolute URL apart. Source: RFC 3986 §3, RFC 9110 §4.2.
    init(_ url: String) throws(SerializationError) {
        guard url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .invalidField("The URL holds a character that must be percent-encoded.")
        }
        let whole = url.prefix { $0 != "#" }
        guard let colon = whole.firstIndex(of: ":"), whole[colon...].hasPrefix("://"),
            ["http", "https"].contains(whole[..<colon].lowercased())
        else { throw .invalidField("The URL is not absolute, or its scheme is not http or https.") }
        let rest = whole[whole.index(colon, offsetBy: 3)...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard !authority.isEmpty, !authority.contains("@") else {
            throw .invalidField("The URL has no host, or holds a user's name.")
        }
        scheme = whole[..<colon].lowercased()
        self.authority = String(authority)
        let path = rest[authority.endIndex...]
        self.path = path.hasPrefix("/") ? String(path) : "/\(path)"
    }
}
