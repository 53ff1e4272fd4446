/// A streaming serializer whose element type is known only at run time.
protocol ErasedStream: Sendable {
    /// Makes a parser whose elements are `Element`, or nil where it cannot make those.
    func makeParser<Element: Sendable>(
        of type: Element.Type,
        for head: ResponseHead,
        budget: DecodeBudget
    ) throws(SerializationError) -> (any IncrementalParser<Element>)?
}

/// A serializer with one element type.
struct StreamBox<Stream: StreamingResponseSerialization>: ErasedStream {
    let stream: Stream

    func makeParser<Element: Sendable>(
        of type: Element.Type,
        for head: ResponseHead,
        budget: DecodeBudget
    ) throws(SerializationError) -> (any IncrementalParser<Element>)? {
        guard ObjectIdentifier(type) == ObjectIdentifier(Stream.Element.self) else { return nil }
        return try stream.makeParser(for: head, budget: budget) as any IncrementalParser
            as? any IncrementalParser<Element>
    }
}

/// A format whose elements are any `Decodable`.
struct CodableStreamBox<Format: CodableStreamFormat>: ErasedStream {
    let format: Format

    func makeParser<Element: Sendable>(
        of type: Element.Type,
        for head: ResponseHead,
        budget: DecodeBudget
    ) throws(SerializationError) -> (any IncrementalParser<Element>)? {
        guard let decodable = type as? any Decodable.Type else { return nil }
        return try open(decodable, as: type, head: head, budget: budget)
    }

    private func open<Value: Decodable, Element: Sendable>(
        _ value: Value.Type,
        as type: Element.Type,
        head: ResponseHead,
        budget: DecodeBudget
    ) throws(SerializationError) -> any IncrementalParser<Element> {
        let parser = try format.makeParser(of: DecodedElement<Value>.self, as: head.contentType, budget: budget)
        return UnwrappingParser<Value, Element>(parser: parser)
    }
}

/// Carries a value through an interface; who chooses by type looks at what is carried.
protocol ElementCarrier: Decodable {
    associatedtype Value: Decodable
    init(carrying value: Value)
}

/// Carries a value of a type that is known to be `Sendable` elsewhere through an interface that asks for the proof.
///
/// It is unchecked because `Sendable` cannot be looked up at run time, as `Decodable` can. The only maker of this type is
/// ``CodableStreamBox``, for a `Value` that is its caller's `Element: Sendable` under another name.
private struct DecodedElement<Value: Decodable>: ElementCarrier, @unchecked Sendable {
    let value: Value

    init(carrying value: Value) { self.value = value }

    init(from decoder: any Decoder) throws {
        // Through a container, so that the format's own strategies (dates, decimals) apply to the value.
        value = try decoder.singleValueContainer().decode(Value.self)
    }
}

/// Takes the values out of their carriers.
private struct UnwrappingParser<Value: Decodable, Element: Sendable>: IncrementalParser {
    var parser: any IncrementalParser<DecodedElement<Value>>

    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [Element]) throws(SerializationError) {
        var carriers: [DecodedElement<Value>] = []
        defer { elements.append(contentsOf: carriers.compactMap { $0.value as? Element }) }
        try parser.consume(chunk, into: &carriers)
    }

    mutating func finish(into elements: inout [Element]) throws(SerializationError) {
        var carriers: [DecodedElement<Value>] = []
        defer { elements.append(contentsOf: carriers.compactMap { $0.value as? Element }) }
        try parser.finish(into: &carriers)
    }
}
