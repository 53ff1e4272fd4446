import Mimeograph

/// One event of an event stream.
///
/// Source: WHATWG HTML §9.2.
public struct ServerSentEvent: Sendable {
    /// The type, by which a web page listens for the event. It is `message` if the server sends no type.
    public var type: String
    /// The text. Its lines are separated by LF.
    public var data: String
    /// The last `id` that the server sent with this event or before it, or an empty string.
    ///
    /// A client that connects again sends it as `Last-Event-ID`, and the server continues after it.
    public var lastEventID: String
    /// The last `retry` that the server sent with this event or before it, or nil: the number of milliseconds that a client waits
    /// before it connects again.
    public var retry: Int?

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - type: The type, by which a web page listens for the event.
    ///   - data: The text.
    ///   - lastEventID: The id that a client sends when it connects again.
    ///   - retry: The number of milliseconds to wait before connecting again.
    public init(type: String = "message", data: String, lastEventID: String = "", retry: Int? = nil) {
        self.type = type
        self.data = data
        self.lastEventID = lastEventID
        self.retry = retry
    }
}

extension ServerSentEvent: Hashable {
    /// Whether all properties are equal. Texts are compared by their bytes.
    public static func == (one: ServerSentEvent, other: ServerSentEvent) -> Bool {
        one.retry == other.retry && one.type.hasSameBytes(as: other.type) && one.data.hasSameBytes(as: other.data)
            && one.lastEventID.hasSameBytes(as: other.lastEventID)
    }

    /// Hashes all properties, texts by their bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(type.utf8Key)
        hasher.combine(data.utf8Key)
        hasher.combine(lastEventID.utf8Key)
        hasher.combine(retry)
    }
}
