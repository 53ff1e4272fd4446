import CDigestPeer
import Foundation
import Harness
import Mimeograph
import MimeographSession

/// One body and one algorithm, and the ways to compute its digest.
struct DigestRun {
    static let peer = "OpenSSL"
    /// The largest chunk that libcurl delivers at a time.
    static let chunk = 16 << 10

    static var inputs: [DigestRun] {
        [(300, "300 bytes"), (30_000, "30 kB"), (10_000_000, "10 MB")].flatMap { count, name in
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
            return [(DigestAlgorithm.sha256, Int32(256)), (.sha512, 512)].map { algorithm, bits in
                DigestRun(name: "\(name), \(algorithm.rawValue)", algorithm: algorithm, bits: bits, bytes: bytes)
            }
        }
    }

    let name: String
    let algorithm: DigestAlgorithm
    let bits: Int32
    let bytes: [UInt8]

    /// Returns the benchmarks that write the field.
    func makers() throws -> [Benchmark] {
        let (algorithm, bytes, field) = (algorithm, bytes, field)
        guard try algorithm.field(for: bytes) == field() else {
            throw BrokenEngine("The digest of \(name) differs from OpenSSL's.")
        }
        return [
            Benchmark(Engine.ours, bytes: bytes.count) { try? algorithm.field(for: bytes) },
            Benchmark(Self.peer, bytes: bytes.count) { field() },
        ]
    }

    /// Returns the same field, with digest and base64 by OpenSSL.
    private func field() -> String {
        let (bits, bytes) = (bits, bytes)
        // SAFETY: there is room for 128 characters, and the function writes at most 98; the bytes live through the call.
        return unsafe String(unsafeUninitializedCapacity: 128) { text in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                unsafe text.withMemoryRebound(to: CChar.self) { text in
                    unsafe mimeograph_digest_peer_field(
                        bits,
                        bytes.baseAddress,
                        bytes.count,
                        text.baseAddress
                    )
                }
            }
        }
    }

    /// Returns the benchmarks that read a response whose head has the field.
    func verifiers() throws -> [Benchmark] {
        let digest = try algorithm.field(for: bytes)
        let verifying = ReadResponse(bytes, digest: digest, .verified)
        let passing = ReadResponse(bytes, digest: digest, .ignored)
        let wrong = try algorithm.field(for: [0])
        guard try verifying.read(times: 1) == bytes.count, try passing.read(times: 1, hashedBy: bits) == bytes.count,
            (try? ReadResponse(bytes, digest: wrong, .verified).read(times: 1)) == nil,
            (try? ReadResponse(bytes, digest: wrong, .ignored).read(times: 1, hashedBy: bits)) == nil
        else { throw BrokenEngine("The digest of \(name) was not verified.") }
        let bits = bits
        return [
            Benchmark(Engine.ours, bytes: bytes.count, timedElsewhere: { verifying.time($0) }),
            Benchmark(Self.peer, bytes: bytes.count, timedElsewhere: { passing.time($0, hashedBy: bits) }),
        ]
    }
}

/// A session whose only response is ready, in chunks.
private struct ReadResponse: Sendable {
    private let session: SessionManager
    private let field: [CChar]

    init(_ bytes: [UInt8], digest: String, _ policy: DigestPolicy) {
        var configuration = SessionConfiguration()
        configuration.proxies = .none
        configuration.cookies = nil
        configuration.digests = policy
        let chunks = stride(from: 0, to: bytes.count, by: DigestRun.chunk).map {
            Array(bytes[$0..<min($0 + DigestRun.chunk, bytes.count)])
        }
        let head = ResponseHead(status: 200, fields: ["Content-Digest": digest])
        field = digest.utf8.map { CChar($0) }
        session = SessionManager(configuration: configuration, transport: ReadyTransport(head: head, chunks: chunks))
    }

    /// Reads the response repeatedly; returns the byte count of the last read.
    ///
    /// - Parameter bits: The SHA-2 variant that OpenSSL computes from the chunks and compares with the field; nil for none.
    func read(times: Int, hashedBy bits: Int32? = nil) throws -> Int {
        let count = LastCount()
        try AsyncWork.wait {
            for _ in 0..<times {
                count.value = 0
                let response = try await session.response(for: RequestMessage(url: "http://localhost/"))
                guard let bits else {
                    for try await chunk in response.body { count.value += chunk.count }
                    continue
                }
                // SAFETY: this iteration makes the context and frees it at its end; the buffers live through the calls.
                let context = unsafe mimeograph_digest_peer_begin(bits)
                for try await chunk in response.body {
                    count.value += chunk.count
                    _ = unsafe chunk.withUnsafeBufferPointer {
                        unsafe mimeograph_digest_peer_update(context, $0.baseAddress, $0.count)
                    }
                }
                let isRight = unsafe field.withUnsafeBufferPointer {
                    unsafe mimeograph_digest_peer_end(context, $0.baseAddress, $0.count)
                }
                guard isRight == 1 else { throw BrokenEngine("The digest differs from the field's.") }
            }
        }
        return count.value
    }

    /// Returns the processor time for a number of reads, in nanoseconds.
    func time(_ times: Int, hashedBy bits: Int32? = nil) -> Double {
        let start = ProcessTime.now
        _ = try? read(times: times, hashedBy: bits)
        return ProcessTime.now - start
    }

    /// It is unchecked because the task that changes it has ended when it is read.
    private final class LastCount: @unchecked Sendable {
        var value = 0
    }
}

/// A transport that never waits.
private struct ReadyTransport: Transport {
    let head: ResponseHead
    let chunks: [[UInt8]]

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        TransportResponse(head: head, body: TransportBody(Exchange(chunks)))
    }

    func invalidate(cancelling: Bool) {}

    /// It is unchecked because only one caller at a time reads a body.
    private final class Exchange: TransportExchange, @unchecked Sendable {
        private let chunks: [[UInt8]]
        private var index = 0

        init(_ chunks: [[UInt8]]) { self.chunks = chunks }

        func nextChunk() async throws(TransportError) -> [UInt8]? {
            guard index < chunks.count else { return nil }
            defer { index += 1 }
            return chunks[index]
        }

        func cancel() {}

        var metrics: TransportMetrics { TransportMetrics() }
    }
}

/// The processor time of this process, over all threads.
private enum ProcessTime {
    /// Nanoseconds since the process began.
    static var now: Double {
        var time = timespec()
        // SAFETY: the call writes the time and keeps no pointer.
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
