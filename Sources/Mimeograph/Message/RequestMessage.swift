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
    /// The fields after the body; nil for none, as in nearly all requests.
    public var trailers: RequestTrailers?

    /// Makes a request.
    public init(
        method: HTTPMethod = .get,
        url: String = "",
        fields: HeaderFields = [:],
        body: MessageBody = .none,
        trailers: RequestTrailers? = nil
    ) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
        self.trailers = trailers
    }
}

extension RequestMessage: CustomStringConvertible, CustomReflectable {
    /// The method, the URL without secrets, and the sizes of the rest: `POST https://h/x?…, 2 fields, body of 9 bytes`.
    public var description: String {
        let kind =
            switch body {
            case .none: "no body"
            case .bytes(let bytes): "body of \(bytes.count) bytes"
            case .file: "body of a file"
            case .stream: "body of a stream"
            }
        return "\(method) \(VisibleURL(url).shown()), \(fields.lines.count) fields, \(kind)"
    }

    /// Shows the description, which has no secrets.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

/// The head of a request that a server receives.
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

extension RequestHead: CustomStringConvertible, CustomReflectable {
    /// The method, the target without its query, and the number of fields.
    public var description: String { "\(method) \(VisibleURL(target).shown()), \(fields.lines.count) fields" }

    /// Shows the description, which has no secrets.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension RequestHead: Hashable {
    /// Whether method, target and fields are equal; texts are compared by their bytes.
    public static func == (one: RequestHead, other: RequestHead) -> Bool {
        one.method == other.method && one.target.hasSameBytes(as: other.target) && one.fields == other.fields
    }

    /// Hashes the properties that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(method)
        hasher.combine(target.utf8Key)
        hasher.combine(fields)
    }
}

/// A body to send: nothing, bytes, a file, or a stream that can be restarted.
///
/// It only describes the body. The core reads no files and does not wait; a transport does.
public enum MessageBody: Sendable {
    /// No body, and no Content-Length.
    case none
    /// These bytes. Empty bytes are a body of length 0.
    case bytes([UInt8])
    /// The contents of the file at this path.
    case file(path: String)
    /// Chunks from a source that can be read again if the request is sent again.
    case stream(BodyStream)
}

extension MessageBody {
    /// The number of bytes; nil for files and for streams of unknown length.
    public var knownLength: Int? {
        switch self {
        case .none: 0
        case .bytes(let bytes): bytes.count
        case .file: nil
        case .stream(let stream): stream.length
        }
    }
}
