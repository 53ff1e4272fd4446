public import Mimeograph
import MimeographText

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

/// Writes an ``XML/Document`` that was read as the body of a request, in UTF-8 with a declaration.
///
/// The text is written anew, as ``XML/Document/serialized(pretty:declaration:)`` does it: entities have become what they
/// stand for.
public struct XMLDocumentRequestSerializer: BodySerialization {
    /// The media type that is set where the message names none. Default `application/xml`.
    public var contentType: MediaType
    /// How the text is laid out.
    public var options: XMLWritingOptions

    /// Makes a serializer.
    public init(contentType: MediaType = .xml, options: XMLWritingOptions = .compact) {
        self.contentType = contentType
        self.options = options
    }

    /// Encodes the document.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for a content type whose charset is another than UTF-8.
    public func encode(_ input: XML.Document) throws(SerializationError) -> [UInt8] {
        try contentType.allowUTF8()
        return bytes(of: input)
    }

    /// Sets the body, and Content-Type where there is none. One that the caller has set stays as it is.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` where the Content-Type has a charset other than UTF-8. The
    ///   message is then unchanged.
    public func write(_ input: XML.Document, into message: inout RequestMessage) throws(SerializationError) {
        try message.setXML(bytes(of: input), as: contentType)
    }

    private func bytes(of document: XML.Document) -> [UInt8] {
        document.serialized(pretty: options.pretty, declaration: options.declaration)
    }
}

extension RequestMessage {
    /// Makes bytes, which are XML in UTF-8, the body.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` where the content type says something else.
    mutating func setXML(_ bytes: [UInt8], as contentType: MediaType) throws(SerializationError) {
        try (fields.contains("Content-Type") ? fields.contentType : contentType)?.allowUTF8()
        setBody(.bytes(bytes), as: contentType)
    }
}

extension MediaType {
    /// Throws where a charset other than UTF-8 is named, in which XML is not written.
    func allowUTF8() throws(SerializationError) {
        guard let charset, TextEncoding(label: charset) != .utf8 else { return }
        throw SerializationError(
            .unencodableValue,
            "The Content-Type names a charset other than UTF-8, and XML is written in UTF-8.",
            remedy: "Take the charset out of the Content-Type: the declaration says what the encoding is."
        )
    }
}
