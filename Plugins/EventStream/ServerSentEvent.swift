import Mimeograph

/// One event of an event stream.
///
/// Source: WHATWG HTML §9.2.
public struct ServerSentEvent: Sendable {
    /// The name by which a page listens for it; `message` where the server names none.
    public var type: String
    /// The text, its lines parted by LF.
    public var data: String
    /// The last `id` that the server sent, with this event or before it; empty where there was none.
    ///
    /// A client that connects again sends it as `Last-Event-ID`, and the server goes on behind it.
    public var lastEventID: String
    /// The last `retry` that the server sent, with this event or before it: how many milliseconds a client waits before it
    /// connects again. Nil where there was none.
    public var retry: Int?

    /// Makes an event.
    ///
    /// - Parameters:
    ///   - type: The name by which a page listens for it.
    ///   - data: The text.
    ///   - lastEventID: What a client sends when it connects again.
    ///   - retry: Milliseconds.
    public init(type: String = "message", data: String, lastEventID: String = "", retry: Int? = nil) {
        self.type = type
        self.data = data
        self.lastEventID = lastEventID
        self.retry = retry
    }
}

extension ServerSentEvent: Hashable {
    /// Whether all properties are equal; texts are compared by their bytes.
    public static func == (one: ServerSentEvent, other: ServerSentEvent) -> Bool {
        one.retry == other.retry && one.type.hasSameBytes(as: other.type) && one.data.hasSameBytes(as: other.data)
            && one.lastEventID.hasSameBytes(as: other.lastEventID)
    }

    /// Feeds what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(type.utf8Key)
        hasher.combine(data.utf8Key)
        hasher.combine(lastEventID.utf8Key)
        hasher.combine(retry)
    }
}
