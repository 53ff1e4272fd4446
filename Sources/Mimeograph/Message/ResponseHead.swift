/// The status, the header fields and the origin of a response.
public struct ResponseHead: Sendable {
    /// The status code, for example 200.
    public var status: Int
    /// The header fields.
    public var fields: HeaderFields
    /// The method of the request; a response to HEAD has no body.
    public var requestMethod: HTTPMethod
    /// The URL that the response came from, as text, after any redirects.
    public var url: String?
    /// Whether the transport has already decoded the content codings in Content-Encoding.
    public var contentCodingsUndone: Bool

    /// Makes a head.
    public init(
        status: Int,
        fields: HeaderFields = [:],
        requestMethod: HTTPMethod = .get,
        url: String? = nil,
        contentCodingsUndone: Bool = false
    ) {
        self.status = status
        self.fields = fields
        self.requestMethod = requestMethod
        self.url = url
        self.contentCodingsUndone = contentCodingsUndone
    }
}

extension ResponseHead: CustomStringConvertible, CustomReflectable {
    /// The status, the request's method, the URL without secrets, and the number of fields.
    public var description: String {
        let url = url.map { " \(VisibleURL($0).shown())" } ?? ""
        return "\(status) of \(requestMethod)\(url), \(fields.lines.count) fields"
    }

    /// Shows the description, which has no secrets.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension ResponseHead: Hashable {
    /// Whether all properties are equal; texts are compared by their bytes.
    public static func == (one: ResponseHead, other: ResponseHead) -> Bool {
        one.status == other.status && one.requestMethod == other.requestMethod && one.url.utf8Key == other.url.utf8Key
            && one.contentCodingsUndone == other.contentCodingsUndone && one.fields == other.fields
    }

    /// Hashes the properties that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(status)
        hasher.combine(requestMethod)
        hasher.combine(url.utf8Key)
        hasher.combine(contentCodingsUndone)
        hasher.combine(fields)
    }
}

extension ResponseHead {
    /// The media type of the body, from all Content-Type lines; nil if none can be parsed.
    ///
    /// Source: Fetch §2.2.2 "extract a MIME type", over the WHATWG MIME parser.
    public var contentType: MediaType? { fields.contentType }
}

extension ResponseHead {
    /// Whether the status and the request method allow a body.
    ///
    /// It is false for HEAD, for 1xx, 204, 205 and 304, and for a successful CONNECT. Any bytes are then not part of the
    /// response.
    ///
    /// Source: RFC 9110 §6.4.1, §9.3.6, §15.3.6.
    public var mayHaveBody: Bool {
        switch status {
        case 100...199, 204, 205, 304: false
        case 200...299 where requestMethod == "CONNECT": false
        default: requestMethod != .head
        }
    }

    /// Whether the response may have a body and has at least one byte.
    package func hasBody(byteCount: Int) -> Bool { byteCount > 0 && mayHaveBody }
}

/// A response that a server sends.
public struct ResponseMessage: Sendable {
    /// The status code.
    public var status: Int
    /// The header fields.
    public var fields: HeaderFields
    /// The body.
    public var body: MessageBody

    /// Makes a response.
    public init(status: Int = 200, fields: HeaderFields = [:], body: MessageBody = .none) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}
