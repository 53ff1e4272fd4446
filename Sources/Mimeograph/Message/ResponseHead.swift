/// What a response says before its body.
public struct ResponseHead: Hashable, Sendable {
    /// The status code, for example 200.
    public var status: Int
    /// The header fields.
    public var fields: HeaderFields
    /// The method of the request that this answers; a response to HEAD has no body.
    public var requestMethod: HTTPMethod
    /// The URL that answered, as text, after redirects.
    public var url: String?
    /// Whether the transport has already undone the content codings named in Content-Encoding.
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

extension ResponseHead {
    /// The media type of the body, from all Content-Type lines; nil where there is none or none that can be parsed.
    ///
    /// Source: Fetch §2.2.2 "extract a MIME type", over the WHATWG MIME parser.
    public var contentType: MediaType? { fields.contentType }
}
