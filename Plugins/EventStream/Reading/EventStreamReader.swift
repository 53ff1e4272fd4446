// Splits lines while they arrive. Only the values of known fields are kept, so a comment or an unknown field of any length takes
// no memory.
//
//     : keep-alive \n          ignored, byte by byte
//     data: one \r\n           name "data", one space that is skipped, then the value, which is appended to `data`
//     data                     a name without a value: `data` gets an empty line
//     \n                       the event "one\n" is complete
//
// CR ends a line at once. An LF right after it, in this chunk or in the next, belongs to the same line end.

package import Mimeograph

/// A reader that finds the events of an event stream in chunks of any size.
///
/// Source: WHATWG HTML §9.2.5 (grammar), §9.2.6 (interpretation).
package struct EventStreamReader: Sendable {
    private enum Line {
        /// The name of a field. At most as many bytes are kept as the longest known name has.
        case name
        /// A value, and whether its first byte has not arrived yet.
        case value(EventField, isAtStart: Bool)
        /// A comment or an unknown field.
        case ignored
    }

    private let limits: DecodingLimits
    /// The maximum length of an id in bytes.
    private let longestID: Int
    private var line = Line.name
    private var name: [UInt8] = []
    private var isAfterReturn = false
    /// The number of bytes of a byte order mark read so far, or nil after the mark.
    private var markCount: Int? = 0

    private var event = PendingEvent()
    private var id: [UInt8] = []
    private var retry = RetryValue()
    private var isIDUsable = true
    /// The last id read. The next dispatch copies it to ``lastEventID``.
    private var idBuffer = ""

    /// The last id of a complete block of lines.
    package private(set) var lastEventID = ""
    /// The last reconnection time, in milliseconds.
    package private(set) var reconnectionTime: Int?

    /// The number of bytes before the current chunk.
    private var offset = 0
    private var lineNumber = 1
    private var lineStart = 0

    /// Creates a reader for one body.
    ///
    /// - Parameters:
    ///   - limits: The limits for each event.
    ///   - lastEventID: The id from the body before this one. It applies to events until another id arrives.
    ///   - reconnectionTime: The reconnection time from the body before this one, in milliseconds.
    ///   - longestID: The maximum length of an id in bytes, for a client that sends it back. By default, only the limits of the
    ///     event apply.
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

    /// Reads the next bytes, and passes on the events that they complete.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded``, and the errors of `receive`.
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

    /// Whether a byte belongs to a byte order mark. If the mark turns out to be missing, the bytes so far are read as text.
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
            // One space after the colon is skipped.
            if bytes[position] == 0x20 { position += 1 }
            try begin(field, at: start + position)
            line = .value(field, isAtStart: false)
        }
        try add(bytes.extracting(position..<bytes.count), to: field, at: start + position)
    }

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

    /// Appends bytes of a value. The limits are checked before memory is allocated.
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

    /// Checks the bytes kept for the event against the limits.
    private func keep(_ count: Int, at start: Int) throws(SerializationError) {
        let held = event.data.count + event.type.count + id.count
        guard count <= limits.inputBytes - held else {
            // The location of the first byte that does not fit, so it is the same however the body is split.
            let fitting = max(0, limits.inputBytes - held)
            throw .limitExceeded(.inputBytes, allowed: limits.inputBytes, at: location(start + fitting))
        }
    }

    private func tooLongID(at offset: Int) -> SerializationError {
        SerializationError(
            .limitExceeded,
            "The id of an event has more than \(longestID) bytes, too many to send it back in a request.",
            at: location(offset),
            remedy: "Have the server send shorter ids, or raise EventSource.Reconnection.longestID."
        )
    }

    /// Ends a line. An empty line completes an event.
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

    /// Passes on an event. Lines without data do not form an event, but their id counts.
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
    /// Returns the index of the next CR or LF, or the count.
    fileprivate func firstLineEnd(from start: Int) -> Int {
        var index = start
        while index < count, self[index] != 0x0A, self[index] != 0x0D { index += 1 }
        return index
    }
}
