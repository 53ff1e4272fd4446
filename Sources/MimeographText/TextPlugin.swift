public import Mimeograph

/// Reads text, in the encoding that its label or its first bytes tell, and writes it as UTF-8.
///
/// Reads `text/*` into `String`; an empty body is an empty string.
public struct TextPlugin: SerializerPlugin {
    /// Makes the plugin.
    public init() {}

    /// Registers the reader and the writer.
    public func register(in registry: inout SerializerRegistry) throws(RegistryError) {
        try registry.register(
            TextResponseSerializer(),
            options: RegistrationOptions(
                id: "text",
                acceptsEmptyInput: true,
                signatures: Signature.byteOrderMarks,
                advertises: [.textPlain]
            )
        )
        try registry.register(writer: TextRequestSerializer(), options: RegistrationOptions(id: "text-writer"))
    }
}

extension SerializerPlugin where Self == TextPlugin {
    /// Reads and writes text.
    public static var text: TextPlugin { TextPlugin() }
}

/// Reads a text body into a `String`.
///
/// The encoding is what a byte order mark says, else the `charset` parameter, else ``defaultEncoding``. See
/// ``TextDecoding`` for the encodings that can be read.
///
/// Source: RFC 9110 §8.3.2; the default is UTF-8, as ISO-8859-1 was removed from HTTP with RFC 7231 appendix B.
public struct TextResponseSerializer: ResponseSerialization, Hashable {
    /// The encoding of a body that does not tell. Default UTF-8.
    public var defaultEncoding: TextEncoding
    /// What to do where bytes mean nothing in their encoding. Default: refuse.
    public var onInvalid: TextDecoding.InvalidSequencePolicy
    /// The media ranges that it accepts. Default `text/*`.
    public var acceptedTypes: [MediaRange]

    /// Makes a serializer; what is not given has its default.
    public init(
        defaultEncoding: TextEncoding = .utf8,
        onInvalid: TextDecoding.InvalidSequencePolicy = .refuse,
        acceptedTypes: [MediaRange] = ["text/*"]
    ) {
        self.defaultEncoding = defaultEncoding
        self.onInvalid = onInvalid
        self.acceptedTypes = acceptedTypes
    }

    /// Decodes the body; an empty one is an empty text.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded`` for more than `inputBytes`, which bounds the text too: it has
    ///   at most three bytes for each that came; ``SerializationError/Code/unsupportedCharset``;
    ///   ``SerializationError/Code/invalidText`` with the location.
    public func read(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> String {
        try limits.check(.inputBytes, body.count)
        let charset = head.contentType?.charset
        return try TextDecoding.decode(body, charset: charset, default: defaultEncoding, onInvalid: onInvalid).text
    }
}

extension ResponseSerialization where Self == TextResponseSerializer {
    /// Reads a text body into a `String`.
    public static var text: TextResponseSerializer { TextResponseSerializer() }
}

/// Writes text in UTF-8.
public struct TextRequestSerializer: BodySerialization, Hashable {
    /// The media type that is set where the message names none: `text/plain;charset=utf-8`.
    public var contentType: MediaType { "text/plain;charset=utf-8" }

    /// Makes the serializer.
    public init() {}

    /// Encodes the text. One that begins with U+FEFF is written behind a byte order mark.
    public func encode(_ input: String) throws(SerializationError) -> [UInt8] {
        // A reader reads U+FEFF at the start as a mark, so that one which is part of the text needs a mark before it.
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
