public import Mimeograph

/// Writes text in UTF-8.
public struct TextRequestSerializer: BodySerialization, Hashable {
    /// The media type that is set where the message names none: `text/plain;charset=utf-8`.
    public var contentType: MediaType { "text/plain;charset=utf-8" }

    /// Makes the serializer.
    public init() {}

    /// Encodes the text. One that begins with U+FEFF is written behind a byte order mark.
    public func encode(_ input: String) throws(SerializationError) -> [UInt8] {
        // A reader takes U+FEFF at the start for a mark, so that one which is part of the text needs a mark before it.
        let mark: [UInt8] = input.unicodeScalars.first == "\u{FEFF}" ? [0xEF, 0xBB, 0xBF] : []
        return mark + input.utf8
    }

    /// Sets the body, and Content-Type where there is none. One that the caller has set stays as it is.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` where the message already has a Content-Type whose charset
    ///   is another than UTF-8, which would be a lie.
    public func write(_ input: String, into message: inout RequestMessage) throws(SerializationError) {
        if let charset = message.fields.contentType?.charset, TextEncoding(label: charset) != .utf8 {
            throw SerializationError(
                .unencodableValue,
                "The message's Content-Type names a charset other than UTF-8, and text is written in UTF-8.",
                remedy: "Take the charset out of Content-Type, or write the bytes yourself with BytesRequestSerializer."
            )
        }
        message.setBody(.bytes(try encode(input)), as: contentType)
    }
}

extension RequestSerialization where Self == TextRequestSerializer {
    /// Writes text in UTF-8.
    public static var text: TextRequestSerializer { TextRequestSerializer() }
}
