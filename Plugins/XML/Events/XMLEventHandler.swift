public import Mimeograph

/// A handler for the events of an XML body that arrives, similar to a delegate of Foundation's `XMLParser`.
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
/// A handler costs less than a sequence of ``XML/Event`` values, and gets the same events. A string is created only on access.
/// Each function does nothing by default. If a function throws, reading stops and throws the same error.
public protocol XMLEventHandler {
    /// Handles the beginning of the document. This is always the first call.
    mutating func startDocument(_ declaration: XML.Event.Declaration) throws(SerializationError)
    /// Handles a document type declaration. External resources in it are never read.
    mutating func documentType(_ type: XML.DocumentType) throws(SerializationError)
    /// Handles the beginning of an element.
    mutating func startElement(_ tag: XML.Event.StartTag) throws(SerializationError)
    /// Handles the end of an element.
    mutating func endElement(_ tag: XML.Event.EndTag) throws(SerializationError)
    /// Handles all character data up to the next markup in one call.
    mutating func text(_ text: XML.Event.Text) throws(SerializationError)
    /// Handles a CDATA section.
    mutating func cdata(_ text: XML.Event.Text) throws(SerializationError)
    /// Handles a comment. Comments in a document type are left out.
    mutating func comment(_ text: XML.Event.Text) throws(SerializationError)
    /// Handles a processing instruction. Instructions in a document type are left out.
    mutating func processingInstruction(_ instruction: XML.Event.Instruction) throws(SerializationError)
    /// Handles the end of a complete and well-formed document. This is always the last call.
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
    /// Makes a reader for one body that sends events to a handler.
    ///
    /// - Parameters:
    ///   - head: The head of the response, for the charset parameter of its `Content-Type`.
    ///   - limits: The limits for the body.
    ///   - handler: The handler of the events.
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

    /// Reads a body as it arrives, and sends its events to a handler.
    ///
    /// - Parameters:
    ///   - chunks: The bytes as they arrive, split anywhere.
    ///   - head: The head of the response, for the charset parameter of its `Content-Type`.
    ///   - limits: The limits for the body.
    ///   - handler: The handler of the events.
    ///   - actor: The actor of the caller. The handler is called on it.
    /// - Returns: The handler after all events.
    /// - Throws: The errors of ``XMLEventReader``, any error from the source of the chunks, and `CancellationError`.
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

/// A reader that sends the events of an XML body in chunks to a handler.
///
/// ```swift
/// var reader = XMLParserResponseSerializer().makeReader(for: head, handler: Links())
/// while let chunk = nextChunk() { try reader.consume(chunk.span) }
/// try reader.finish()
/// print(reader.handler.found)
/// ```
/// The split into chunks does not affect the events. Events before an error are sent before it is thrown.
public struct XMLEventReader<Handler: XMLEventHandler>: ~Copyable {
    private let reader: XMLStreamReader
    /// The handler of the events.
    public var handler: Handler

    init(reader: XMLStreamReader, handler: Handler) {
        self.reader = reader
        self.handler = handler
    }

    /// Reads the next bytes, and sends the events that they complete. After an error, further bytes are ignored.
    ///
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/invalidText``,
    ///   ``SerializationError/Code/unsupportedCharset``, ``SerializationError/Code/limitExceeded``, and any error from the
    ///   handler.
    public mutating func consume(_ chunk: Span<UInt8>) throws(SerializationError) {
        try reader.consume(chunk) { (push) throws(SerializationError) in try push.removeEvents()?.send(to: &handler) }
    }

    /// Ends the body, and sends the remaining events.
    ///
    /// - Throws: The errors of ``consume(_:)``, ``SerializationError/Code/truncated`` if the document is incomplete, and
    ///   ``SerializationError/Code/emptyBody`` if the body is empty.
    public mutating func finish() throws(SerializationError) {
        try reader.finish { (push) throws(SerializationError) in try push.removeEvents()?.send(to: &handler) }
    }
}
