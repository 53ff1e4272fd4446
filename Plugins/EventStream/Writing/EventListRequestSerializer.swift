public import Mimeograph

/// Writes events as a whole body: the answer of a server that has them all, or a recording.
public struct EventListRequestSerializer: RequestSerialization, Hashable {
    /// Makes a serializer.
    public init() {}

    /// `text/event-stream`.
    public var contentType: MediaType { "text/event-stream" }

    /// Sets the body, and Content-Type where there is none.
    ///
    /// - Throws: As ``EventStreamWriter/write(_:into:)``.
    public func write(_ input: [ServerSentEvent], into message: inout RequestMessage) throws(SerializationError) {
        var writer = EventStreamWriter()
        var bytes: [UInt8] = []
        for event in input { try writer.write(event, into: &bytes) }
        message.body = .bytes(bytes)
        if !message.fields.contains("Content-Type") { message.fields["Content-Type"] = contentType.description }
    }
}
