/// Turns a body into elements while it arrives.
public protocol StreamingResponseSerialization<Element>: Sendable {
    /// What it makes.
    associatedtype Element: Sendable

    /// The media ranges this serializer accepts, most preferred first.
    var acceptedTypes: [MediaRange] { get }

    /// Makes a parser for one body.
    ///
    /// - Parameters:
    ///   - head: The head of the response.
    ///   - limits: What each element may cost; a stream as a whole has no size limit.
    func makeParser(
        for head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<Element>
}

/// A format whose bodies are sequences of any `Decodable`: NDJSON, json-seq, top-level arrays.
public protocol CodableStreamFormat: Sendable {
    /// The media ranges it reads, most preferred first.
    var acceptedTypes: [MediaRange] { get }

    /// Makes a parser that decodes each element of one body as `V`.
    ///
    /// - Parameters:
    ///   - type: The type of an element.
    ///   - mediaType: What the body is labelled as, for parameters such as `charset`; nil where nothing says it.
    ///   - limits: What each element may cost; a stream as a whole has no size limit.
    func makeParser<V: Decodable & Sendable>(
        of type: V.Type,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<V>
}

/// A parser that is fed chunks and does no I/O. Where chunks are cut changes nothing.
///
/// After either method threw, the parser is spent: it is fed no more.
public protocol IncrementalParser<Element> {
    /// What the parser makes.
    associatedtype Element: Sendable

    /// Takes the next bytes, and appends the elements that they complete.
    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [Element]) throws(SerializationError)

    /// Says that no bytes follow, and appends the elements that were waiting for that.
    ///
    /// - Throws: ``SerializationError/Code/truncated`` where the bytes ended in the middle of an element.
    mutating func finish(into elements: inout [Element]) throws(SerializationError)
}

extension IncrementalParser {
    /// Reads a whole body: feeds it and says that no bytes follow. The parser is spent afterwards.
    ///
    /// - Parameter body: All bytes, in any collection: `[UInt8]`, a slice, `Data`, `string.utf8`.
    /// - Returns: All elements.
    /// - Throws: What the parser throws; the elements before the failure are lost.
    public mutating func parseAll(_ body: some Collection<UInt8>) throws(SerializationError) -> [Element] {
        var elements: [Element] = []
        try withBytes(of: body) { (span) throws(SerializationError) in try consume(span, into: &elements) }
        try finish(into: &elements)
        return elements
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
    ) -> some StreamingResponseSerialization<NewElement> {
        MappedStreamSerializer(base: self, transform: transform)
    }
}

extension CodableStreamFormat {
    /// A streaming serializer whose elements are of this one type, for where one of a fixed element is wanted.
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

/// Transforms each element as it comes.
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

    /// Elements that came before a failure come before it here too, and so does what is wrong with one of them.
    private func append(
        _ inner: [Base],
        then failure: SerializationError?,
        into elements: inout [Element]
    ) throws(SerializationError) {
        for element in inner { elements.append(try transform(element)) }
        if let failure { throw failure }
    }
}
