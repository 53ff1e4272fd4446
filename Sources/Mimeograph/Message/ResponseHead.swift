/// What a response says before its body.
public struct ResponseHead: Sendable {
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

extension ResponseHead: Hashable {
    /// Whether all properties are equal; texts are compared by their bytes.
    public static func == (one: ResponseHead, other: ResponseHead) -> Bool {
        one.status == other.status && one.requestMethod == other.requestMethod && one.url.utf8Key == other.url.utf8Key
            && one.contentCodingsUndone == other.contentCodingsUndone && one.fields == other.fields
    }

    /// Feeds what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(status)
        hasher.combine(requestMethod)
        hasher.combine(url.utf8Key)
        hasher.combine(contentCodingsUndone)
        hasher.combine(fields)
    }
}

extension ResponseHead {
    /// The media type of the body, from all Content-Type lines; nil where there is none or none that can be parsed.
    ///
    /// Source: Fetch §2.2.2 "extract a MIME type", over the WHATWG MIME parser.
    public var contentType: MediaType? { fields.contentType }
}
