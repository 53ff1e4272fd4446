public import Mimeograph
import MimeographContentCoding

/// The content coding zstd: Zstandard's compressed data format.
///
/// Several frames in a row are one body, and skippable frames are skipped; anything else behind a frame is an error. Checksums are
/// verified where there are some. Frames that need a dictionary, or a window of more than 8 MiB, are refused, and so are those of
/// drafts before the RFC. What is written is one frame with a checksum, whose window is of 8 MiB at most.
///
/// Source: RFC 8878, RFC 9659 §3.
public struct ZstandardCoding: StreamingContentCoding, Hashable {
    /// How small to make a body.
    public var level: ZstandardLevel

    /// Makes the coding.
    public init(level: ZstandardLevel = .standard) { self.level = level }

    /// `zstd`.
    public var names: [String] { ["zstd"] }

    /// Undoes the coding.
    ///
    /// - Throws: ``/Mimeograph/SerializationError/Code/syntax``, ``/Mimeograph/SerializationError/Code/truncated``,
    ///   ``/Mimeograph/SerializationError/Code/limitExceeded``, or ``/Mimeograph/SerializationError/Code/sourceFailed``
    ///   where there is no memory.
    public func decode(_ body: Span<UInt8>, limits: DecodingLimits) throws(SerializationError) -> [UInt8] {
        let size = ZstandardFrame.size(ofFirstIn: body)
        // One sound frame that says its size is decoded at once, without a window beside the output. What is not is decoded in
        // steps, which tell what is wrong.
        if let size, size <= InflationLimit(limits, consumed: body.count).bytes,
            let output = try ZstandardDecoder.decodedFrame(body, size: size)
        {
            return output
        }
        let likely = max(size ?? 0, saturatingProduct(body.count, 8))
        return try ChunkDecoder.whole(body, ZstandardData(), likelySize: likely, limits: limits)
    }

    /// Applies the coding.
    ///
    /// - Throws: ``/Mimeograph/SerializationError/Code/sourceFailed`` where there is no memory.
    public func encode(_ body: Span<UInt8>) throws(SerializationError) -> [UInt8] {
        // With so much room libzstd writes what it makes where it belongs. Most of it is not used, and is given back.
        let coded = try encoder().whole(body, likelySize: ZstandardEncoder.mostSize(of: body.count))
        return coded.count < body.count / 2 ? [UInt8](coded.span) : coded
    }

    /// Makes a parser that compresses in chunks.
    public func makeEncoder() throws(SerializationError) -> any IncrementalParser<[UInt8]> { try encoder() }

    /// Makes a parser that decompresses in chunks, each frame after the other.
    public func makeDecoder(limits: DecodingLimits) -> any IncrementalParser<[UInt8]> {
        DecodingParser(ZstandardData(), limits: limits)
    }

    private func encoder() throws(SerializationError) -> EncodingParser<ZstandardEncoder> {
        do throws(ZstandardFailure) {
            return EncodingParser(try ZstandardEncoder(level: level), library: ZstandardData.library)
        } catch {
            throw .noMemory(for: ZstandardData.library)
        }
    }
}

extension ContentCoding where Self == ZstandardCoding {
    /// The coding `zstd` at the standard level.
    public static var zstandard: ZstandardCoding { ZstandardCoding() }
}
