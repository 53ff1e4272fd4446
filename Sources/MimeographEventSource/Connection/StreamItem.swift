import Mimeograph
import MimeographEventStream

/// An item that a client reads from an event stream.
enum StreamItem: Sendable {
    case event(FoundEvent)
    /// An id and a reconnection time, in milliseconds, that arrived without an event.
    case progress(lastEventID: String, reconnectionTime: Int?)

    var isEvent: Bool {
        if case .event = self { return true }
        return false
    }
}

/// A parser that makes items of chunks. It continues with the id and the time of the stream before it.
struct StreamItemParser: IncrementalParser {
    private var reader: EventStreamReader
    /// The id and the time in the items so far.
    private var lastEventID: String
    private var reconnectionTime: Int?

    init(limits: DecodingLimits, lastEventID: String, reconnectionTime: Int?, longestID: Int) {
        reader = EventStreamReader(
            limits: limits,
            lastEventID: lastEventID,
            reconnectionTime: reconnectionTime,
            longestID: longestID
        )
        self.lastEventID = lastEventID
        self.reconnectionTime = reconnectionTime
    }

    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [StreamItem]) throws(SerializationError) {
        let count = elements.count
        try reader.consume(chunk) { (found) throws(SerializationError) in elements.append(.event(found)) }
        if elements.count > count, case .event(let found)? = elements.last {
            lastEventID = found.event.lastEventID
            reconnectionTime = found.event.retry
        }
        guard reader.reconnectionTime != reconnectionTime || !reader.lastEventID.hasSameBytes(as: lastEventID) else {
            return
        }
        (lastEventID, reconnectionTime) = (reader.lastEventID, reader.reconnectionTime)
        elements.append(.progress(lastEventID: lastEventID, reconnectionTime: reconnectionTime))
    }

    mutating func finish(into elements: inout [StreamItem]) throws(SerializationError) {}
}
