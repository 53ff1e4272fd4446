package import Mimeograph

/// A parser that decodes the data of each event, and makes an element from the event and the value.
package struct DecodedEventParser<Value: Decodable & Sendable, Element: Sendable>: IncrementalParser {
    private var reader: EventStreamReader
    private let decoding: EventDecoding<Value>
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
            switch try decoding.read(found) {
            case .value(let value): elements.append(makeElement(found.event, value))
            case .skipped: break
            case .terminator: isOver = true
            }
        }
        self.isOver = isOver
    }

    package mutating func finish(into elements: inout [Element]) throws(SerializationError) {}
}

/// The result of decoding an event.
package enum EventReading<Value> {
    /// A value to return.
    case value(Value)
    /// An event of a type that is not decoded.
    case skipped
    /// The end of the stream: the server sends no more events.
    case terminator
}

/// A decoder of the data of events.
package struct EventDecoding<Value: Decodable & Sendable>: Sendable {
    private let format: EventStreamFormat
    /// The types of the format. They are compared by their bytes, as the types of events are.
    private let types: Set<ByteEqualString>?
    private let limits: DecodingLimits

    /// Creates a decoder with a format. The limits apply to each value.
    package init(format: EventStreamFormat, limits: DecodingLimits) {
        self.format = format
        types = format.types.map { Set($0.map(\.utf8Key)) }
        self.limits = limits
    }

    /// Creates a decoder with the format of the registry's ``EventStreamPlugin``. Without one, the data is decoded as JSON.
    package init(by registry: SerializerRegistry) {
        let registered = registry.streamFormat(for: .eventStream, of: Value.self)
        if let registered, let format = registered.format as? EventStreamFormat {
            self.init(format: format, limits: registered.limits)
        } else {
            self.init(format: EventStreamFormat(data: registry.format(for: .json)), limits: registry.limits)
        }
    }

    /// Decodes an event, unless its type is not decoded or it ends the stream.
    ///
    /// - Throws: The errors of the format, with the location in the body.
    package func read(_ found: FoundEvent) throws(SerializationError) -> EventReading<Value> {
        if let terminator = format.terminator, terminator.hasSameBytes(as: found.event.data) { return .terminator }
        guard types?.contains(found.event.type.utf8Key) ?? true else { return .skipped }
        return .value(try value(of: found))
    }

    /// Decodes the data of one event.
    ///
    /// - Throws: The errors of the format, with the location in the body.
    private func value(of found: FoundEvent) throws(SerializationError) -> Value {
        do throws(SerializationError) {
            // The data has the media type of its own format, not of an event stream.
            let type = format.data.contentType
            return try format.data.decode(Value.self, from: found.event.data.utf8, as: type, limits: limits)
        } catch {
            var error = error
            var location = found.location
            // Later lines of the text differ from the lines of the body, which begin with the name of the field.
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
