import Mimeograph
import MimeographFiles

extension MessageBody {
    /// The number of bytes, where it can be known; a file is looked at.
    var length: Int64? {
        get throws(SessionError) {
            do throws(SerializationError) {
                if case .file(let path) = self { return try FileBodySource(path).length.map(Int64.init) }
            } catch {
                throw SessionError(error)
            }
            return knownLength.map(Int64.init)
        }
    }

    /// Whether the bytes are read by calls that may wait for a disk.
    var hasSource: Bool {
        switch self {
        case .none, .bytes: false
        case .file: true
        case .stream(let stream): stream.source != nil
        }
    }

    /// The same bytes, which wait while the task is suspended.
    ///
    /// Bytes in memory that the system's buffers take at once are left as they are.
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

/// The chunks of one sending.
///
/// It is unchecked because an iterator is not `Sendable`: this one is used by one `AsyncThrowingStream` alone, which asks for one
/// chunk at a time.
private final class PausableChunks: @unchecked Sendable {
    private var iterator: BodyStream.Iterator

    init(_ iterator: BodyStream.Iterator) { self.iterator = iterator }

    func next() async throws -> [UInt8]? { try await iterator.next(isolation: nil) }
}
