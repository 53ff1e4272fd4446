package import Mimeograph

/// Makes elements of events and of the values that their data stands for.
package struct DecodedEventParser<Value: Decodable & Sendable, Element: Sendable>: IncrementalParser {
    private var reader: EventStreamReader
    /// What it does with events, for a client that reads them itself.
    package let decoding: EventDecoding<Value>
    private let makeElement: @Sendable (ServerSentEvent, Value) -> Element
    private var isOver = false

    init(
        format: EventStreamFormat,
        of type: Value.Type,
        limits: DecodingLimits,
        makeElement: @escaping @Sendable (ServerSentEvent, Value) -> Element
    ) {
        reader = EventStreamReader(limits: limits)
        decoding = EventDecoding(format: format, limits: limits)
        self.makeElement = makeElement
    }

    package mutating func consume(_ chunk: Span<UInt8>, into elements: inout [Element]) throws(SerializationError) {
        if isOver { return }
        var isOver = false
        let (decoding, makeElement) = (decoding, makeElement)
        try reader.consume(chunk) { (found) throws(SerializationError) in
            if isOver { return }
            if decoding.isTerminator(found.event) {
                isOver = true
            } else if decoding.isWanted(found.event) {
                elements.append(makeElement(found.event, try decoding.value(of: found)))
            }
        }
        self.isOver = isOver
    }

    package mutating func finish(into elements: inout [Element]) throws(SerializationError) {}
}

/// Makes values of the data of events.
package struct EventDecoding<Value: Decodable & Sendable>: Sendable {
    private let format: EventStreamFormat
    /// The format's types, which are compared by their bytes, as the names of events are.
    private let types: Set<ByteEqualString>?
    private let limits: DecodingLimits

    /// Decodes by a format, each value under the limits.
    package init(format: EventStreamFormat, limits: DecodingLimits) {
        self.format = format
        types = format.types.map { Set($0.map(\.utf8Key)) }
        self.limits = limits
    }

    /// Whether an event says that nothing more comes.
    package func isTerminator(_ event: ServerSentEvent) -> Bool {
        format.terminator?.hasSameBytes(as: event.data) ?? false
    }

    /// Whether events of that type are decoded.
    package func isWanted(_ event: ServerSentEvent) -> Bool { types?.contains(event.type.utf8Key) ?? true }

    /// Decodes the data of one event.
    ///
    /// - Throws: What the format throws, with the location in the body.
    package func value(of found: FoundEvent) throws(SerializationError) -> Value {
        do throws(SerializationError) {
            // The data is text of the format's own type, not an event stream.
            let type = format.data.contentType
            return try format.data.decode(Value.self, from: found.event.data.utf8, as: type, limits: limits)
        } catch {
            var error = error
            var location = found.location
            // The later lines of the text are not those of the body, where each begins with the field's name.
            if let inner = error.location, inner.line <= 1, found.isValid {
                location = SourceLocation(
                    offset: location.offset + inner.offset,
                    line: location.line,
                    column: location.column + inner.offset
                )
            }
            error.location = location
            throw error
        }
    }
}
