import Mimeograph
import MimeographContentCoding

/// The layout of gzip, zlib and raw deflate.
///
/// A gzip body is a series of members, each with its own header and checksum; zero bytes behind the last are padding.
/// Anything else behind the end of the data, but for a few line ends, is an error.
///
/// Source: RFC 1950, RFC 1951, RFC 1952 §2.2.
struct DeflatedData: CodedData {
    /// Which wrapper to look for.
    enum Format: Hashable, Sendable {
        /// One or more members of gzip.
        case gzip
        /// One zlib stream.
        case zlib
        /// One zlib stream, or raw data where the first byte is not a zlib header's.
        case zlibOrRaw
    }

    private enum Phase { case beforeData, inData, betweenMembers, inPadding, afterData }

    private let format: Format
    private var phase = Phase.beforeData
    private var stream: ZLibStream?

    init(_ format: Format) { self.format = format }

    /// Deflate never makes more than 1,032 bytes of one.
    static var hasBoundedExpansion: Bool { true }
    static var mostExpansion: Int { 1032 }

    var isComplete: Bool {
        switch phase {
        case .beforeData, .inData: false
        case .betweenMembers, .inPadding, .afterData: true
        }
    }

    mutating func step(
        _ input: Span<UInt8>,
        from position: inout Int,
        to end: Int,
        into output: inout [UInt8],
        room: Int
    ) throws(CodingFault) -> Bool {
        switch phase {
        case .beforeData: try begin(input[position])
        case .betweenMembers:
            if input[position] == 0 {
                phase = .inPadding
            } else if input[position] == 0x1F {
                stream?.restart()
                phase = .inData
            } else {
                throw .excess
            }
        case .inPadding:
            guard input[position] == 0 else { throw .excess }
            position += 1
        case .afterData: throw .excess
        case .inData:
            guard let stream else { return false }
            let outcome: CodingOutcome
            do throws(ZLibStream.Failure) {
                outcome = try stream.step(input, from: &position, to: end, into: &output, room: room)
            } catch {
                throw described(error)
            }
            if outcome == .ended { phase = format == .gzip ? .betweenMembers : .afterData }
            return outcome == .needsRoom
        }
        return false
    }

    private mutating func begin(_ first: UInt8) throws(CodingFault) {
        let wrapper: ZLibWrapper
        switch format {
        case .gzip: wrapper = .gzip
        case .zlib: wrapper = .zlib
        case .zlibOrRaw:
            // The method 8 and a window of at most 32 KiB (RFC 1950 §2.2). In raw data these bits would be those of a
            // stored block with padding that is not zero, which nothing writes.
            wrapper = first & 0x0F == 8 && first >> 4 <= 7 ? .zlib : .raw
        }
        do throws(ZLibStream.Failure) {
            stream = try ZLibStream(inflating: wrapper)
        } catch {
            throw described(error)
        }
        phase = .inData
    }

    private func described(_ failure: ZLibStream.Failure) -> CodingFault {
        switch failure {
        case .outOfMemory: .outOfMemory("zlib")
        case .needsDictionary:
            .invalid(
                "The body was compressed with a preset dictionary, which HTTP has no way to name.",
                remedy: "Have the server compress without one.",
                hasOffset: true
            )
        case .invalidData:
            .invalid(
                "The body is not \(format == .gzip ? "gzip" : "zlib") data, or it is damaged.",
                remedy: format == .zlib
                    ? "If the server sends deflate without its zlib header, use DeflateCoding(acceptsRawData: true)."
                    : "Compare the Content-Encoding with what the server really sends.",
                // How many bytes zlib has read then depends on how the input is cut.
                hasOffset: false
            )
        }
    }
}

extension ZLibStream {
    /// What compresses with that wrapper.
    static func encoder(
        _ wrapper: ZLibWrapper,
        level: CompressionLevel
    ) throws(SerializationError) -> EncodingParser<ZLibStream> {
        do throws(Failure) {
            return EncodingParser(try ZLibStream(deflating: wrapper, level: Int32(level.rawValue)), library: "zlib")
        } catch {
            throw .noMemory(for: "zlib")
        }
    }
}
