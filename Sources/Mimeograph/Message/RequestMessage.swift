/// A request that serializers fill in and a transport sends.
public struct RequestMessage: Sendable {
    /// The method.
    public var method: HTTPMethod
    /// The URL as text; it may be relative until a session resolves it.
    public var url: String
    /// The header fields.
    public var fields: HeaderFields
    /// The body.
    public var body: MessageBody

    /// Makes a request.
    public init(method: HTTPMethod = .get, url: String = "", fields: HeaderFields = [:], body: MessageBody = .none) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
    }
}
