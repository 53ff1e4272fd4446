import Mimeograph
import MimeographContentCoding

/// The layout of gzip, zlib and raw deflate.
///
/// A gzip body is a series of members, each with its own header and checksum. Zero bytes after the last one are padding. Any
/// other bytes after the end of the data are an error, except a few line ends.
///
/// Source: RFC 1950, RFC 1951, RFC 1952 §2.2.
struct DeflatedData: CodedData {
    enum Format: Hashable, Sendable {
        /// One or more members of gzip.
        case gzip
        /// One zlib stream.
        case zlib
        /// One zlib stream, or raw data if the first byte cannot begin a zlib header.
        case zlibOrRaw
    }

    private enum Phase { case beforeData, inData, betweenMembers, inPadding, afterData }

    private let format: Format
    private var phase = Phase.beforeData
    private var stream: ZLibStream?

    init(_ format: Format) { self.format = format }

    /// Deflate produces at most 1,032 bytes from one.
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
            // The method 8 and a window of at most 32 KiB (RFC 1950 §2.2). In raw data these bits would begin a stored block with
            // nonzero padding, which no encoder writes.
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
                "The body was compressed with a preset dictionary, which HTTP does not support.",
                remedy: "Have the server compress without one.",
                hasOffset: true
            )
        case .invalidData:
            .invalid(
                "The body is not \(format == .gzip ? "gzip" : "zlib") data, or it is damaged.",
                remedy: format == .zlib
                    ? "If the server sends deflate without its zlib header, use DeflateCoding(acceptsRawData: true)."
                    : "Compare the Content-Encoding with what the server really sends.",
                // The number of bytes that zlib has read then depends on how the input is split.
                hasOffset: false
            )
        }
    }
}

extension ZLibStream {
    /// Creates an encoder with that wrapper.
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
