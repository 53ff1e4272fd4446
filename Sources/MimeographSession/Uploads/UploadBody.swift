import Mimeograph
import MimeographFiles

/// A body of known length that can be read from any byte on, as often as need be.
struct UploadBody: Sendable {
    let source: any BodySource
    let length: Int64

    /// Looks at a body, and at its file if it is one.
    ///
    /// - Throws: ``SessionError/Code/invalidRequest`` for one that cannot be read from the middle; ``SessionError/Code/serialization``
    ///   for a file that cannot be read.
    init(_ body: MessageBody) throws(SessionError) {
        let found: (any BodySource)?
        do throws(SerializationError) {
            switch body {
            case .none: found = nil
            case .bytes(let bytes): found = BytesBodySource(bytes)
            case .file(let path): found = try FileBodySource(path)
            case .stream(let stream): found = stream.source
            }
        } catch {
            throw SessionError(error)
        }
        guard let source = found, let length = source.length else {
            throw SessionError(
                .invalidRequest,
                "An upload can go on with a body only whose bytes can be read again and whose length is known.",
                remedy: "Give bytes, a file, or a stream of a BodySource that has a length."
            )
        }
        self.source = source
        self.length = Int64(length)
    }

    /// A body of which nothing will be read.
    init(unread length: Int64) {
        source = BytesBodySource([])
        self.length = length
    }

    /// The bytes from an offset on.
    ///
    /// - Parameters:
    ///   - offset: At most the length.
    ///   - count: How many of them.
    func piece(from offset: Int64, count: Int64) -> MessageBody {
        if count == 0 { return .bytes([]) }
        if let bytes = source as? BytesBodySource {
            return .bytes(Array(bytes.bytes[Int(offset)..<Int(offset + count)]))
        }
        return .stream(BodyStream(PieceSource(source: source, offset: Int(offset), count: Int(count))))
    }
}

/// A piece of what a source has.
private struct PieceSource: BodySource {
    let source: any BodySource
    let offset: Int
    let count: Int

    var length: Int? { count }

    func makeReader() throws(SerializationError) -> any BodyReader {
        if let file = source as? FileBodySource {
            return Reader(reader: try file.makeReader(at: offset), skipped: 0, left: count)
        }
        return Reader(reader: try source.makeReader(), skipped: offset, left: count)
    }

    private struct Reader: BodyReader {
        var reader: any BodyReader
        /// The bytes before the piece, which a source other than a file has to read.
        var skipped: Int
        var left: Int

        mutating func read(into buffer: inout OutputSpan<UInt8>) throws(SerializationError) {
            while skipped > 0 {
                let chunk = try reader.readChunk(atMost: min(skipped, BodyStream.standardChunkSize))
                if chunk.isEmpty { return }
                skipped -= chunk.count
            }
            guard left > 0 else { return }
            let chunk = try reader.readChunk(atMost: min(left, buffer.freeCapacity))
            left -= chunk.count
            chunk[...].append(to: &buffer)
        }
    }
}
