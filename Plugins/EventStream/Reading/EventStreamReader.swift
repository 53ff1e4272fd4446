// Splits lines while they arrive. Only the value of a field that matters is kept: a comment or an unknown field of any length
// costs nothing.
//
//     : keep-alive \n          ignored, byte by byte
//     data: one \r\n           name "data", one space that does not count, then the value, straight into `data`
//     data                     a name without a value: `data` gets an empty line
//     \n                       the event "one\n" is complete
//
// CR ends a line at once; an LF that comes right after it, in this chunk or in the next, is a part of the same end.

package import Mimeograph

/// Finds the events of an event stream in chunks of any size.
///
/// Source: WHATWG HTML §9.2.5 (grammar), §9.2.6 (interpretation).
package struct EventStreamReader: Sendable {
    private enum Line {
        /// The name of a field, of which as much is kept as a name may have.
        case name
        /// A value, and whether its first byte is still to come.
        case value(EventField, isAtStart: Bool)
        /// A comment, or a field of another name.
        case ignored
    }

    private let limits: DecodingLimits
    /// The most bytes of an id.
    private let longestID: Int
    private var line = Line.name
    private var name: [UInt8] = []
    private var isAfterReturn = false
    /// How many bytes of a byte order mark have come; nil once it is clear whether there is one.
    private var markCount: Int? = 0

    /// The event that is being read.
    private var event = PendingEvent()
    /// The id of the line that is being read.
    private var id: [UInt8] = []
    /// The digits of the retry of the line that is being read, as a number; nil where there is none, or no number.
    private var retry = RetryValue()
    private var isIDUsable = true
    /// The last id that came, which the next dispatch makes ``lastEventID``.
    private var idBuffer = ""

    /// The last id of a complete block of lines.
    package private(set) var lastEventID = ""
    /// The last reconnection time, in milliseconds.
    package private(set) var reconnectionTime: Int?

    /// Bytes before the chunk that is being read.
    private var offset = 0
    private var lineNumber = 1
    private var lineStart = 0

    /// Makes a reader for one body.
    ///
    /// - Parameters:
    ///   - limits: What each event may cost.
    ///   - lastEventID: The id that a client has of the body before this one; events that have no other go on with it.
    ///   - reconnectionTime: The reconnection time that it has, in milliseconds.
    ///   - longestID: The most bytes of an id, for a client that is to send it back; else they count with the event's.
    package init(
        limits: DecodingLimits,
        lastEventID: String = "",
        reconnectionTime: Int? = nil,
        longestID: Int = .max
    ) {
        self.limits = limits
        self.longestID = longestID
        self.lastEventID = lastEventID
        idBuffer = lastEventID
        self.reconnectionTime = reconnectionTime
    }

    /// Reads the next bytes, and hands on the events that they complete.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded``; what `receive` throws.
    package mutating func consume(
        _ chunk: Span<UInt8>,
        _ receive: (FoundEvent) throws(SerializationError) -> Void
    ) throws(SerializationError) {
        var position = 0
        while markCount != nil, position < chunk.count {
            if try matchMark(chunk[position]) { position += 1 }
        }
        while position < chunk.count {
            if isAfterReturn {
                isAfterReturn = false
                if chunk[position] == 0x0A {
                    position += 1
                    lineStart = offset + position
                    continue
                }
            }
            let end = chunk.firstLineEnd(from: position)
            try read(chunk.extracting(position..<end), at: offset + position)
            position = end
            guard position < chunk.count else { break }
            isAfterReturn = chunk[position] == 0x0D
            position += 1
            try endLine(receive)
            lineNumber += 1
            lineStart = offset + position
        }
        offset += chunk.count
    }

    /// Whether a byte belongs to a byte order mark. Where it turns out that there is none, the bytes so far are text.
    private mutating func matchMark(_ byte: UInt8) throws(SerializationError) -> Bool {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        guard let count = markCount, byte == mark[count] else {
            let text = Array(mark[..<(markCount ?? 0)])
            markCount = nil
            try read(text.span, at: 0)
            return false
        }
        markCount = count == 2 ? nil : count + 1
        return true
    }

    /// Reads bytes of the line.
    private mutating func read(_ bytes: Span<UInt8>, at start: Int) throws(SerializationError) {
        var position = 0
        if case .name = line {
            while position < bytes.count {
                let byte = bytes[position]
                position += 1
                if byte == UInt8(ascii: ":") {
                    line = EventField(name: name).map { .value($0, isAtStart: true) } ?? .ignored
                    break
                }
                name.append(byte)
                if name.count > EventField.longestName {
                    line = .ignored
                    return
                }
            }
        }
        guard case .value(let field, let isAtStart) = line, position < bytes.count else { return }
        if isAtStart {
            // One space after the colon does not count.
            if bytes[position] == 0x20 { position += 1 }
            try begin(field, at: start + position)
            line = .value(field, isAtStart: false)
        }
        try add(bytes.extracting(position..<bytes.count), to: field, at: start + position)
    }

    /// Begins the value of a field.
    private mutating func begin(_ field: EventField, at start: Int) throws(SerializationError) {
        switch field {
        case .data:
            if event.lineCount >= limits.elements {
                throw .limitExceeded(.elements, allowed: limits.elements, at: location(start))
            }
            if event.lineCount > 0 { try keep(1, at: start) }
            event.beginLine(at: location(start))
        case .event: event.type.removeAll(keepingCapacity: true)
        case .id:
            id.removeAll(keepingCapacity: true)
            isIDUsable = true
        case .retry: retry = RetryValue()
        }
    }

    /// Adds bytes of a value. The limits are checked before memory is allocated.
    private mutating func add(
        _ bytes: Span<UInt8>,
        to field: EventField,
        at start: Int
    ) throws(SerializationError) {
        switch field {
        case .data:
            try keep(bytes.count, at: start)
            event.data.append(copying: bytes)
        case .event:
            try keep(bytes.count, at: start)
            event.type.append(copying: bytes)
        case .id:
            guard bytes.count <= longestID - id.count else { throw tooLongID(at: start + longestID - id.count) }
            try keep(bytes.count, at: start)
            for index in bytes.indices where bytes[index] == 0 { isIDUsable = false }
            id.append(copying: bytes)
        case .retry:
            for index in bytes.indices { retry.append(bytes[index]) }
        }
    }

    /// Holds what is kept of one event to the limits.
    private func keep(_ count: Int, at start: Int) throws(SerializationError) {
        let held = event.data.count + event.type.count + id.count
        guard count <= limits.inputBytes - held else {
            // The first byte that does not fit, so that the location is the same however the body is cut.
            let fitting = max(0, limits.inputBytes - held)
            throw .limitExceeded(.inputBytes, allowed: limits.inputBytes, at: location(start + fitting))
        }
    }

    private func tooLongID(at offset: Int) -> SerializationError {
        SerializationError(
            .limitExceeded,
            "The id of an event has more than \(longestID) bytes, which no request could send back.",
            at: location(offset),
            remedy: "Have the server send shorter ids, or raise EventSource.Reconnection.longestID."
        )
    }

    /// Ends a line; an empty one completes an event.
    private mutating func endLine(_ receive: (FoundEvent) throws(SerializationError) -> Void) throws(SerializationError)
    {
        defer {
            line = .name
            name.removeAll(keepingCapacity: true)
        }
        switch line {
        case .name where name.isEmpty: return try dispatch(receive)
        case .name:
            // A field without a colon has an empty value.
            guard let field = EventField(name: name) else { return }
            try begin(field, at: lineStart + name.count)
            endValue(field)
        case .value(let field, let isAtStart):
            if isAtStart { try begin(field, at: lineStart + name.count + 1) }
            endValue(field)
        case .ignored: return
        }
    }

    private mutating func endValue(_ field: EventField) {
        switch field {
        case .data, .event: break
        case .id:
            if isIDUsable { idBuffer = String(decoding: id, as: UTF8.self) }
            id.removeAll(keepingCapacity: true)
        case .retry:
            if let number = retry.number { reconnectionTime = number }
        }
    }

    /// Hands an event on; a block of lines without data is none, but its id counts.
    private mutating func dispatch(_ receive: (FoundEvent) throws(SerializationError) -> Void)
        throws(SerializationError)
    {
        lastEventID = idBuffer
        defer { event.clear() }
        guard let found = event.complete(lastEventID: lastEventID, retry: reconnectionTime) else { return }
        try receive(found)
    }

    private func location(_ offset: Int) -> SourceLocation {
        SourceLocation(offset: offset, line: lineNumber, column: offset - lineStart + 1)
    }
}

extension Span where Element == UInt8 {
    /// Where the next CR or LF stands, or the end.
    fileprivate func firstLineEnd(from start: Int) -> Int {
        var index = start
        while index < count, self[index] != 0x0A, self[index] != 0x0D { index += 1 }
        return index
    }
}
