public import Mimeograph

/// What a ``Transport`` sends.
public struct TransportRequest: Sendable {
    /// The method.
    public var method: HTTPMethod
    /// The absolute URL as text, with the scheme `http` or `https`, without a fragment.
    public var url: String
    /// The header fields, sent as they are. A transport adds Host, and what frames the body: Content-Length or
    /// Transfer-Encoding. It adds no other field: no Content-Type, no Accept, no User-Agent, no Expect.
    public var fields: HeaderFields
    /// The body.
    public var body: MessageBody
    /// How to connect and how long to wait.
    public var options: TransportOptions
    /// Told how many bytes of the body have been handed to the connection so far, from any thread, in order.
    public var onBytesSent: (@Sendable (_ total: Int64) -> Void)?

    /// What holds the body back while its task is suspended, for a ``BodyHoldingTransport``.
    var control: TransferState?

    /// Makes a request.
    public init(
        method: HTTPMethod = .get,
        url: String,
        fields: HeaderFields = [:],
        body: MessageBody = .none,
        options: TransportOptions = TransportOptions(),
        onBytesSent: (@Sendable (_ total: Int64) -> Void)? = nil
    ) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
        self.options = options
        self.onBytesSent = onBytesSent
    }
}
