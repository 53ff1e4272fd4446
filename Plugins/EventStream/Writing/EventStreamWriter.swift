public import Mimeograph

/// A writer of events, for a server to send.
///
/// ```swift
/// var writer = EventStreamWriter()
/// var bytes = try writer.bytes(of: ServerSentEvent(type: "price", data: "3.50", lastEventID: "17"))
/// bytes += writer.comment("keep-alive")
/// ```
/// A client reads the same events that one writer wrote. `id` and `retry` are written only when they change, because they apply
/// until the next one. Each line of the data becomes a field. CR and CRLF become LF, because the format has no other line break.
/// The writer rejects values that the format cannot hold, and then writes nothing.
///
/// Source: WHATWG HTML §9.2.5.
public struct EventStreamWriter: Sendable {
    /// The id that the client has received.
    public private(set) var lastEventID = ""
    /// The reconnection time that the client has received, in milliseconds, or nil.
    public private(set) var retry: Int?

    /// Creates a writer for one body.
    public init() {}

    /// Writes an event.
    ///
    /// - Parameters:
    ///   - event: The event. An empty type counts as `message`. A nil `retry` does not change the client's time.
    ///   - bytes: The bytes to append to. They are unchanged if the method throws.
    /// - Throws: ``SerializationError/Code/unencodableValue`` for a line break in the type or the id, a zero byte in the id,
    ///   and a negative `retry`.
    public mutating func write(_ event: ServerSentEvent, into bytes: inout [UInt8]) throws(SerializationError) {
        try Self.check(event)
        if !event.type.isEmpty, !event.type.hasSameBytes(as: "message") {
            Self.append("event", event.type.utf8, to: &bytes)
        }
        if !event.lastEventID.hasSameBytes(as: lastEventID) {
            Self.append("id", event.lastEventID.utf8, to: &bytes)
            lastEventID = event.lastEventID
        }
        if let retry = event.retry, retry != self.retry {
            Self.append("retry", "\(retry)".utf8, to: &bytes)
            self.retry = retry
        }
        Self.forEachLine(event.data) { Self.append("data", $0, to: &bytes) }
        bytes.append(0x0A)
    }

    /// Returns the bytes of an event.
    ///
    /// - Throws: The errors of ``write(_:into:)``.
    public mutating func bytes(of event: ServerSentEvent) throws(SerializationError) -> [UInt8] {
        var bytes: [UInt8] = []
        try write(event, into: &bytes)
        return bytes
    }

    /// Returns the bytes of an event whose data is an encoded value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - format: The format of the data, which must write UTF-8.
    ///   - type: The type, by which a web page listens for the event.
    ///   - lastEventID: The id that a client sends when it connects again. Nil does not change the client's id.
    /// - Throws: The errors of ``write(_:into:)`` and of the format, and ``SerializationError/Code/unencodableValue`` if the
    ///   format does not write text.
    public mutating func bytes(
        of value: some Encodable,
        by format: some CodableFormat,
        type: String = "message",
        lastEventID: String? = nil
    ) throws(SerializationError) -> [UInt8] {
        guard let data = String(validating: try format.encode(value), as: UTF8.self) else {
            throw SerializationError(
                .unencodableValue,
                "An event holds text, but \(format.contentType.essence) is not written as UTF-8.",
                remedy: "Use a format that writes UTF-8, such as JSON."
            )
        }
        return try bytes(of: ServerSentEvent(type: type, data: data, lastEventID: lastEventID ?? self.lastEventID))
    }

    /// Returns the bytes of a comment, which clients ignore. A comment about every 15 seconds keeps a connection open.
    ///
    /// - Parameter text: The text. Each of its lines becomes a separate comment.
    public func comment(_ text: String = "") -> [UInt8] {
        var bytes: [UInt8] = []
        Self.forEachLine(text) { line in
            bytes.append(UInt8(ascii: ":"))
            if !line.isEmpty { bytes.append(0x20) }
            bytes += line
            bytes.append(0x0A)
        }
        return bytes
    }

    private static func check(_ event: ServerSentEvent) throws(SerializationError) {
        func hasLineBreak(_ text: String) -> Bool { text.utf8.contains { $0 == 0x0A || $0 == 0x0D } }
        var reason: String?
        if hasLineBreak(event.type) { reason = "The type of an event has a line break" }
        if hasLineBreak(event.lastEventID) { reason = "The id of an event has a line break" }
        if event.lastEventID.utf8.contains(0) { reason = "The id of an event has a zero byte" }
        if let retry = event.retry, retry < 0 { reason = "The reconnection time of an event is negative" }
        guard let reason else { return }
        throw SerializationError(
            .unencodableValue,
            "\(reason), which an event stream cannot hold.",
            remedy: "Remove it, or move it into the data."
        )
    }

    private static func append(_ name: String, _ value: some Sequence<UInt8>, to bytes: inout [UInt8]) {
        bytes += name.utf8
        bytes += ": ".utf8
        bytes += value
        bytes.append(0x0A)
    }

    /// Calls `body` with each line of a text, separated by LF, CR or CRLF. An empty text has one line.
    private static func forEachLine(_ text: String, _ body: (Substring.UTF8View) -> Void) {
        var rest = text.utf8[...]
        while let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
            body(rest[..<end])
            let next = rest.index(after: end)
            let isPair = rest[end] == 0x0D && next < rest.endIndex && rest[next] == 0x0A
            rest = rest[(isPair ? rest.index(after: next) : next)...]
        }
        body(rest)
    }
}

/// A serializer that writes events as a whole body, for a response with all events or a recording.
public struct EventListRequestSerializer: BodySerialization, Hashable {
    /// Creates a serializer.
    public init() {}

    /// `text/event-stream`.
    public var contentType: MediaType { "text/event-stream" }

    /// Encodes the events one after another.
    ///
    /// - Throws: The errors of ``EventStreamWriter/write(_:into:)``.
    public func encode(_ input: [ServerSentEvent]) throws(SerializationError) -> [UInt8] {
        var writer = EventStreamWriter()
        var bytes: [UInt8] = []
        for event in input { try writer.write(event, into: &bytes) }
        return bytes
    }
}
