public import Mimeograph
import MimeographContentCoding

/// The content coding gzip.
///
/// Several consecutive members form one body, and zero bytes after the last one are ignored, as in the gzip command. Every
/// checksum is verified. Encoded bodies contain neither a name nor a time, so equal bodies become equal bytes.
///
/// Source: RFC 9110 §8.4.1.3, RFC 1952.
public struct GzipCoding: StreamingContentCoding, Hashable {
    /// The compression level.
    public var level: CompressionLevel

    /// Creates the coding.
    public init(level: CompressionLevel = .standard) { self.level = level }

    /// `gzip`, and `x-gzip`, which has the same meaning.
    public var names: [String] { ["gzip", "x-gzip"] }

    /// Decodes a body.
    ///
    /// - Throws: ``/Mimeograph/SerializationError/Code/syntax``, ``/Mimeograph/SerializationError/Code/truncated``,
    ///   ``/Mimeograph/SerializationError/Code/limitExceeded``, or ``/Mimeograph/SerializationError/Code/sourceFailed``
    ///   if there is not enough memory.
    public func decode(_ body: Span<UInt8>, limits: DecodingLimits) throws(SerializationError) -> [UInt8] {
        // A size larger than deflate can produce from so many bytes is wrong.
        let said = min(Self.size(of: body), saturatingProduct(body.count, DeflatedData.mostExpansion))
        let likely = max(said, saturatingProduct(body.count, 3))
        return try ChunkDecoder.whole(body, DeflatedData(.gzip), likelySize: likely, limits: limits)
    }

    /// Encodes a body.
    ///
    /// - Throws: ``/Mimeograph/SerializationError/Code/sourceFailed`` if there is not enough memory.
    public func encode(_ body: Span<UInt8>) throws(SerializationError) -> [UInt8] {
        // Text shrinks to less than a half. For other data the buffer grows when needed.
        try ZLibStream.encoder(.gzip, level: level).whole(body, likelySize: body.count / 2)
    }

    /// Creates a parser that compresses in chunks.
    public func makeEncoder() throws(SerializationError) -> any IncrementalParser<[UInt8]> {
        try ZLibStream.encoder(.gzip, level: level)
    }

    /// Creates a parser that decompresses in chunks, one member after another.
    public func makeDecoder(limits: DecodingLimits) -> any IncrementalParser<[UInt8]> {
        DecodingParser(DeflatedData(.gzip), limits: limits)
    }

    /// Returns the size in the last member, in bytes. It is only a hint. Returns 0 if the body is too short for a member. Source:
    /// RFC 1952 §2.3.1.
    private static func size(of body: Span<UInt8>) -> Int {
        // The shortest member has 18 bytes.
        guard body.count >= 18 else { return 0 }
        return (1...4).reduce(0) { $0 << 8 | Int(body[body.count - $1]) }
    }
}

extension ContentCoding where Self == GzipCoding {
    /// The coding `gzip` at the standard level.
    public static var gzip: GzipCoding { GzipCoding() }
}

/// The content coding deflate: deflated data in the zlib wrapper.
///
/// Some servers leave the wrapper out, which violates the standard. It is an error unless ``acceptsRawData`` is true. Data
/// without the wrapper has no checksum, so damage may remain undetected. Encoded bodies always have the wrapper.
///
/// Source: RFC 9110 §8.4.1.2, RFC 1950, RFC 1951.
public struct DeflateCoding: StreamingContentCoding, Hashable {
    /// The compression level.
    public var level: CompressionLevel
    /// Whether to accept data without the zlib header (non-standard). If false, such data is an error.
    public var acceptsRawData: Bool

    /// Creates the coding.
    public init(level: CompressionLevel = .standard, acceptsRawData: Bool = false) {
        self.level = level
        self.acceptsRawData = acceptsRawData
    }

    /// `deflate`.
    public var names: [String] { ["deflate"] }

    /// Decodes a body.
    ///
    /// - Throws: ``/Mimeograph/SerializationError/Code/syntax``, ``/Mimeograph/SerializationError/Code/truncated``,
    ///   ``/Mimeograph/SerializationError/Code/limitExceeded``, or ``/Mimeograph/SerializationError/Code/sourceFailed``
    ///   if there is not enough memory.
    public func decode(_ body: Span<UInt8>, limits: DecodingLimits) throws(SerializationError) -> [UInt8] {
        try ChunkDecoder.whole(
            body,
            DeflatedData(format),
            likelySize: saturatingProduct(body.count, 3),
            limits: limits
        )
    }

    /// Encodes a body.
    ///
    /// - Throws: ``/Mimeograph/SerializationError/Code/sourceFailed`` if there is not enough memory.
    public func encode(_ body: Span<UInt8>) throws(SerializationError) -> [UInt8] {
        try ZLibStream.encoder(.zlib, level: level).whole(body, likelySize: body.count / 2)
    }

    /// Creates a parser that compresses in chunks.
    public func makeEncoder() throws(SerializationError) -> any IncrementalParser<[UInt8]> {
        try ZLibStream.encoder(.zlib, level: level)
    }

    /// Creates a parser that decompresses in chunks.
    public func makeDecoder(limits: DecodingLimits) -> any IncrementalParser<[UInt8]> {
        DecodingParser(DeflatedData(format), limits: limits)
    }

    private var format: DeflatedData.Format { acceptsRawData ? .zlibOrRaw : .zlib }
}

extension ContentCoding where Self == DeflateCoding {
    /// The coding `deflate` at the standard level.
    public static var deflate: DeflateCoding { DeflateCoding() }
}
