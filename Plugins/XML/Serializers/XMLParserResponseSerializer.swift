public import Mimeograph

/// A serializer that reads an XML body of any size as events while it arrives, in little memory.
///
/// ```swift
/// let events = XMLParserResponseSerializer().elements(in: chunks, head: head)
/// for try await event in events {
///     if case .startElement(let tag) = event.kind, tag.name == "link" { print(tag[attribute: "href"] ?? "") }
/// }
/// ```
/// The split into chunks does not affect events, locations or errors. Events before an error are delivered first. For a feed of
/// many entries, ``subtrees(named:namespace:)`` returns elements as documents instead.
///
/// It accepts the same bodies as ``XMLDocumentResponseSerializer``, detects encodings in the same way, and reads nothing outside
/// the body. The limits apply to each piece: `inputBytes` to one tag, text, comment or subtree, and `elements` to one subtree.
/// The output of entities may exceed the received bytes by `outputBytes`.
public struct XMLParserResponseSerializer: StreamingResponseSerialization {
    /// The options for reading.
    public var options: XMLReadingOptions
    /// The accepted media ranges: `application/xml`, `text/xml` and all types with the suffix `+xml`.
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
    /// Returns a serializer that reads the elements with a name, each as a separate document once it is complete.
    ///
    /// ```swift
    /// let entries = XMLParserResponseSerializer().subtrees(named: "entry")
    /// for try await entry in entries.elements(in: chunks, head: head) {
    ///     print(entry.root["title"]?.stringValue ?? "")
    /// }
    /// ```
    /// A matching element inside another one is part of the outer document. Everything else is checked and discarded.
    ///
    /// - Parameters:
    ///   - name: The local name.
    ///   - namespace: The namespace; an empty string for no namespace, and nil for any.
    public func subtrees(named name: String, namespace: String? = nil) -> XMLSubtreeResponseSerializer {
        XMLSubtreeResponseSerializer(
            parser: self,
            path: XMLSubtreePath(steps: [XML.Name(localName: name, namespace: namespace)], isAnywhere: true)
        )
    }

    /// Returns a serializer that reads the elements at a path, each as a separate document once it is complete.
    ///
    /// - Parameter path: The names from the outermost element, such as `["rss", "channel", "item"]`. A name whose
    ///   namespace is nil matches elements in any namespace. If it is "", the name matches only elements without a namespace.
    ///   Prefixes are ignored.
    public func subtrees(at path: [XML.Name]) -> XMLSubtreeResponseSerializer {
        XMLSubtreeResponseSerializer(parser: self, path: XMLSubtreePath(steps: path, isAnywhere: false))
    }
}

/// A parser that makes events from a body in chunks.
struct XMLEventParser: IncrementalParser {
    let reader: XMLStreamReader

    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [XML.Event]) throws(SerializationError) {
        // Swapping the array out avoids a copy when events are appended.
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
