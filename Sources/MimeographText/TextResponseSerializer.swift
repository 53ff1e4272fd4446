public import Mimeograph

/// Reads a text body into a `String`.
///
/// The encoding is what a byte order mark says, else the `charset` parameter, else ``defaultEncoding``. See
/// ``TextDecoding`` for the encodings that can be read.
///
/// Source: RFC 9110 §8.3.2; the default is UTF-8, as ISO-8859-1 was taken out of HTTP with RFC 7231 appendix B.
public struct TextResponseSerializer: ResponseSerialization, Hashable {
    /// The encoding of a body that does not tell. Default UTF-8.
    public var defaultEncoding: TextEncoding
    /// What to do where bytes mean nothing in their encoding. Default: refuse.
    public var onInvalid: TextDecoding.InvalidSequencePolicy
    /// The media ranges it claims. Default `text/*`.
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
    ///   ``SerializationError/Code/invalidText`` with the place.
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
