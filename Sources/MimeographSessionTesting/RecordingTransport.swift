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
///   recording has the part that was read. An exchange that fails is left out.
/// - Bodies of up to `bodyLimit` bytes. A longer response is passed on, but recorded without its body. A longer request fails.
///
/// The recorder differs from the transport that it uses in two ways:
/// - It reads the whole body of a request before it sends the first byte.
/// - It asks for responses without content codings (`Accept-Encoding: identity`), because a HAR file has decoded bodies, and
///   secrets are found in decoded bodies only. A response with a content coding is recorded without its body.
///
/// Bodies that a transport streams without end, such as server-sent events, are recorded when their reader stops.
public final class RecordingTransport: Transport {
    private let transport: any Transport
    private let secrets: HAR.Secrets
    private let bodyLimit: Int
    /// The exchanges in the order of their requests; nil for those that have no response or have not ended.
    private let exchanges = Locked<[RecordedExchange?]>([])

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
    public var har: HAR {
        let ended = exchanges.withLock { $0 }
        return HAR(entries: ended.compactMap { $0.map { HAR.Entry($0, secrets) } })
    }

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
        let index = exchanges.withLock { exchanges in
            exchanges.append(nil)
            return exchanges.count - 1
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
        let recording = RecordingExchange(response.body, recorded, limit: bodyLimit) { [exchanges] exchange in
            exchanges.withLock { $0[index] = exchange }
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
    private struct State {
        /// Nil after the exchange was recorded.
        var recorded: RecordedExchange?
    }

    private let body: TransportBody
    private let limit: Int
    private let state: Locked<State>
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
        state = Locked(State(recorded: recorded))
    }

    deinit { end(isWhole: false) }

    func nextChunk() async throws(TransportError) -> [UInt8]? {
        var iterator = body.makeAsyncIterator()
        let chunk: [UInt8]?
        do throws(TransportError) {
            chunk = try await iterator.next()
        } catch {
            // The recording cannot express a failure. A cancelled body is recorded as far as it was read.
            if error.code == .cancelled { end(isWhole: false) } else { state.withLock { $0.recorded = nil } }
            throw error
        }
        guard let chunk else {
            end(isWhole: true)
            return nil
        }
        state.withLock { state in
            state.recorded?.size += chunk.count
            if let kept = state.recorded?.responseBody?.count, chunk.count > limit - kept {
                state.recorded?.responseBody = nil
            } else {
                state.recorded?.responseBody?.append(contentsOf: chunk)
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
        let ended = state.withLock { state in
            defer { state.recorded = nil }
            return state.recorded
        }
        guard var ended else { return }
        ended.isWhole = isWhole
        ended.metrics = body.metrics
        onEnd(ended)
    }
}
