public import Mimeograph

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
        try Inflater.whole(body, format, expecting: nil, limits: limits)
    }

    /// Applies the coding.
    ///
    /// - Throws: ``/Mimeograph/SerializationError/Code/sourceFailed`` where there is no memory.
    public func encode(_ body: Span<UInt8>) throws(SerializationError) -> [UInt8] {
        try Deflater.whole(body, wrapper: .zlib, level: level)
    }

    /// Makes a parser that compresses in chunks.
    public func makeEncoder() throws(SerializationError) -> any IncrementalParser<[UInt8]> {
        try Deflater(.zlib, level: level)
    }

    /// Makes a parser that decompresses in chunks.
    public func makeDecoder(limits: DecodingLimits) -> any IncrementalParser<[UInt8]> {
        InflatingParser(format, limits: limits)
    }

    private var format: Inflater.Format { acceptsRawData ? .zlibOrRaw : .zlib }
}

extension ContentCoding where Self == DeflateCoding {
    /// The coding `deflate` at the standard level.
    public static var deflate: DeflateCoding { DeflateCoding() }
}
