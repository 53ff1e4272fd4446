public import Mimeograph

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
    /// Who is told.
    public var handler: Handler

    init(reader: XMLStreamReader, handler: Handler) {
        self.reader = reader
        self.handler = handler
    }

    /// Takes the next bytes, and tells what they complete. After an error, bytes are ignored.
    ///
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/invalidText``,
    ///   ``SerializationError/Code/unsupportedCharset``, ``SerializationError/Code/limitExceeded``, and what the handler
    ///   throws.
    public mutating func consume(_ chunk: Span<UInt8>) throws(SerializationError) {
        try reader.consume(chunk) { (push) throws(SerializationError) in try push.takeEvents()?.tell(&handler) }
    }

    /// Says that no bytes follow, and tells the rest.
    ///
    /// - Throws: The same, ``SerializationError/Code/truncated`` where the document is not complete, and
    ///   ``SerializationError/Code/emptyBody`` where there was none.
    public mutating func finish() throws(SerializationError) {
        try reader.finish { (push) throws(SerializationError) in try push.takeEvents()?.tell(&handler) }
    }
}
