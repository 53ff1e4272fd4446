public import Mimeograph

/// Writes events as a whole body: the answer of a server that has them all, or a recording.
public struct EventListRequestSerializer: BodySerialization, Hashable {
    /// Makes a serializer.
    public init() {}

    /// `text/event-stream`.
    public var contentType: MediaType { "text/event-stream" }

    /// Encodes the events, one after the other.
    ///
    /// - Throws: As ``EventStreamWriter/write(_:into:)``.
    public func encode(_ input: [ServerSentEvent]) throws(SerializationError) -> [UInt8] {
        var writer = EventStreamWriter()
        var bytes: [UInt8] = []
        for event in input { try writer.write(event, into: &bytes) }
        return bytes
    }
}
