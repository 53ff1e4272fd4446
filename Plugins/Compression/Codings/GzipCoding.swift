public import Mimeograph
import MimeographContentCoding

/// The content coding gzip.
///
/// Several members in a row are one body, and zero bytes behind the last are ignored, as the gzip command has it. Every
/// checksum is verified. What is written has neither a name nor a time, so that equal bodies become equal bytes.
///
/// Source: RFC 9110 §8.4.1.3, RFC 1952.
public struct GzipCoding: StreamingContentCoding, Hashable {
    /// How small to make a body.
    public var level: CompressionLevel

    /// Makes the coding.
    public init(level: CompressionLevel = .standard) { self.level = level }

    /// `gzip`, and `x-gzip`, which means the same.
    public var names: [String] { ["gzip", "x-gzip"] }

    /// Undoes the coding.
    ///
    /// - Throws: ``/Mimeograph/SerializationError/Code/syntax``, ``/Mimeograph/SerializationError/Code/truncated``,
    ///   ``/Mimeograph/SerializationError/Code/limitExceeded``, or ``/Mimeograph/SerializationError/Code/sourceFailed``
    ///   where there is no memory.
    public func decode(_ body: Span<UInt8>, limits: DecodingLimits) throws(SerializationError) -> [UInt8] {
        // A size beyond what deflate can make of so many bytes is a lie.
        let said = min(Self.size(of: body), saturatingProduct(body.count, DeflatedData.mostExpansion))
        let likely = max(said, saturatingProduct(body.count, 3))
        return try ChunkDecoder.whole(body, DeflatedData(.gzip), likelySize: likely, limits: limits)
    }

    /// Applies the coding.
    ///
    /// - Throws: ``/Mimeograph/SerializationError/Code/sourceFailed`` where there is no memory.
    public func encode(_ body: Span<UInt8>) throws(SerializationError) -> [UInt8] {
        // Text shrinks to less than a half; what does not gets more room when it needs it.
        try ZLibStream.encoder(.gzip, level: level).whole(body, likelySize: body.count / 2)
    }

    /// Makes a parser that compresses in chunks.
    public func makeEncoder() throws(SerializationError) -> any IncrementalParser<[UInt8]> {
        try ZLibStream.encoder(.gzip, level: level)
    }

    /// Makes a parser that decompresses in chunks, each member after the other.
    public func makeDecoder(limits: DecodingLimits) -> any IncrementalParser<[UInt8]> {
        DecodingParser(DeflatedData(.gzip), limits: limits)
    }

    /// What the last member says it holds, in bytes: no more than a hint; 0 where it cannot. Source: RFC 1952 §2.3.1.
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

/// The content coding deflate: deflated data in the wrapper of zlib.
///
/// Some servers leave the wrapper out. That is not what the name means, so it is an error unless ``acceptsRawData`` says
/// otherwise; without the wrapper there is no checksum to find damage with. What is written always has it.
///
/// Source: RFC 9110 §8.4.1.2, RFC 1950, RFC 1951.
public struct DeflateCoding: StreamingContentCoding, Hashable {
    /// How small to make a body.
    public var level: CompressionLevel
    /// Whether to read data without zlib's header too (non-standard). When off, they are an error.
    public var acceptsRawData: Bool

    /// Makes the coding.
    public init(level: CompressionLevel = .standard, acceptsRawData: Bool = false) {
        self.level = level
        self.acceptsRawData = acceptsRawData
    }

    /// `deflate`.
    public var names: [String] { ["deflate"] }

    /// Undoes the coding.
    ///
    /// - Throws: ``/Mimeograph/SerializationError/Code/syntax``, ``/Mimeograph/SerializationError/Code/truncated``,
    ///   ``/Mimeograph/SerializationError/Code/limitExceeded``, or ``/Mimeograph/SerializationError/Code/sourceFailed``
    ///   where there is no memory.
    public func decode(_ body: Span<UInt8>, limits: DecodingLimits) throws(SerializationError) -> [UInt8] {
        try ChunkDecoder.whole(
            body,
            DeflatedData(format),
            likelySize: saturatingProduct(body.count, 3),
            limits: limits
        )
    }

    /// Applies the coding.
    ///
    /// - Throws: ``/Mimeograph/SerializationError/Code/sourceFailed`` where there is no memory.
    public func encode(_ body: Span<UInt8>) throws(SerializationError) -> [UInt8] {
        try ZLibStream.encoder(.zlib, level: level).whole(body, likelySize: body.count / 2)
    }

    /// Makes a parser that compresses in chunks.
    public func makeEncoder() throws(SerializationError) -> any IncrementalParser<[UInt8]> {
        try ZLibStream.encoder(.zlib, level: level)
    }

    /// Makes a parser that decompresses in chunks.
    public func makeDecoder(limits: DecodingLimits) -> any IncrementalParser<[UInt8]> {
        DecodingParser(DeflatedData(format), limits: limits)
    }

    private var format: DeflatedData.Format { acceptsRawData ? .zlibOrRaw : .zlib }
}

extension ContentCoding where Self == DeflateCoding {
    /// The coding `deflate` at the standard level.
    public static var deflate: DeflateCoding { DeflateCoding() }
}
