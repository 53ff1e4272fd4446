/// What a request says before its body, as a server sees it.
public struct RequestHead: Sendable {
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

extension RequestHead: Hashable {
    /// Whether method, target and fields are equal; texts are compared by their bytes.
    public static func == (one: RequestHead, other: RequestHead) -> Bool {
        one.method == other.method && one.target.hasSameBytes(as: other.target) && one.fields == other.fields
    }

    /// Feeds what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(method)
        hasher.combine(target.utf8Key)
        hasher.combine(fields)
    }
}
