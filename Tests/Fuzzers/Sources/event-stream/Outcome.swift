import Mimeograph
import MimeographEventStream

/// The result of a body: its events, and the error that ended it.
struct Outcome: Equatable, CustomStringConvertible {
    private(set) var events: [ServerSentEvent] = []
    private(set) var error: SerializationError?
    private(set) var lastEventID = ""
    private(set) var reconnectionTime: Int?

    init(of chunks: [ArraySlice<UInt8>], limits: DecodingLimits) {
        var parser = EventStreamParser(limits: limits)
        do throws(SerializationError) {
            for chunk in chunks { try parser.consume(chunk.span, into: &events) }
            try parser.finish(into: &events)
            (lastEventID, reconnectionTime) = (parser.lastEventID, parser.reconnectionTime)
        } catch {
            self.error = error
        }
    }

    var description: String { "\(events) and \(error.map { "\($0)" } ?? "no error")" }

    static func == (one: Outcome, other: Outcome) -> Bool {
        one.events == other.events && one.error?.code == other.error?.code
            && one.error?.location == other.error?.location && one.lastEventID == other.lastEventID
            && one.reconnectionTime == other.reconnectionTime
    }
}
