public import Mimeograph

/// A serializer that reads an XML body as an ``XML/Document``.
///
/// ```swift
/// var serializer = XMLDocumentResponseSerializer()
/// serializer.options.documentTypes = .refuse
/// let feed = try serializer.read(body, head: head)
/// print(feed.root["title"]?.stringValue ?? "")
/// ```
///
/// A byte order mark determines the encoding. Without a mark, the charset parameter of the `Content-Type` determines it, and
/// without either, the document's declaration. The default is UTF-8. Source: RFC 7303 §3.
public struct XMLDocumentResponseSerializer: ResponseSerialization {
    /// The options for reading.
    public var options: XMLReadingOptions
    /// The accepted media ranges: `application/xml`, `text/xml` and all types with the suffix `+xml`.
    public var acceptedTypes: [MediaRange] = ["application/xml", "text/xml", "application/*+xml", "*/*+xml"]

    /// Makes a serializer.
    public init(options: XMLReadingOptions = .standard) { self.options = options }

    /// A serializer that works like AFNetworking: it accepts two media types, and prefixes that are not declared.
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
    /// A serializer that reads XML documents with standard options.
    public static var xml: XMLDocumentResponseSerializer { XMLDocumentResponseSerializer() }
}
