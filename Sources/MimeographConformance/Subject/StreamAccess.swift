import Mimeograph

/// What the laws about streams ask of one, with the type of its elements forgotten.
struct StreamAccess: Sendable {
    /// Feeds a body, cut at these offsets, to a fresh parser.
    let parse: @Sendable ([UInt8], [Int], ResponseHead, DecodeBudget) -> Subject.Reading
    /// The number of elements of a value.
    let count: @Sendable (any Sendable) -> Int
    /// The first elements of a value.
    let prefix: @Sendable (any Sendable, Int) -> any Sendable
    /// Reads chunks as they arrive to their end; throws what the sequence throws.
    let drain: @Sendable (AsyncStream<[UInt8]>, ResponseHead) async throws -> Void

    init<Element: Sendable>(
        _ element: Element.Type,
        makeParser:
            @escaping @Sendable (ResponseHead, DecodeBudget) throws(SerializationError)
            -> any IncrementalParser<Element>
    ) {
        parse = { bytes, cuts, head, budget in
            var elements: [Element] = []
            do throws(SerializationError) {
                var parser = try makeParser(head, budget)
                var start = 0
                for end in cuts + [bytes.count] where end >= start && end <= bytes.count {
                    try parser.consume(bytes.span.extracting(start..<end), into: &elements)
                    start = end
                }
                try parser.finish(into: &elements)
                return Subject.Reading(value: elements)
            } catch {
                return Subject.Reading(value: elements, error: error)
            }
        }
        count = { ($0 as? [Element])?.count ?? 0 }
        prefix = { value, count in Array(((value as? [Element]) ?? []).prefix(count)) }
        drain = { chunks, head in
            let elements = ParsedElements(chunks) { () throws(SerializationError) in
                try makeParser(head, .standard)
            }
            for try await _ in elements {}
        }
    }
}
