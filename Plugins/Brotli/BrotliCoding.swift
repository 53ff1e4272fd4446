public import Mimeograph
import MimeographContentCoding

/// The content coding br: Brotli's compressed data format.
///
/// A body is one stream. Bytes after its end are an error, except a few line ends. The format has no checksum, so damage is
/// detected only if the data becomes invalid Brotli. Windows of more than 16 MiB, which an extension of libbrotli allows, are
/// rejected.
///
/// libbrotli decodes ahead of its output. If a chunk of the body contains an error, the output before the error may be lost. If
/// the body exceeds a limit and then contains an error, the split into chunks determines which of the two is reported.
///
/// Source: RFC 7932; §13 registers the name.
public struct BrotliCoding: StreamingContentCoding, Hashable {
    /// The compression quality.
    public var quality: BrotliQuality

    /// Creates the coding.
    public init(quality: BrotliQuality = .standard) { self.quality = quality }

    /// `br`.
    public var names: [String] { ["br"] }

    /// Decodes a body.
    ///
    /// - Throws: ``/Mimeograph/SerializationError/Code/syntax``, ``/Mimeograph/SerializationError/Code/truncated``,
    ///   ``/Mimeograph/SerializationError/Code/limitExceeded``, or ``/Mimeograph/SerializationError/Code/sourceFailed``
    ///   if there is not enough memory.
    public func decode(_ body: Span<UInt8>, limits: DecodingLimits) throws(SerializationError) -> [UInt8] {
        // The size of the output is not known. Unused room costs no memory, but a buffer that grows is copied.
        let likely = saturatingProduct(body.count, 8)
        return try ChunkDecoder.whole(body, BrotliData(), likelySize: likely, limits: limits)
    }

    /// Encodes a body.
    ///
    /// - Throws: ``/Mimeograph/SerializationError/Code/sourceFailed`` if there is not enough memory.
    public func encode(_ body: Span<UInt8>) throws(SerializationError) -> [UInt8] {
        // Text shrinks to less than a half. For other data the buffer grows when needed.
        try encoder(size: body.count).whole(body, likelySize: body.count / 2)
    }

    /// Creates a parser that compresses in chunks.
    public func makeEncoder() throws(SerializationError) -> any IncrementalParser<[UInt8]> {
        try encoder(size: nil)
    }

    /// Creates a parser that decompresses in chunks.
    public func makeDecoder(limits: DecodingLimits) -> any IncrementalParser<[UInt8]> {
        DecodingParser(BrotliData(), limits: limits)
    }

    private func encoder(size: Int?) throws(SerializationError) -> EncodingParser<BrotliEncoder> {
        do throws(BrotliFailure) {
            return EncodingParser(try BrotliEncoder(quality: quality, size: size), library: BrotliData.library)
        } catch {
            throw .noMemory(for: BrotliData.library)
        }
    }
}

extension ContentCoding where Self == BrotliCoding {
    /// The coding `br` at the standard quality.
    public static var brotli: BrotliCoding { BrotliCoding() }
}

/// The layout of Brotli: one stream. Only line ends may follow it. Source: RFC 7932 §2, §9.
struct BrotliData: CodedData {
    private enum Phase { case beforeData, inData, afterData }

    /// The name of the library in errors.
    static let library = "libbrotli"

    private var phase = Phase.beforeData
    private var stream: BrotliDecoder?

    /// A meta-block of a few bytes may hold 16 MiB. Source: RFC 7932 §9.2.
    static var hasBoundedExpansion: Bool { false }

    var isComplete: Bool { phase == .afterData }

    mutating func step(
        _ input: Span<UInt8>,
        from position: inout Int,
        to end: Int,
        into output: inout [UInt8],
        room: Int
    ) throws(CodingFault) -> Bool {
        if phase == .afterData { throw .excess }
        do throws(BrotliFailure) {
            if stream == nil { stream = try BrotliDecoder() }
            guard let decoder = stream else { return false }
            phase = .inData
            let outcome = try decoder.step(input, from: &position, to: end, into: &output, room: room)
            if outcome == .ended {
                phase = .afterData
                stream = nil
            }
            return outcome == .needsRoom
        } catch {
            switch error {
            case .outOfMemory: throw .outOfMemory(Self.library)
            case .invalidData:
                throw .invalid(
                    "The body is not Brotli data, or it is damaged.",
                    remedy: "Compare the Content-Encoding with what the server really sends.",
                    // The number of bytes that libbrotli has read then depends on how the input is split.
                    hasOffset: false
                )
            }
        }
    }
}
