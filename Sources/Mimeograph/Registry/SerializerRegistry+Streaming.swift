extension SerializerRegistry {
    /// Makes the parser that turns a body into elements of the wanted type while it arrives.
    ///
    /// A response that has no body by its status or its method (see ``ResponseHead/mayHaveBody``) gets a parser that makes
    /// no elements.
    ///
    /// The parser is fed the body as it comes: the content codings that the head names are undone while bytes arrive, the
    /// last one first, unless the transport has done so (``ResponseHead/contentCodingsUndone``). What comes out is held to
    /// the limits' `outputBytes` and `expansionRatio`, which count for the stream as a whole.
    ///
    /// - Parameters:
    ///   - type: The type of an element: one that a registered stream makes, or any `Decodable`.
    ///   - head: The head of the response.
    ///   - limits: What each element may cost, and what undoing content codings may make; nil takes the registration's,
    ///     else the registry's.
    /// - Throws: ``SerializationError/Code/unacceptableStatus``, ``SerializationError/Code/unsupportedMediaType`` or
    ///   ``SerializationError/Code/missingContentType``, with the trace; ``SerializationError/Code/unsupportedContentCoding``
    ///   for a coding that is not registered or does not conform to ``StreamingContentCoding``;
    ///   ``SerializationError/Code/limitExceeded`` for too many of them.
    public func parser<Element: Sendable>(
        of type: Element.Type = Element.self,
        for head: ResponseHead,
        limits: DecodingLimits? = nil
    ) throws(SerializationError) -> any IncrementalParser<Element> {
        if let error = validation.statusError(head) { throw error }
        guard head.mayHaveBody else { return NoElements() }
        let wanted = WantedType(type)
        let (label, able) = streams(.response(head), wanted)
        for entry in able {
            let limits = limits ?? entry.options.limits ?? self.limits
            let made: (any IncrementalParser)?
            switch entry.implementation {
            case .stream(let stream): made = try stream.makeAnyParser(for: head, limits: limits)
            case .codableStream(let format):
                let elements = Elements<Element>() as? any DecodableElements
                made = try elements?.makeParser(by: format, as: head.contentType, limits: limits)
            case .value, .format, .writer: made = nil
            }
            guard let parser = made as? any IncrementalParser<Element> else { continue }
            return try codings.parser(undoingCodingsOf: head, before: parser, limits: limits)
        }
        var error = unread(trace(label, wanted, declined: [:], streaming: true), wanted, hint: nil)
        error.head = head
        throw error
    }

    /// Returns the format that decodes the elements of a stream, and the limits that they are held to.
    ///
    /// Nil if the registry has no format for these elements, or a more specific match: a serializer that makes them itself.
    ///
    /// - Parameters:
    ///   - mediaType: The media type of the stream.
    ///   - type: The type of an element.
    package func streamFormat(
        for mediaType: MediaType,
        of type: any Any.Type
    ) -> (format: any CodableStreamFormat, limits: DecodingLimits)? {
        let (_, able) = streams(.labelled(mediaType), WantedType(type))
        guard let entry = able.first, case .codableStream(let format) = entry.implementation else { return nil }
        return (format, entry.options.limits ?? limits)
    }

    /// The media type that decides, and the entries that can stream the wanted elements, most specific first.
    private func streams(_ origin: BodyOrigin, _ wanted: WantedType) -> (ResolvedContentType, [Entry]) {
        let nothing = [UInt8]()
        let label = label(origin, wanted, prefix: nothing.span)
        let looked = label.type ?? (namedStream == nil ? nil : .octetStream)
        return (label, looked.map { ranking($0, wanted, streaming: true).map(\.entry) } ?? [])
    }

    /// Reads a body as elements while it arrives.
    ///
    /// ```swift
    /// for try await reading in try registry.stream(Reading.self, from: chunks, head: head) { … }
    /// ```
    /// - Parameters:
    ///   - type: The type of an element.
    ///   - chunks: The body as it arrives. Where it is cut changes nothing.
    ///   - head: The head of the response.
    ///   - limits: What each element may cost, and what undoing content codings may make.
    /// - Throws: As ``parser(of:for:limits:)``; the sequence throws what the parser and the chunks throw.
    public func stream<Element: Sendable, Chunks: AsyncSequence & Sendable>(
        _ type: Element.Type = Element.self,
        from chunks: Chunks,
        head: ResponseHead,
        limits: DecodingLimits? = nil
    ) throws(SerializationError) -> ParsedElements<Element> where Chunks.Element == [UInt8] {
        // The parser is made once here, so that a wrong type is told before the first chunk is asked for.
        _ = try parser(of: type, for: head, limits: limits)
        return ParsedElements(chunks) { () throws(SerializationError) in
            try parser(of: type, for: head, limits: limits)
        }
    }
}

extension StreamingResponseSerialization {
    /// A parser of whatever its elements are.
    fileprivate func makeAnyParser(
        for head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser {
        try makeParser(for: head, limits: limits)
    }
}

/// Stands for a type of elements.
private struct Elements<Element: Sendable> {}

/// Elements that are found out to be `Decodable` when a stream is asked for. That they are `Sendable`, which cannot be found
/// out at run time, is known all along.
private protocol DecodableElements {
    func makeParser(
        by format: some CodableStreamFormat,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser
}

extension Elements: DecodableElements where Element: Decodable {
    func makeParser(
        by format: some CodableStreamFormat,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser {
        try format.makeParser(of: Element.self, as: mediaType, limits: limits)
    }
}

/// Reads a body that is not there; bytes that come all the same are not part of the response.
private struct NoElements<Element: Sendable>: IncrementalParser {
    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [Element]) throws(SerializationError) {}
    mutating func finish(into elements: inout [Element]) throws(SerializationError) {}
}
