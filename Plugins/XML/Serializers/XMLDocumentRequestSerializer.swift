public import Mimeograph
import MimeographText

/// Writes an ``XML/Document`` that was read as the body of a request, in UTF-8 with a declaration.
///
/// The text is written anew, as ``XML/Document/serialized(pretty:declaration:)`` does it: entities have become what they
/// stand for.
public struct XMLDocumentRequestSerializer: RequestSerialization {
    /// The media type that is set where the message names none. Default `application/xml`.
    public var contentType: MediaType
    /// How the text is laid out.
    public var options: XMLWritingOptions

    /// Makes a serializer.
    public init(contentType: MediaType = .xml, options: XMLWritingOptions = .compact) {
        self.contentType = contentType
        self.options = options
    }

    /// Sets the body, and Content-Type where there is none. One that the caller has set stays as it is.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for a content type whose charset is another than UTF-8. The
    ///   message is then unchanged.
    public func write(_ input: XML.Document, into message: inout RequestMessage) throws(SerializationError) {
        let bytes = input.serialized(pretty: options.pretty, declaration: options.declaration)
        try bytes.fill(&message, contentType: contentType)
    }
}

extension [UInt8] {
    /// Makes these bytes, which are XML in UTF-8, the body of a message.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` where the content type says something else.
    func fill(_ message: inout RequestMessage, contentType: MediaType) throws(SerializationError) {
        let isNamed = message.fields.contains("Content-Type")
        if let charset = (isNamed ? message.fields.contentType : contentType)?.charset,
            TextEncoding(label: charset) != .utf8
        {
            throw SerializationError(
                .unencodableValue,
                "The Content-Type names a charset other than UTF-8, and XML is written in UTF-8.",
                remedy: "Take the charset out of the Content-Type: the declaration says what the encoding is."
            )
        }
        message.body = .bytes(self)
        if !isNamed { message.fields["Content-Type"] = contentType.description }
    }
}
