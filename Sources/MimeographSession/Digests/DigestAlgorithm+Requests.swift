import Mimeograph
import MimeographFiles
import MimeographSupport

extension DigestAlgorithm {
    /// Adds the digest of a request's body, unless the request has one. If the body can be read before it is sent, the digest is
    /// a field. Otherwise it is a trailer, which the transport sends or rejects.
    ///
    /// - Throws: The error of reading the body; ``SessionError/Code/digestMissing`` if the system's library rejects the
    ///   algorithm.
    ///
    /// Source: RFC 9530 §2.
    func addField(to request: inout RequestMessage) throws(SessionError) {
        guard !request.fields.contains(DigestField.content) else { return }
        let running = try RunningDigest(self)
        switch request.body {
        case .none: return
        case .bytes(let bytes): running.update(bytes)
        case .file, .stream:
            let stream: BodyStream?
            do throws(SerializationError) { stream = try request.body.stream() } catch { throw SessionError(error) }
            guard let stream else { return }
            guard let source = stream.source else { return addTrailer(of: stream, to: &request) }
            do throws(SerializationError) { try running.update(from: source) } catch { throw SessionError(error) }
        }
        request.fields[DigestField.content] = try running.field()
    }

    /// Sends the digest of a stream after it, as the last of the request's trailers.
    private func addTrailer(of stream: BodyStream, to request: inout RequestMessage) {
        let given = request.trailers ?? RequestTrailers([:])
        guard !given.names.contains(where: { $0.lowercased().hasSameBytes(as: "content-digest") }) else { return }
        let digest = StreamDigest(self)
        request.body = .stream(
            BodyStream(length: stream.length, source: nil) {
                DigestedChunks(chunks: stream.makeAsyncIterator(), digest: digest)
            }
        )
        request.trailers = given.adding(DigestField.content) { try digest.field() }
        // A Trailer field that the caller set does not announce the digest yet.
        if request.fields.contains("Trailer") { try? request.fields.append("Trailer", DigestField.content) }
    }
}

/// The digest of a stream, from the last time that it was sent.
private final class StreamDigest: Sendable {
    private struct State {
        var running: RunningDigest?
        /// The value of the field, once the stream has ended.
        var field: String?
    }

    private let algorithm: DigestAlgorithm
    private let state = Locked(State())

    init(_ algorithm: DigestAlgorithm) { self.algorithm = algorithm }

    func begin() throws(SessionError) {
        try state.withLock { (state) throws(SessionError) in
            state = State(running: try RunningDigest(algorithm))
        }
    }

    /// Adds a chunk that is sent. The stream is sent once at a time.
    func add(_ chunk: [UInt8]) { state.withLock { $0.running?.update(chunk) } }

    func finish() throws(SessionError) {
        try state.withLock { (state) throws(SessionError) in
            guard let running = state.running else { return }
            state = State(field: try running.field())
        }
    }

    /// Returns the value of the field.
    ///
    /// - Throws: ``SessionError/Code/digestMissing`` if the stream was not sent completely.
    func field() throws(SessionError) -> String {
        guard let field = state.withLock({ $0.field }) else { throw .digestMissing("it was not sent completely") }
        return field
    }
}

/// The chunks of a stream that is sent, which also feed its digest.
private struct DigestedChunks: AsyncIteratorProtocol {
    var chunks: BodyStream.Iterator
    let digest: StreamDigest
    private var hasBegun = false

    init(chunks: BodyStream.Iterator, digest: StreamDigest) {
        self.chunks = chunks
        self.digest = digest
    }

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
        if !hasBegun {
            try digest.begin()
            hasBegun = true
        }
        guard let chunk = try await chunks.next(isolation: actor) else {
            try digest.finish()
            return nil
        }
        digest.add(chunk)
        return chunk
    }

    mutating func next() async throws -> [UInt8]? { try await next(isolation: #isolation) }
}
