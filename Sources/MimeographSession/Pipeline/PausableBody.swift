package import Mimeograph
import MimeographFiles

extension MessageBody {
    /// The number of bytes, or nil if it is unknown. The size of a file is read from disk.
    package var length: Int64? {
        get throws(SessionError) {
            do throws(SerializationError) {
                if case .file(let path) = self { return try FileBodySource(path).length.map(Int64.init) }
            } catch {
                throw SessionError(error)
            }
            return knownLength.map(Int64.init)
        }
    }

    /// Whether reading the bytes may wait for a disk.
    var hasSource: Bool {
        switch self {
        case .none, .bytes: false
        case .file: true
        case .stream(let stream): stream.source != nil
        }
    }

    /// Returns a body with the same bytes that waits while the task is suspended.
    ///
    /// Bytes in memory that fit into one chunk are returned unchanged, because the system buffers them anyway.
    func pausable(by transferState: TransferState) throws(SessionError) -> MessageBody {
        let body: BodyStream
        do throws(SerializationError) {
            if case .bytes(let bytes) = self, bytes.count <= BodyStream.standardChunkSize { return self }
            guard let stream = try stream() else { return self }
            body = stream
        } catch {
            throw SessionError(error)
        }
        return .stream(
            BodyStream(length: body.length) {
                let chunks = PausableChunks(body.makeAsyncIterator())
                return AsyncThrowingStream {
                    await transferState.waitWhileSuspended()
                    return try await chunks.next()
                }
            }
        )
    }
}

/// The chunks of a body that is sent once.
///
/// It is unchecked because an iterator is not `Sendable`. Only one `AsyncThrowingStream` uses this one, and it asks for one chunk
/// at a time.
private final class PausableChunks: @unchecked Sendable {
    private var iterator: BodyStream.Iterator

    init(_ iterator: BodyStream.Iterator) { self.iterator = iterator }

    func next() async throws -> [UInt8]? { try await iterator.next(isolation: nil) }
}
