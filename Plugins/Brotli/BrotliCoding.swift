public import Mimeograph
import MimeographContentCoding

/// The content coding br: Brotli's compressed data format.
///
/// A body is one stream; bytes behind its end, but for a few line ends, are an error. The format has no checksum, so that damage is noticed only where the
/// data are no longer Brotli's. Windows of more than 16 MiB, which libbrotli's extension allows, are refused.
///
/// libbrotli decodes ahead of what it hands out: of a piece of the body in which something is wrong, what stands before it may not
/// come out, and which of a limit and an error behind it is told depends on how the body is cut.
///
/// Source: RFC 7932, whose §13 registers the name.
public struct BrotliCoding: StreamingContentCoding, Hashable {
    /// How small to make a body.
    public var quality: BrotliQuality

    /// Makes the coding.
    public init(quality: BrotliQuality = .standard) { self.quality = quality }

    /// `br`.
    public var names: [String] { ["br"] }

    /// Undoes the coding.
    ///
    /// - Throws: ``/Mimeograph/SerializationError/Code/syntax``, ``/Mimeograph/SerializationError/Code/truncated``,
    ///   ``/Mimeograph/SerializationError/Code/limitExceeded``, or ``/Mimeograph/SerializationError/Code/sourceFailed``
    ///   where there is no memory.
    public func decode(_ body: Span<UInt8>, limits: DecodingLimits) throws(SerializationError) -> [UInt8] {
        // Nothing says how much comes out. Room that is not used costs no memory, and what must grow is copied.
        let likely = saturatingProduct(body.count, 8)
        return try ChunkDecoder.whole(body, BrotliData(), likelySize: likely, limits: limits)
    }

    /// Applies the coding.
    ///
    /// - Throws: ``/Mimeograph/SerializationError/Code/sourceFailed`` where there is no memory.
    public func encode(_ body: Span<UInt8>) throws(SerializationError) -> [UInt8] {
        // Text shrinks to less than a half; what does not gets more room when it needs it.
        try encoder(size: body.count).whole(body, likelySize: body.count / 2)
    }

    /// Makes a parser that compresses in chunks.
    public func makeEncoder() throws(SerializationError) -> any IncrementalParser<[UInt8]> {
        try encoder(size: nil)
    }

    /// Makes a parser that decompresses in chunks.
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

/// The layout of Brotli: one stream, and nothing behind it. Source: RFC 7932 §2, §9.
struct BrotliData: CodedData {
    private enum Phase { case beforeData, inData, afterData }

    /// What errors call the library.
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
                    // How many bytes libbrotli has read then depends on how the input is cut.
                    hasOffset: false
                )
            }
        }
    }
}
