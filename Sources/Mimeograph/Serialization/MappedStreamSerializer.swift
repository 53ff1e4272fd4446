/// A streaming serializer that makes other elements out of those of a first one.
public struct MappedStreamSerializer<Base: StreamingResponseSerialization, Element: Sendable>:
    StreamingResponseSerialization
{
    /// The serializer that reads the body.
    public let base: Base
    private let transform: @Sendable (Base.Element) throws(SerializationError) -> Element

    init(base: Base, transform: @escaping @Sendable (Base.Element) throws(SerializationError) -> Element) {
        self.base = base
        self.transform = transform
    }

    /// What the first serializer claims.
    public var acceptedTypes: [MediaRange] { base.acceptedTypes }

    /// Makes a parser for one body.
    ///
    /// - Throws: What the first serializer throws. The parser throws what its parser and the transform throw.
    public func makeParser(
        for head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<Element> {
        MappedParser(parser: try base.makeParser(for: head, limits: limits), transform: transform)
    }
}

/// Transforms each element as it comes.
private struct MappedParser<Base: Sendable, Element: Sendable>: IncrementalParser {
    var parser: any IncrementalParser<Base>
    let transform: @Sendable (Base) throws(SerializationError) -> Element

    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [Element]) throws(SerializationError) {
        var inner: [Base] = []
        var failure: SerializationError?
        do throws(SerializationError) { try parser.consume(chunk, into: &inner) } catch { failure = error }
        try take(inner, then: failure, into: &elements)
    }

    mutating func finish(into elements: inout [Element]) throws(SerializationError) {
        var inner: [Base] = []
        var failure: SerializationError?
        do throws(SerializationError) { try parser.finish(into: &inner) } catch { failure = error }
        try take(inner, then: failure, into: &elements)
    }

    /// Elements that came before a failure come before it here too, and so does what is wrong with one of them.
    private func take(
        _ inner: [Base],
        then failure: SerializationError?,
        into elements: inout [Element]
    ) throws(SerializationError) {
        for element in inner { elements.append(try transform(element)) }
        if let failure { throw failure }
    }
}

extension StreamingResponseSerialization {
    /// A streaming serializer that reads as this one does and then makes other elements.
    ///
    /// ```swift
    /// let updates = NDJSONFormat().serializer(of: Reading.self).map(Update.reading)
    /// ```
    /// - Parameter transform: Makes the element; what it throws ends the stream.
    public func map<NewElement: Sendable>(
        _ transform: @escaping @Sendable (Element) throws(SerializationError) -> NewElement
    ) -> MappedStreamSerializer<Self, NewElement> {
        MappedStreamSerializer(base: self, transform: transform)
    }
}
