public import Mimeograph

/// Writes an ``XML/Element`` as the body of a request, in UTF-8 with a declaration.
///
/// ```swift
/// var serializer = XMLRequestSerializer()
/// serializer.contentType = "application/soap+xml"
/// try serializer.write(envelope, into: &message)
/// ```
public struct XMLRequestSerializer: BodySerialization {
    /// The media type that is set where the message names none. Default `application/xml`.
    ///
    /// Without a charset parameter: a reader finds UTF-8 in the declaration. Source: RFC 7303 §3.1.
    public var contentType: MediaType
    /// How the text is laid out.
    public var options: XMLWritingOptions

    /// Makes a serializer.
    public init(contentType: MediaType = .xml, options: XMLWritingOptions = .compact) {
        self.contentType = contentType
        self.options = options
    }

    /// Encodes the element.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for what XML cannot carry (see
    ///   ``XML/Element/serialized(_:)``), and for a content type whose charset is another than UTF-8.
    public func encode(_ input: XML.Element) throws(SerializationError) -> [UInt8] {
        try contentType.allowUTF8()
        return try input.serialized(options)
    }

    /// Sets the body, and Content-Type where there is none. One that the caller has set stays as it is.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for what XML cannot carry (see
    ///   ``XML/Element/serialized(_:)``), and for a content type whose charset is another than UTF-8. The message is then
    ///   unchanged.
    public func write(_ input: XML.Element, into message: inout RequestMessage) throws(SerializationError) {
        try message.setXML(input.serialized(options), as: contentType)
    }
}

extension RequestSerialization where Self == XMLRequestSerializer {
    /// Writes XML elements without indentation.
    public static var xml: XMLRequestSerializer { XMLRequestSerializer() }
}
