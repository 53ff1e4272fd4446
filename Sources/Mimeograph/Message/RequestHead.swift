/// What a request says before its body, as a server sees it.
public struct RequestHead: Hashable, Sendable {
    /// The method.
    public var method: HTTPMethod
    /// The request target, for example `/users/7?full=1`.
    public var target: String
    /// The header fields.
    public var fields: HeaderFields

    /// Makes a head.
    public init(method: HTTPMethod = .get, target: String = "/", fields: HeaderFields = [:]) {
        self.method = method
        self.target = target
        self.fields = fields
    }
}
