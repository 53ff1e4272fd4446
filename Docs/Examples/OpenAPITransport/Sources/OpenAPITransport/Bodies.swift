import Mimeograph
import MimeographSession
import OpenAPIRuntime

extension BodyStream {
    /// Creates a stream from a body. A stream that is read again reads the body again.
    init(_ body: HTTPBody) {
        let length: Int? = if case .known(let count) = body.length { Int(clamping: count) } else { nil }
        self.init(length: length) {
            let chunks = BodyChunks(body)
            return AsyncThrowingStream { try await chunks.next() }
        }
    }
}

private actor BodyChunks {
    private var chunks: HTTPBody.Iterator

    init(_ body: HTTPBody) { chunks = body.makeAsyncIterator() }

    func next() async throws -> [UInt8]? {
        // An actor's property cannot be changed across a suspension; no other code calls this in the meantime.
        var iterator = chunks
        defer { chunks = iterator }
        return try await iterator.next(isolation: self).map { Array($0) }
    }
}

/// The body of a response, which throws after too many bytes.
struct LimitedBody: AsyncSequence, Sendable {
    let body: SessionBody
    let limit: Int

    func makeAsyncIterator() -> Iterator {
        Iterator(body: body, chunks: body.makeAsyncIterator(), rest: limit, limit: limit)
    }

    struct Iterator: AsyncIteratorProtocol {
        let body: SessionBody
        var chunks: SessionBody.Iterator
        var rest: Int
        let limit: Int

        mutating func next() async throws -> ArraySlice<UInt8>? {
            guard let chunk = try await chunks.next() else { return nil }
            guard chunk.count <= rest else {
                body.cancel()
                throw SessionError.bodyTooLarge(limit)
            }
            rest -= chunk.count
            return chunk[...]
        }
    }
}

extension SessionError {
    static func bodyTooLarge(_ limit: Int) -> SessionError {
        SessionError(.limitExceeded(.inputBytes, allowed: limit))
    }
}
