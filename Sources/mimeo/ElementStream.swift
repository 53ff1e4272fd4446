import Mimeograph
import MimeographEventStream
import MimeographJSON

/// A body that is a stream of JSON values, such as lines, or of events, and that nothing reads as one value.
struct ElementStream {
    private var parser: any IncrementalParser<JSON>
    /// What an element is called.
    private let noun: String

    /// Bytes that are read before what came of them is handed on.
    private static let pieceSize = 1 << 16

    /// Nil where a serializer reads the whole body as this kind, or no registered stream does.
    init?(_ head: ResponseHead, as kind: WantedKind, _ registry: SerializerRegistry) {
        guard kind == .any || kind == .json, head.contentType != nil,
            registry.explain(head, as: JSON.self).chosen == nil
        else { return nil }
        do throws(SerializationError) {
            if kind == .any, let events = Self.events(head, registry) {
                (parser, noun) = (events, "event")
            } else {
                (parser, noun) = (try registry.parser(of: JSON.self, for: head), "JSON value")
            }
        } catch {
            return nil
        }
    }

    /// A parser of events as JSON objects, where the body is a stream of events.
    private static func events(_ head: ResponseHead, _ registry: SerializerRegistry) -> (any IncrementalParser<JSON>)? {
        do throws(SerializationError) {
            _ = try registry.parser(of: ServerSentEvent.self, for: head)
            return try EventStreamResponseSerializer().map(\.json).makeParser(for: head, budget: registry.budget)
        } catch {
            return nil
        }
    }

    /// So many elements, for a person.
    func count(_ number: Int) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    /// Hands on each value, those before an error too.
    ///
    /// - Returns: How many there were.
    /// - Throws: What the parser throws.
    mutating func read(_ body: Span<UInt8>, _ take: (JSON) -> Void) throws(SerializationError) -> Int {
        var count = 0
        var offset = 0
        var values: [JSON] = []
        repeat {
            let end = min(body.count, offset + Self.pieceSize)
            var failure: SerializationError?
            do throws(SerializationError) {
                try parser.consume(body.extracting(offset..<end), into: &values)
                if end == body.count { try parser.finish(into: &values) }
            } catch {
                failure = error
            }
            values.forEach(take)
            count += values.count
            values.removeAll(keepingCapacity: true)
            if let failure { throw failure }
            offset = end
        } while offset < body.count
        return count
    }
}

extension ServerSentEvent {
    /// The event as a person may see it: what it has, by the names of the format.
    fileprivate var json: JSON {
        var members: [(key: String, value: JSON)] = [("event", JSON(type)), ("data", JSON(data))]
        if !lastEventID.isEmpty { members.append(("id", JSON(lastEventID))) }
        if let retry { members.append(("retry", JSON(retry))) }
        return .object(members)
    }
}
