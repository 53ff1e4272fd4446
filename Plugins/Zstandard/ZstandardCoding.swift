public import Mimeograph
import MimeographContentCoding

/// The content coding zstd: Zstandard's compressed data format.
///
/// Several consecutive frames form one body, and skippable frames are skipped. Any other bytes after a frame are an error.
/// Checksums are verified if there are any. Frames that need a dictionary, or a window of more than 8 MiB, are rejected, and so
/// are frames from drafts of the RFC. A body is encoded as one frame with a checksum and a window of at most 8 MiB.
///
/// Source: RFC 8878, RFC 9659 §3.
public struct ZstandardCoding: StreamingContentCoding, Hashable {
    /// The compression level.
    public var level: ZstandardLevel

    /// Creates the coding.
    public init(level: ZstandardLevel = .standard) { self.level = level }

    /// `zstd`.
    public var names: [String] { ["zstd"] }

    /// Decodes a body.
    ///
    /// - Throws: ``/Mimeograph/SerializationError/Code/syntax``, ``/Mimeograph/SerializationError/Code/truncated``,
    ///   ``/Mimeograph/SerializationError/Code/limitExceeded``, or ``/Mimeograph/SerializationError/Code/sourceFailed``
    ///   if there is not enough memory.
    public func decode(_ body: Span<UInt8>, limits: DecodingLimits) throws(SerializationError) -> [UInt8] {
        let size = ZstandardFrame.size(ofFirstIn: body)
        // A single valid frame with a known size is decoded in one call, which needs no window besides the output. Other bodies
        // are decoded in steps, which report the error.
        if let size, size <= InflationLimit(limits, consumed: body.count).bytes,
            let output = try ZstandardDecoder.decodedFrame(body, size: size)
        {
            return output
        }
        let likely = max(size ?? 0, saturatingProduct(body.count, 8))
        return try ChunkDecoder.whole(body, ZstandardData(), likelySize: likely, limits: limits)
    }

    /// Encodes a body.
    ///
    /// - Throws: ``/Mimeograph/SerializationError/Code/sourceFailed`` if there is not enough memory.
    public func encode(_ body: Span<UInt8>) throws(SerializationError) -> [UInt8] {
        // With so much room, libzstd writes directly to the output. Most of it is not used, and is freed.
        let coded = try encoder().whole(body, likelySize: ZstandardEncoder.mostSize(of: body.count))
        return coded.count < body.count / 2 ? [UInt8](coded.span) : coded
    }

    /// Creates a parser that compresses in chunks.
    public func makeEncoder() throws(SerializationError) -> any IncrementalParser<[UInt8]> { try encoder() }

    /// Creates a parser that decompresses in chunks, one frame after another.
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
