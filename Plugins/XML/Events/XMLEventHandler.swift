public import Mimeograph

/// Is told what happens in an XML body while it arrives, one call for each event, as a delegate of Foundation's `XMLParser` is.
///
/// ```swift
/// struct Links: XMLEventHandler {
///     var found: [String] = []
///
///     mutating func startElement(_ tag: XML.Event.StartTag) {
///         if tag.hasName("link", namespace: nil), let target = tag[attribute: "href"] { found.append(target) }
///     }
/// }
///
/// let links = try await XMLParserResponseSerializer().read(chunks, head: head, with: Links())
/// ```
/// It costs less than a sequence of ``XML/Event``, and is told the same: no event is made for a call that does nothing, and
/// no string that is not asked for. Each function does nothing by default. Whatever one throws ends the reading and is thrown
/// from there.
public protocol XMLEventHandler {
    /// The document begins; always the first call.
    mutating func startDocument(_ declaration: XML.Event.Declaration) throws(SerializationError)
    /// A document type declaration. What it names elsewhere is never read.
    mutating func documentType(_ type: XML.DocumentType) throws(SerializationError)
    /// An element begins.
    mutating func startElement(_ tag: XML.Event.StartTag) throws(SerializationError)
    /// An element ends.
    mutating func endElement(_ tag: XML.Event.EndTag) throws(SerializationError)
    /// Character data between markup, all of it in one call.
    mutating func text(_ text: XML.Event.Text) throws(SerializationError)
    /// A CDATA section.
    mutating func cdata(_ text: XML.Event.Text) throws(SerializationError)
    /// A comment; those in a document type are left out.
    mutating func comment(_ text: XML.Event.Text) throws(SerializationError)
    /// A processing instruction; those in a document type are left out.
    mutating func processingInstruction(_ instruction: XML.Event.Instruction) throws(SerializationError)
    /// The document is complete and well-formed; always the last call.
    mutating func endDocument() throws(SerializationError)
}

extension XMLEventHandler {
    /// Does nothing.
    public mutating func startDocument(_ declaration: XML.Event.Declaration) throws(SerializationError) {}
    /// Does nothing.
    public mutating func documentType(_ type: XML.DocumentType) throws(SerializationError) {}
    /// Does nothing.
    public mutating func startElement(_ tag: XML.Event.StartTag) throws(SerializationError) {}
    /// Does nothing.
    public mutating func endElement(_ tag: XML.Event.EndTag) throws(SerializationError) {}
    /// Does nothing.
    public mutating func text(_ text: XML.Event.Text) throws(SerializationError) {}
    /// Does nothing.
    public mutating func cdata(_ text: XML.Event.Text) throws(SerializationError) {}
    /// Does nothing.
    public mutating func comment(_ text: XML.Event.Text) throws(SerializationError) {}
    /// Does nothing.
    public mutating func processingInstruction(_ instruction: XML.Event.Instruction) throws(SerializationError) {}
    /// Does nothing.
    public mutating func endDocument() throws(SerializationError) {}
}

extension XMLParserResponseSerializer {
    /// Makes a reader of one body that tells a handler what is in it.
    ///
    /// - Parameters:
    ///   - head: The head of the response, for the charset parameter of its Content-Type.
    ///   - limits: What the body may cost.
    ///   - handler: Who is told.
    public func makeReader<Handler: XMLEventHandler>(
        for head: ResponseHead,
        limits: DecodingLimits = .standard,
        handler: Handler
    ) -> XMLEventReader<Handler> {
        XMLEventReader(
            reader: XMLStreamReader(charset: head.contentType?.charset, options: options, limits: limits),
            handler: handler
        )
    }

    /// Reads a body while it arrives, and tells a handler what is in it.
    ///
    /// - Parameters:
    ///   - chunks: The bytes as they arrive, cut anywhere.
    ///   - head: The head of the response, for the charset parameter of its Content-Type.
    ///   - limits: What the body may cost.
    ///   - handler: Who is told.
    ///   - actor: Where the caller runs; the handler is told there.
    /// - Returns: The handler, after it was told everything.
    /// - Throws: What ``XMLEventReader`` throws, what the source of the chunks throws, and `CancellationError`.
    public func read<Handler: XMLEventHandler, Chunks: AsyncSequence>(
        _ chunks: Chunks,
        head: ResponseHead,
        limits: DecodingLimits = .standard,
        with handler: Handler,
        isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> Handler where Chunks.Element == [UInt8] {
        var reader = makeReader(for: head, limits: limits, handler: handler)
        var iterator = chunks.makeAsyncIterator()
        while let chunk = try await iterator.next(isolation: actor) {
            try Task.checkCancellation()
            try reader.consume(chunk.span)
        }
        try Task.checkCancellation()
        try reader.finish()
        return reader.handler
    }
}

/// Tells a handler what is in an XML body that is given chunk by chunk.
///
/// ```swift
/// var reader = XMLParserResponseSerializer().makeReader(for: head, handler: Links())
/// while let chunk = nextChunk() { try reader.consume(chunk.span) }
/// try reader.finish()
/// print(reader.handler.found)
/// ```
/// Where the chunks are cut changes nothing. What came before an error is told before it is thrown.
public struct XMLEventReader<Handler: XMLEventHandler>: ~Copyable {
    private let reader: XMLStreamReader
    /// The handler that is told.
    public var handler: Handler

    init(reader: XMLStreamReader, handler: Handler) {
        self.reader = reader
        self.handler = handler
    }

    /// Reads the next bytes, and tells what they complete. After an error, bytes are ignored.
    ///
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/invalidText``,
    ///   ``SerializationError/Code/unsupportedCharset``, ``SerializationError/Code/limitExceeded``, and what the handler
    ///   throws.
    public mutating func consume(_ chunk: Span<UInt8>) throws(SerializationError) {
        try reader.consume(chunk) { (push) throws(SerializationError) in try push.removeEvents()?.send(to: &handler) }
    }

    /// Says that no bytes follow, and tells the rest.
    ///
    /// - Throws: The same, ``SerializationError/Code/truncated`` where the document is not complete, and
    ///   ``SerializationError/Code/emptyBody`` where there was none.
    public mutating func finish() throws(SerializationError) {
        try reader.finish { (push) throws(SerializationError) in try push.removeEvents()?.send(to: &handler) }
    }
}
