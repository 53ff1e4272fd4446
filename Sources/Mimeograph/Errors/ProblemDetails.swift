/// What a server says about a failure in `application/problem+json` (or another format of the same shape).
///
/// A member of the wrong type is ignored, as the RFC asks, so decoding fails only where the body is no object. Members
/// that the RFC does not name are kept in ``extensions``.
///
/// The texts come from the server: show them as text, never as markup, and follow no URL in them unasked.
///
/// Source: RFC 9457 §3.
public struct ProblemDetails: Hashable, Sendable {
    /// A URI reference that names the kind of problem; `about:blank` where the status code says it all.
    public var type: String
    /// A short summary of the kind of problem, the same at each occurrence.
    public var title: String?
    /// The status code that the server meant; the response's own is the one to trust.
    public var status: Int?
    /// What is particular to this occurrence.
    public var detail: String?
    /// A URI reference that names this occurrence.
    public var instance: String?
    /// The other members. One that is nested deeper than 16 levels is left out.
    public var extensions: [String: ProblemValue]

    /// Makes the details of a problem.
    public init(
        type: String = "about:blank",
        title: String? = nil,
        status: Int? = nil,
        detail: String? = nil,
        instance: String? = nil,
        extensions: [String: ProblemValue] = [:]
    ) {
        self.type = type
        self.title = title
        self.status = status
        self.detail = detail
        self.instance = instance
        self.extensions = extensions
    }
}

extension ProblemDetails: Codable {
    private static let standardNames: Set<String> = ["type", "title", "status", "detail", "instance"]

    /// Decodes the members of an object.
    ///
    /// - Throws: Only where there is no object.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: PlainCodingKey.self)
        func member<Value: Decodable>(_ name: String, as type: Value.Type) -> Value? {
            try? members.decodeIfPresent(type, forKey: PlainCodingKey(name))
        }
        self.init(
            type: member("type", as: String.self) ?? "about:blank",
            title: member("title", as: String.self),
            status: member("status", as: Int.self),
            detail: member("detail", as: String.self),
            instance: member("instance", as: String.self)
        )
        for key in members.allKeys where !Self.standardNames.contains(key.stringValue) {
            extensions[key.stringValue] = try? members.decode(ProblemValue.self, forKey: key)
        }
    }

    /// Encodes the members that are there; a type of `about:blank` is left out, which means the same.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: PlainCodingKey.self)
        if type != "about:blank" { try members.encode(type, forKey: PlainCodingKey("type")) }
        try members.encodeIfPresent(title, forKey: PlainCodingKey("title"))
        try members.encodeIfPresent(status, forKey: PlainCodingKey("status"))
        try members.encodeIfPresent(detail, forKey: PlainCodingKey("detail"))
        try members.encodeIfPresent(instance, forKey: PlainCodingKey("instance"))
        for (name, value) in extensions.sorted(by: { $0.key < $1.key }) where !Self.standardNames.contains(name) {
            try members.encode(value, forKey: PlainCodingKey(name))
        }
    }
}
