import Mimeograph
import MimeographJSON

/// A body that is a stream of JSON values, such as lines, and that nothing reads as one value.
struct ElementStream {
    private var parser: any IncrementalParser<JSON>

    /// Bytes that are read before what came of them is handed on.
    private static let pieceSize = 1 << 16

    /// Nil where a serializer reads the whole body as this kind, or no registered stream does.
    init?(_ head: ResponseHead, as kind: WantedKind, _ registry: SerializerRegistry) {
        guard kind == .any || kind == .json, head.contentType != nil,
            registry.explain(head, as: JSON.self).chosen == nil
        else { return nil }
        do throws(SerializationError) {
            parser = try registry.parser(of: JSON.self, for: head)
        } catch {
            return nil
        }
    }

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
