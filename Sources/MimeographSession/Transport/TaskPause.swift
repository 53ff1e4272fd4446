import Mimeograph
import MimeographSupport

// `URLSession` and its readers run on several threads. This file decides what they may do, apart from `URLSession` itself, so the tests
// on Linux cover it.

extension Locked where State == ExchangeState {
    /// Suspends or resumes a task until that agrees with ``ExchangeState/isPaused``.
    ///
    /// One thread at a time makes the calls, without holding the lock. A thread that finds another one at it leaves its change to that
    /// one, which looks again before it stops. So the last call always agrees with the last change.
    ///
    /// - Parameter change: Suspends the task if the argument is true, or else resumes it.
    func settlePause(_ change: (_ isPaused: Bool) -> Void) {
        var isMine = false
        while let isPaused = withLock({ $0.nextPause(&isMine) }) { change(isPaused) }
    }
}

extension ExchangeState {
    fileprivate mutating func nextPause(_ isMine: inout Bool) -> Bool? {
        if isSettling, !isMine { return nil }
        isMine = isPaused != isSuspended
        isSettling = isMine
        isSuspended = isPaused
        return isMine ? isPaused : nil
    }

    /// Keeps bytes for the reader. Nothing arrives after the end.
    ///
    /// - Parameter limit: The number of kept bytes from which the transport waits for the reader.
    mutating func receive(_ bytes: some Collection<UInt8>, pausingAt limit: Int) {
        guard outcome == nil else { return }
        buffer += bytes
        metrics.bytesReceived += Int64(bytes.count)
        if chunkWaiter == nil, buffer.count >= limit { isPaused = true }
    }
}

/// The content codings that `URLSession` decodes by itself.
///
/// Source: developer.apple.com/documentation/foundation/urlsession, which names no others. `x-gzip` is an older name of gzip.
enum DecodedCodings {
    /// Whether a Content-Encoding field has one coding, which `URLSession` decodes. A list is left to the caller, because a body that is
    /// decoded twice fails, while one that is not decoded looks complete.
    static func contains(_ field: String?) -> Bool {
        guard let field else { return false }
        let name = field.lowercasedASCII.parts(at: " ").joined()
        return ["gzip", "x-gzip", "deflate", "br"].contains { name.hasSameBytes(as: $0) }
    }
}

/// The servers whose certificates a policy has accepted, for one session of `URLSession`.
///
/// The system resumes TLS sessions, and its cache may be common to the whole process. A resumed session shows no certificate. So if a
/// policy has never seen the certificate of a server, the connection may be one that another policy accepted, and its response is
/// rejected.
struct EvaluatedServers {
    private var known: Set<String> = []

    mutating func insert(host: String, port: Int) { known.insert(Self.name(host, port)) }

    func contains(host: String, port: Int) -> Bool { known.contains(Self.name(host, port)) }

    private static func name(_ host: String, _ port: Int) -> String { "\(host.lowercasedASCII) \(port)" }
}
