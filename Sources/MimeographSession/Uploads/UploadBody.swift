import Mimeograph
import MimeographFiles

/// A body of known length that can be read repeatedly from any offset.
struct UploadBody: Sendable {
    let source: any BodySource
    let length: Int64

    /// Makes an upload body. If the body is a file, the file is opened.
    ///
    /// - Throws: ``SessionError/Code/invalidRequest`` if the body cannot be read from an offset;
    ///   ``SessionError/Code/serialization`` if a file cannot be read.
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
                "A resumable upload needs a body of known length that can be read again.",
                remedy: "Give bytes, a file, or a stream of a BodySource that has a length."
            )
        }
        self.source = source
        self.length = Int64(length)
    }

    /// Makes a body that will not be read.
    init(unread length: Int64) {
        source = BytesBodySource([])
        self.length = length
    }

    /// Returns some bytes from an offset on.
    ///
    /// - Parameters:
    ///   - offset: The offset, at most the length.
    ///   - count: The number of bytes.
    func piece(from offset: Int64, count: Int64) -> MessageBody {
        if count == 0 { return .bytes([]) }
        if let bytes = source as? BytesBodySource {
            return .bytes(Array(bytes.bytes[Int(offset)..<Int(offset + count)]))
        }
        return .stream(BodyStream(PieceSource(source: source, offset: Int(offset), count: Int(count))))
    }
}

/// A piece of a source's bytes.
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
        /// The bytes before the piece, which must be read unless the source is a file.
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
