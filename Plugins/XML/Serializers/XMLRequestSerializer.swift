public import Mimeograph
import MimeographText

/// A serializer that writes an ``XML/Element`` as the body of a request, in UTF-8 with a declaration.
///
/// ```swift
/// var serializer = XMLRequestSerializer()
/// serializer.contentType = "application/soap+xml"
/// try serializer.write(envelope, into: &message)
/// ```
public struct XMLRequestSerializer: BodySerialization {
    /// The media type to set if the message has none. The default is `application/xml`.
    ///
    /// It has no charset parameter, because the declaration specifies UTF-8. Source: RFC 7303 §3.1.
    public var contentType: MediaType
    /// The options for writing.
    public var options: XMLWritingOptions

    /// Makes a serializer.
    public init(contentType: MediaType = .xml, options: XMLWritingOptions = .compact) {
        self.contentType = contentType
        self.options = options
    }

    /// Encodes the element.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for values that XML cannot represent (see
    ///   ``XML/Element/serialized(_:)``), and for a content type with a charset other than UTF-8.
    public func encode(_ input: XML.Element) throws(SerializationError) -> [UInt8] {
        try contentType.allowUTF8()
        return try input.serialized(options)
    }

    /// Sets the body, and the `Content-Type` unless the caller has set one.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for values that XML cannot represent (see
    ///   ``XML/Element/serialized(_:)``), and for a content type with a charset other than UTF-8. The message does not change in
    ///   that case.
    public func write(_ input: XML.Element, into message: inout RequestMessage) throws(SerializationError) {
        try message.setXML(input.serialized(options), as: contentType)
    }
}

extension RequestSerialization where Self == XMLRequestSerializer {
    /// A serializer that writes XML elements without indentation.
    public static var xml: XMLRequestSerializer { XMLRequestSerializer() }
}

/// A serializer that writes a parsed ``XML/Document`` as the body of a request, in UTF-8 with a declaration.
///
/// It writes the text as ``XML/Document/serialized(pretty:declaration:)`` does, with entities replaced by their values.
public struct XMLDocumentRequestSerializer: BodySerialization {
    /// The media type to set if the message has none. The default is `application/xml`.
    public var contentType: MediaType
    /// The options for writing.
    public var options: XMLWritingOptions

    /// Makes a serializer.
    public init(contentType: MediaType = .xml, options: XMLWritingOptions = .compact) {
        self.contentType = contentType
        self.options = options
    }

    /// Encodes the document.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for a content type with a charset other than UTF-8.
    public func encode(_ input: XML.Document) throws(SerializationError) -> [UInt8] {
        try contentType.allowUTF8()
        return bytes(of: input)
    }

    /// Sets the body, and the `Content-Type` unless the caller has set one.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for a content type with a charset other than UTF-8. The message
    ///   does not change in that case.
    public func write(_ input: XML.Document, into message: inout RequestMessage) throws(SerializationError) {
        try message.setXML(bytes(of: input), as: contentType)
    }

    private func bytes(of document: XML.Document) -> [UInt8] {
        document.serialized(pretty: options.pretty, declaration: options.declaration)
    }
}

extension RequestMessage {
    /// Sets XML in UTF-8 as the body.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` if the content type has another charset.
    mutating func setXML(_ bytes: [UInt8], as contentType: MediaType) throws(SerializationError) {
        try (fields.contains("Content-Type") ? fields.contentType : contentType)?.allowUTF8()
        setBody(.bytes(bytes), as: contentType)
    }
}

extension MediaType {
    /// Throws an error for a charset other than UTF-8, because XML is always written in UTF-8.
    func allowUTF8() throws(SerializationError) {
        guard let charset, TextEncoding(label: charset) != .utf8 else { return }
        throw SerializationError(
            .unencodableValue,
            "The Content-Type has a charset other than UTF-8, but XML is written in UTF-8.",
            remedy: "Remove the charset from the Content-Type. The declaration specifies the encoding."
        )
    }
}
