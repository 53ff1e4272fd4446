/// A serializer that reads a body as elements while it arrives.
public protocol StreamingResponseSerialization<Element>: Sendable {
    /// The type of an element.
    associatedtype Element: Sendable

    /// The media ranges this serializer accepts, most preferred first.
    var acceptedTypes: [MediaRange] { get }

    /// Makes a parser for one body.
    ///
    /// - Parameters:
    ///   - head: The head of the response.
    ///   - limits: The limits of each element; a stream as a whole has no size limit.
    func makeParser(
        for head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<Element>
}

/// A format whose bodies are sequences of `Decodable` elements: NDJSON, json-seq, top-level arrays.
public protocol CodableStreamFormat: Sendable {
    /// The media ranges it reads, most preferred first.
    var acceptedTypes: [MediaRange] { get }

    /// Makes a parser that decodes each element of one body as `V`.
    ///
    /// - Parameters:
    ///   - type: The type of an element.
    ///   - mediaType: The label of the body, for parameters such as `charset`; nil if there is none.
    ///   - limits: The limits of each element; a stream as a whole has no size limit.
    func makeParser<V: Decodable & Sendable>(
        of type: V.Type,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<V>
}

/// A parser that takes chunks and does no I/O. How a body is split into chunks has no effect.
///
/// After either method throws, the parser must not be used again.
public protocol IncrementalParser<Element> {
    /// The type of an element.
    associatedtype Element: Sendable

    /// Parses the next bytes, and appends the elements that they complete.
    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [Element]) throws(SerializationError)

    /// Ends the body, and appends the remaining elements.
    ///
    /// - Throws: ``SerializationError/Code/truncated`` if the bytes end in the middle of an element.
    mutating func finish(into elements: inout [Element]) throws(SerializationError)
}

extension IncrementalParser {
    /// Parses a whole body. The parser must not be used again.
    ///
    /// - Parameter body: All bytes, in any collection: `[UInt8]`, a slice, `Data`, `string.utf8`.
    /// - Returns: All elements.
    /// - Throws: Any error of the parser; the elements before the failure are lost.
    public mutating func parseAll(_ body: some Collection<UInt8>) throws(SerializationError) -> [Element] {
        var elements: [Element] = []
        try withBytes(of: body) { (span) throws(SerializationError) in try consume(span, into: &elements) }
        try finish(into: &elements)
        return elements
    }
}

extension StreamingResponseSerialization {
    /// Returns a streaming serializer that transforms this one's elements.
    ///
    /// ```swift
    /// let updates = NDJSONFormat().serializer(of: Reading.self).map(Update.reading)
    /// ```
    /// - Parameter transform: Makes the new element; an error ends the stream.
    public func map<NewElement: Sendable>(
        _ transform: @escaping @Sendable (Element) throws(SerializationError) -> NewElement
    ) -> some StreamingResponseSerialization<NewElement> {
        MappedStreamSerializer(base: self, transform: transform)
    }
}

extension CodableStreamFormat {
    /// Returns a streaming serializer of one type of element, for code that needs a fixed type.
    ///
    /// ```swift
    /// let readings = NDJSONFormat().serializer(of: Reading.self)
    /// ```
    public func serializer<Value: Decodable & Sendable>(
        of type: Value.Type = Value.self
    ) -> some StreamingResponseSerialization<Value> {
        DecodedStreamSerializer<Self, Value>(format: self)
    }
}

private struct MappedStreamSerializer<Base: StreamingResponseSerialization, Element: Sendable>:
    StreamingResponseSerialization
{
    let base: Base
    let transform: @Sendable (Base.Element) throws(SerializationError) -> Element

    var acceptedTypes: [MediaRange] { base.acceptedTypes }

    func makeParser(
        for head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<Element> {
        MappedParser(parser: try base.makeParser(for: head, limits: limits), transform: transform)
    }
}

private struct DecodedStreamSerializer<Format: CodableStreamFormat, Element: Decodable & Sendable>:
    StreamingResponseSerialization
{
    let format: Format

    var acceptedTypes: [MediaRange] { format.acceptedTypes }

    func makeParser(
        for head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<Element> {
        try format.makeParser(of: Element.self, as: head.contentType, limits: limits)
    }
}

/// A parser that transforms each element of another.
private struct MappedParser<Base: Sendable, Element: Sendable>: IncrementalParser {
    var parser: any IncrementalParser<Base>
    let transform: @Sendable (Base) throws(SerializationError) -> Element

    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [Element]) throws(SerializationError) {
        var inner: [Base] = []
        var failure: SerializationError?
        do throws(SerializationError) { try parser.consume(chunk, into: &inner) } catch { failure = error }
        try append(inner, then: failure, into: &elements)
    }

    mutating func finish(into elements: inout [Element]) throws(SerializationError) {
        var inner: [Base] = []
        var failure: SerializationError?
        do throws(SerializationError) { try parser.finish(into: &inner) } catch { failure = error }
        try append(inner, then: failure, into: &elements)
    }

    /// Appends the elements before a failure, then throws it. An error of the transformation is thrown first.
    private func append(
        _ inner: [Base],
        then failure: SerializationError?,
        into elements: inout [Element]
    ) throws(SerializationError) {
        for element in inner { elements.append(try transform(element)) }
        if let failure { throw failure }
    }
}
