public import Mimeograph

/// A plugin that reads text in the encoding of its label or its first bytes, and writes text as UTF-8.
///
/// It reads `text/*` into `String`. An empty body is an empty string.
public struct TextPlugin: SerializerPlugin {
    /// Creates the plugin.
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

/// A serializer that reads a text body into a `String`.
///
/// The encoding comes from a byte order mark, or else from the `charset` parameter, or else from ``defaultEncoding``. See
/// ``TextDecoding`` for the supported encodings.
///
/// Source: RFC 9110 §8.3.2. The default is UTF-8, because RFC 7231 appendix B removed ISO-8859-1 as the default of HTTP.
public struct TextResponseSerializer: ResponseSerialization, Hashable {
    /// The encoding of a body without a mark or a label. Default UTF-8.
    public var defaultEncoding: TextEncoding
    /// The treatment of bytes that are invalid in their encoding. Default: refuse.
    public var onInvalid: TextDecoding.InvalidSequencePolicy
    /// The accepted media ranges. Default `text/*`.
    public var acceptedTypes: [MediaRange]

    /// Creates a serializer.
    public init(
        defaultEncoding: TextEncoding = .utf8,
        onInvalid: TextDecoding.InvalidSequencePolicy = .refuse,
        acceptedTypes: [MediaRange] = ["text/*"]
    ) {
        self.defaultEncoding = defaultEncoding
        self.onInvalid = onInvalid
        self.acceptedTypes = acceptedTypes
    }

    /// Decodes the body. An empty body is an empty text.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded`` for more than `inputBytes`, which also limits the text to three bytes
    ///   for each byte of the body; ``SerializationError/Code/unsupportedCharset``; ``SerializationError/Code/invalidText`` with
    ///   the location.
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

/// A serializer that writes text as UTF-8.
public struct TextRequestSerializer: BodySerialization, Hashable {
    /// The media type for a message without a Content-Type: `text/plain;charset=utf-8`.
    public var contentType: MediaType { "text/plain;charset=utf-8" }

    /// Creates the serializer.
    public init() {}

    /// Encodes the text. A text that begins with U+FEFF is written after a byte order mark.
    public func encode(_ input: String) throws(SerializationError) -> [UInt8] {
        // A reader treats U+FEFF at the start as a mark. If U+FEFF is part of the text, a mark must precede it.
        let mark: [UInt8] = input.unicodeScalars.first == "\u{FEFF}" ? [0xEF, 0xBB, 0xBF] : []
        return mark + input.utf8
    }

    /// Sets the body, and also the Content-Type if the message has none. An existing Content-Type is not changed.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` if the existing Content-Type has a charset other than UTF-8,
    ///   because the text is written as UTF-8.
    public func write(_ input: String, into message: inout RequestMessage) throws(SerializationError) {
        if let charset = message.fields.contentType?.charset, TextEncoding(label: charset) != .utf8 {
            throw SerializationError(
                .unencodableValue,
                "The Content-Type of the message has a charset other than UTF-8, but text is written as UTF-8.",
                remedy: "Remove the charset from Content-Type, or write the bytes with BytesRequestSerializer."
            )
        }
        message.setBody(.bytes(try encode(input)), as: contentType)
    }
}

extension RequestSerialization where Self == TextRequestSerializer {
    /// Writes text as UTF-8.
    public static var text: TextRequestSerializer { TextRequestSerializer() }
}
