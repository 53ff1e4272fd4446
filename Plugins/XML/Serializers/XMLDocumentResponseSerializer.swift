public import Mimeograph

/// Reads an XML body into an ``XML/Document``.
///
/// ```swift
/// var serializer = XMLDocumentResponseSerializer()
/// serializer.options.documentTypes = .refuse
/// let feed = try serializer.read(body, head: head)
/// print(feed.root["title"]?.stringValue ?? "")
/// ```
///
/// The encoding is what a byte order mark says, else the charset parameter of the Content-Type, else what the document
/// declares, else UTF-8. Source: RFC 7303 §3.
public struct XMLDocumentResponseSerializer: ResponseSerialization {
    /// What is accepted.
    public var options: XMLReadingOptions
    /// The media ranges that it accepts: `application/xml`, `text/xml` and all types with the suffix `+xml`.
    public var acceptedTypes: [MediaRange] = ["application/xml", "text/xml", "application/*+xml", "*/*+xml"]

    /// Makes a serializer.
    public init(options: XMLReadingOptions = .standard) { self.options = options }

    /// As AFNetworking's: its two media types, and names with prefixes that are not declared.
    public static var afnetworking: XMLDocumentResponseSerializer {
        var serializer = XMLDocumentResponseSerializer(options: XMLReadingOptions(undeclaredPrefixes: .accept))
        serializer.acceptedTypes = ["application/xml", "text/xml"]
        return serializer
    }

    /// Reads the body.
    ///
    /// - Throws: ``SerializationError/Code/emptyBody``, ``SerializationError/Code/syntax``,
    ///   ``SerializationError/Code/truncated``, ``SerializationError/Code/invalidText``,
    ///   ``SerializationError/Code/unsupportedCharset``, ``SerializationError/Code/limitExceeded``.
    public func read(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> XML.Document {
        try XML.Document(parsing: body, charset: head.contentType?.charset, options: options, limits: limits)
    }
}

extension ResponseSerialization where Self == XMLDocumentResponseSerializer {
    /// Reads XML documents with standard options.
    public static var xml: XMLDocumentResponseSerializer { XMLDocumentResponseSerializer() }
}
