public import Mimeograph

/// Reads an XML body as events while it arrives: a body of any size in little memory.
///
/// ```swift
/// let events = XMLParserResponseSerializer().elements(in: chunks, head: head)
/// for try await event in events {
///     if case .startElement(let tag) = event.kind, tag.name == "link" { print(tag[attribute: "href"] ?? "") }
/// }
/// ```
/// Where the chunks are cut changes nothing: neither events, nor their locations, nor errors. What came before an error is
/// delivered before it. ``subtrees(named:namespace:)`` gives elements as documents instead, for a feed of many entries.
///
/// It accepts and refuses what ``XMLDocumentResponseSerializer`` does, and reads nothing outside of the body either. The
/// limits count for each piece: `inputBytes` for one tag, text, comment or subtree, `elements` for one subtree, and what
/// entities make may be `outputBytes` more than what has arrived. The encoding is found as for a document.
public struct XMLParserResponseSerializer: StreamingResponseSerialization {
    /// What is accepted.
    public var options: XMLReadingOptions
    /// The media ranges that it accepts: `application/xml`, `text/xml` and all types with the suffix `+xml`.
    public var acceptedTypes: [MediaRange] = ["application/xml", "text/xml", "application/*+xml", "*/*+xml"]

    /// Makes a serializer.
    public init(options: XMLReadingOptions = .standard) { self.options = options }

    /// Makes a parser for one body.
    ///
    /// - Throws: Nothing. The parser throws ``SerializationError/Code/emptyBody``, ``SerializationError/Code/syntax``,
    ///   ``SerializationError/Code/truncated``, ``SerializationError/Code/invalidText``,
    ///   ``SerializationError/Code/unsupportedCharset`` and ``SerializationError/Code/limitExceeded``.
    public func makeParser(
        for head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<XML.Event> {
        XMLEventParser(
            reader: XMLStreamReader(charset: head.contentType?.charset, options: options, limits: limits)
        )
    }
}

extension XMLParserResponseSerializer {
    /// Reads the elements with a name, each as a document of its own as soon as it is complete.
    ///
    /// ```swift
    /// let entries = XMLParserResponseSerializer().subtrees(named: "entry")
    /// for try await entry in entries.elements(in: chunks, head: head) {
    ///     print(entry.root["title"]?.stringValue ?? "")
    /// }
    /// ```
    /// An element inside of one that is read is a part of it. Everything else is checked and dropped.
    ///
    /// - Parameters:
    ///   - name: The local name.
    ///   - namespace: The namespace; "" for none, and nil for any.
    public func subtrees(named name: String, namespace: String? = nil) -> XMLSubtreeResponseSerializer {
        XMLSubtreeResponseSerializer(
            parser: self,
            path: XMLSubtreePath(steps: [XML.Name(localName: name, namespace: namespace)], isAnywhere: true)
        )
    }

    /// Reads the elements at a path, each as a document of its own as soon as it is complete.
    ///
    /// - Parameter path: The names from the outermost element on, `["rss", "channel", "item"]`. A name without a namespace
    ///   stands for that name in any, one with "" for that name in none; prefixes mean nothing.
    public func subtrees(at path: [XML.Name]) -> XMLSubtreeResponseSerializer {
        XMLSubtreeResponseSerializer(parser: self, path: XMLSubtreePath(steps: path, isAnywhere: false))
    }
}

/// Makes events of a body that arrives in chunks.
struct XMLEventParser: IncrementalParser {
    let reader: XMLStreamReader

    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [XML.Event]) throws(SerializationError) {
        // Moving the array avoids a copy of it when events are appended.
        var events: [XML.Event] = []
        swap(&events, &elements)
        defer { swap(&events, &elements) }
        try reader.consume(chunk) { (push) throws(SerializationError) in
            push.removeEvents()?.append(to: &events)
        }
    }

    mutating func finish(into elements: inout [XML.Event]) throws(SerializationError) {
        var events: [XML.Event] = []
        swap(&events, &elements)
        defer { swap(&events, &elements) }
        try reader.finish { (push) throws(SerializationError) in push.removeEvents()?.append(to: &events) }
    }
}
