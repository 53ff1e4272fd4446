import Mimeograph
import MimeographEventStream
import MimeographJSON

/// A parser for a body that no serializer reads as one value: a stream of JSON values, such as NDJSON, or of events.
struct ElementStream {
    private var parser: Parser
    /// The noun for an element, in the singular.
    private let noun: String

    /// The number of bytes that are parsed at a time.
    private static let pieceSize = 1 << 16

    /// The parser of the elements.
    private enum Parser {
        case values(any IncrementalParser<JSON>)
        case events(any IncrementalParser<ServerSentEvent>)
    }

    /// Creates the parser, or returns nil if a serializer reads the whole body as this kind or no registered stream does.
    init?(_ head: ResponseHead, as kind: WantedKind, _ registry: SerializerRegistry) {
        guard kind == .any || kind == .json || kind == .table, let type = head.contentType,
            !type.essence.hasSameBytes(as: MediaType.json.essence), registry.explain(head, for: JSON.self).chosen == nil
        else { return nil }
        if kind != .json, let events = try? registry.parser(of: ServerSentEvent.self, for: head) {
            (parser, noun) = (.events(events), "event")
        } else if let values = try? registry.parser(of: JSON.self, for: head) {
            (parser, noun) = (.values(values), "JSON value")
        } else {
            return nil
        }
    }

    /// Returns a number of elements in words, such as "2 events".
    func count(_ number: Int) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    /// Parses the whole body and passes on each value, including those before an error.
    ///
    /// - Returns: The number of values.
    /// - Throws: The error of the parser, or of `receive`.
    mutating func read(
        _ body: Span<UInt8>,
        _ receive: (JSON) throws(SerializationError) -> Void
    ) throws(SerializationError) -> Int {
        var count = 0
        var offset = 0
        repeat {
            let end = min(body.count, offset + Self.pieceSize)
            count += try consume(body.extracting(offset..<end), isLast: end == body.count, receive)
            offset = end
        } while offset < body.count
        return count
    }

    /// Parses the next bytes of the body and passes on each complete value, including those before an error.
    ///
    /// - Returns: The number of values.
    /// - Throws: The error of the parser, or of `receive`.
    mutating func consume(
        _ piece: Span<UInt8>,
        isLast: Bool,
        _ receive: (JSON) throws(SerializationError) -> Void
    ) throws(SerializationError) -> Int {
        switch parser {
        case .values(var values):
            defer { parser = .values(values) }
            return try Self.consume(piece, isLast: isLast, by: &values, receive)
        case .events(var events):
            defer { parser = .events(events) }
            return try Self.consume(piece, isLast: isLast, by: &events) { (event) throws(SerializationError) in
                try receive(event.json)
            }
        }
    }

    private static func consume<Element>(
        _ piece: Span<UInt8>,
        isLast: Bool,
        by parser: inout any IncrementalParser<Element>,
        _ receive: (Element) throws(SerializationError) -> Void
    ) throws(SerializationError) -> Int {
        var elements: [Element] = []
        var failure: SerializationError?
        do throws(SerializationError) {
            try parser.consume(piece, into: &elements)
            if isLast { try parser.finish(into: &elements) }
        } catch {
            failure = error
        }
        for element in elements { try receive(element) }
        if let failure { throw failure }
        return elements.count
    }
}

extension ResponseSource {
    /// Returns the elements of the body if it is a stream, or nil.
    ///
    /// - Throws: The error of the parser.
    func elements(as kind: WantedKind, _ registry: SerializerRegistry) throws(SerializationError) -> [JSON]? {
        guard var stream = ElementStream(head, as: kind, registry) else { return nil }
        var elements: [JSON] = []
        _ = try stream.read(body.span) { (element) throws(SerializationError) in elements.append(element) }
        return elements
    }

    /// Returns the elements of a stream as an array, or another body as one value.
    ///
    /// - Throws: The error of the parser or of the serializer.
    func value(as kind: WantedKind, _ registry: SerializerRegistry) throws(SerializationError) -> any Sendable {
        if let elements = try elements(as: kind, registry) { return JSON.array(elements) }
        return try kind.read(self, registry)
    }
}

extension ServerSentEvent {
    /// The event as JSON for display, with the field names of the format.
    var json: JSON {
        var members: [(key: String, value: JSON)] = [("event", JSON(type)), ("data", JSON(data))]
        if !lastEventID.isEmpty { members.append(("id", JSON(lastEventID))) }
        if let retry { members.append(("retry", JSON(retry))) }
        return .object(members)
    }
}
