extension SerializerRegistry {
    /// Makes a parser that produces elements of the wanted type while a body arrives.
    ///
    /// A response that has no body by its status or its method (see ``ResponseHead/mayHaveBody``) gets a parser that produces no
    /// elements.
    ///
    /// The parser takes the body as received. It decodes the content codings that the head names, the last one first, unless the
    /// transport has done so (``ResponseHead/contentCodingsUndone``). The limits `outputBytes` and `expansionRatio` apply to the
    /// decoded stream as a whole.
    ///
    /// - Parameters:
    ///   - type: The type of an element: one that a registered stream produces, or any `Decodable`.
    ///   - head: The head of the response.
    ///   - limits: The limits of each element and of the decoded content; nil uses the registration's, else the registry's.
    /// - Throws: ``SerializationError/Code/unacceptableStatus``, ``SerializationError/Code/unsupportedMediaType`` or
    ///   ``SerializationError/Code/missingContentType``, with the trace; ``SerializationError/Code/unsupportedContentCoding`` for
    ///   a coding that is not registered or does not conform to ``StreamingContentCoding``;
    ///   ``SerializationError/Code/limitExceeded`` for too many codings.
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

    /// Returns the format that decodes the elements of a stream, and their limits.
    ///
    /// The result is nil if no format matches, or if a serializer that produces these elements itself is a better match.
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

    /// Returns the resolved media type, and the entries that can stream the wanted elements, most specific first.
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
    ///   - chunks: The body as it arrives, split anywhere.
    ///   - head: The head of the response.
    ///   - limits: The limits of each element and of the decoded content.
    /// - Throws: As ``parser(of:for:limits:)``; the sequence throws what the parser and the chunks throw.
    public func stream<Element: Sendable, Chunks: AsyncSequence & Sendable>(
        _ type: Element.Type = Element.self,
        from chunks: Chunks,
        head: ResponseHead,
        limits: DecodingLimits? = nil
    ) throws(SerializationError) -> ParsedElements<Element> where Chunks.Element == [UInt8] {
        // Make the parser once here to report a wrong type before the first chunk is requested.
        _ = try parser(of: type, for: head, limits: limits)
        return ParsedElements(chunks) { () throws(SerializationError) in
            try parser(of: type, for: head, limits: limits)
        }
    }
}

extension StreamingResponseSerialization {
    /// Makes a parser without naming the type of its elements.
    fileprivate func makeAnyParser(
        for head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser {
        try makeParser(for: head, limits: limits)
    }
}

/// A placeholder for a type of elements.
private struct Elements<Element: Sendable> {}

/// Elements that a cast at run time finds to be `Decodable`. The compiler already knows that they are `Sendable`, which no cast
/// can find out.
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

/// A parser for a response without a body; it ignores any bytes.
private struct NoElements<Element: Sendable>: IncrementalParser {
    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [Element]) throws(SerializationError) {}
    mutating func finish(into elements: inout [Element]) throws(SerializationError) {}
}
