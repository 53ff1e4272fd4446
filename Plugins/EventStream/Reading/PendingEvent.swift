import Mimeograph

/// An event whose lines are still coming.
struct PendingEvent {
    /// The values of its `data` fields, parted by LF.
    var data: [UInt8] = []
    /// The value of its `event` field.
    var type: [UInt8] = []
    /// How many `data` fields there were.
    private(set) var lineCount = 0
    /// Where the first of them has its value.
    private var place: SourceLocation?

    /// Begins the value of a `data` field.
    mutating func beginLine(at location: SourceLocation) {
        if lineCount > 0 { data.append(0x0A) } else { place = location }
        lineCount += 1
    }

    /// The event; nil where it has no data.
    func complete(lastEventID: String, retry: Int?) -> FoundEvent? {
        guard lineCount > 0, let place else { return nil }
        // Invalid bytes are replaced, as the standard's decoder does. Source: WHATWG Encoding §6, "UTF-8 decode".
        let valid = String(validating: data, as: UTF8.self)
        let event = ServerSentEvent(
            type: type.isEmpty ? "message" : String(decoding: type, as: UTF8.self),
            data: valid ?? String(decoding: data, as: UTF8.self),
            lastEventID: lastEventID,
            retry: retry
        )
        return FoundEvent(event: event, place: place, isValid: valid != nil)
    }

    mutating func clear() {
        data.removeAll(keepingCapacity: true)
        type.removeAll(keepingCapacity: true)
        lineCount = 0
        place = nil
    }
}

/// An event, and where its data is.
struct FoundEvent {
    let event: ServerSentEvent
    /// Where the first line of its data begins.
    let place: SourceLocation
    /// Whether its data came as valid UTF-8, so that places in the text are places in the body.
    let isValid: Bool
}
