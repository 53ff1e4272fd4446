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
