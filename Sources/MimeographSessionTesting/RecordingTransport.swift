import Mimeograph
public import MimeographSession
import MimeographSupport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A transport that sends requests by another transport and records the exchanges.
///
/// ```swift
/// let recorder = RecordingTransport()
/// let api = try HTTPSessionManager(baseURL: "https://api.example.com/v1/", serializers: serializers, transport: recorder)
/// let ada: User = try await api.get("users/7")
/// try recorder.har.write(to: "Tests/users.har")
/// ```
/// A ``ScriptedTransport`` answers from the file later, without a socket: `try ScriptedTransport(har: "Tests/users.har")`.
///
/// The recording leaves secrets out; see ``HAR/Secrets``. It contains:
/// - Each exchange whose response has arrived, including redirects and challenges. If the reader drops a body before its end, the
///   recording has the part that was read, and the replayed body fails with `connectionLost` after that part. An exchange that
///   fails is left out.
/// - Bodies of up to `bodyLimit` bytes. A longer response is passed on, but recorded without its body. A longer request fails.
///
/// The recorder differs from the transport that it uses in two ways:
/// - It reads the whole body of a request before it sends the first byte.
/// - It asks for responses without content codings (`Accept-Encoding: identity`), because a HAR file has decoded bodies, and
///   secrets are found in decoded bodies only. A response with a content coding is recorded without its body. The recorder sets
///   the field after the session has signed the request, so a signature that covers `accept-encoding` becomes invalid.
///
/// Server-sent events are recorded when their reader stops. The replayed body ends normally after them.
public final class RecordingTransport: Transport {
    private let transport: any Transport
    private let secrets: HAR.Secrets
    private let bodyLimit: Int
    /// The entries in the order of their requests; nil for exchanges that have no response or have not ended.
    private let entries = Locked<[HAR.Entry?]>([])

    /// Makes a recorder.
    ///
    /// - Parameters:
    ///   - transport: The transport that sends the requests.
    ///   - secrets: The secrets that the recording leaves out.
    ///   - bodyLimit: The maximum number of bytes of a recorded body. The default is 16 MiB.
    public init(
        _ transport: any Transport = PlatformTransport.make(),
        secrets: HAR.Secrets = .standard,
        bodyLimit: Int = 16 << 20
    ) {
        self.transport = transport
        self.secrets = secrets
        self.bodyLimit = max(0, bodyLimit)
    }

    /// The exchanges that have ended so far, without their secrets.
    public var har: HAR { HAR(entries: entries.withLock { $0 }.compactMap { $0 }) }

    /// Sends a request by the other transport, and records the exchange when its body ends.
    ///
    /// - Throws: The errors of the other transport; `TransportError.Code.limitExceeded` for a request with a longer body than
    ///   `bodyLimit`.
    public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        var read = request
        read.onBytesSent = nil
        let body = try await read.wholeBody(atMost: bodyLimit)
        var sent = request
        if case .none = request.body {} else { sent.body = .bytes(body) }
        sent.fields["Accept-Encoding"] = "identity"
        let index = entries.withLock { entries in
            entries.append(nil)
            return entries.count - 1
        }
        let started = Date.now
        let response = try await transport.send(sent)
        let recorded = RecordedExchange(
            method: request.method,
            url: request.url,
            fields: sent.fields,
            body: body,
            started: started,
            head: response.head
        )
        let recording = RecordingExchange(response.body, recorded, limit: bodyLimit) { [entries, secrets] exchange in
            let entry = HAR.Entry(exchange, secrets)
            entries.withLock { $0[index] = entry }
        }
        return TransportResponse(head: response.head, body: TransportBody(recording))
    }

    /// Whether the other transport enforces the policy.
    public func enforces(_ policy: SecurityPolicy) -> Bool { transport.enforces(policy) }

    /// The text of the other transport.
    public var trustIdentity: String { transport.trustIdentity }

    /// Rejects further requests. The recording stays available.
    public func invalidate(cancelling: Bool) { transport.invalidate(cancelling: cancelling) }
}

/// An exchange as it was sent and received, with its secrets.
struct RecordedExchange: Sendable {
    let method: HTTPMethod
    let url: String
    let fields: HeaderFields
    let body: [UInt8]
    let started: Date
    let head: ResponseHead
    /// The body of the response; nil if it is too long.
    var responseBody: [UInt8]? = []
    /// The number of bytes of the response's body.
    var size = 0
    /// Whether the body was read to its end.
    var isWhole = false
    var metrics = TransportMetrics()
}

/// The body of a response that is recorded while it is read.
private final class RecordingExchange: TransportExchange {
    private let body: TransportBody
    private let limit: Int
    /// The exchange as far as it was read; nil after it was recorded.
    private let recorded: Locked<RecordedExchange?>
    private let onEnd: @Sendable (RecordedExchange) -> Void

    init(
        _ body: TransportBody,
        _ recorded: RecordedExchange,
        limit: Int,
        onEnd: @escaping @Sendable (RecordedExchange) -> Void
    ) {
        self.body = body
        self.limit = limit
        self.onEnd = onEnd
        self.recorded = Locked(recorded)
    }

    deinit { end(isWhole: false) }

    func nextChunk() async throws(TransportError) -> [UInt8]? {
        var iterator = body.makeAsyncIterator()
        let chunk: [UInt8]?
        do throws(TransportError) {
            chunk = try await iterator.next()
        } catch {
            // The recording cannot express a failure. A cancelled body is recorded as far as it was read.
            if error.code == .cancelled { end(isWhole: false) } else { recorded.withLock { $0 = nil } }
            throw error
        }
        guard let chunk else {
            end(isWhole: true)
            return nil
        }
        recorded.withLock { recorded in
            recorded?.size += chunk.count
            if let kept = recorded?.responseBody?.count, chunk.count > limit - kept {
                recorded?.responseBody = nil
            } else {
                recorded?.responseBody?.append(contentsOf: chunk)
            }
        }
        return chunk
    }

    func cancel() {
        body.cancel()
        end(isWhole: false)
    }

    var metrics: TransportMetrics { body.metrics }

    var trailers: HeaderFields { body.trailers }

    /// Records the exchange, unless that has happened.
    private func end(isWhole: Bool) {
        let ended = recorded.withLock { recorded in
            defer { recorded = nil }
            return recorded
        }
        guard var ended else { return }
        ended.isWhole = isWhole
        ended.metrics = body.metrics
        onEnd(ended)
    }
}
