public import Mimeograph
import MimeographFiles
public import MimeographSession
import MimeographSupport

/// A transport for tests, which returns scripted answers. It opens no socket and waits only if an answer says so.
///
/// ```swift
/// let transport = ScriptedTransport()
/// let json: HeaderFields = ["Content-Type": "application/json"]
/// transport.on(.get, "https://api.example.com/users/*", .init(fields: json, body: #"{"name":"Ada"}"#))
/// transport.on(.post, "*", call: 1, .failure(TransportError(.connectionLost, "The connection broke.")))
/// transport.on(.post, "*", .init(status: 201))
///
/// let api = try HTTPSessionManager(baseURL: "https://api.example.com", serializers: serializers, transport: transport)
/// …
/// #expect(transport.requests.last?.body == Array("…".utf8))
/// ```
/// The transport checks its rules in the order in which they were added, and the first that matches answers. A request without a
/// matching rule fails with `TransportError.Code.unsupported`. Request bodies are read to their end and recorded, unless the
/// answer says otherwise.
///
/// It behaves as `Transport` requires, including back-pressure: it makes a chunk only when the session asks for it.
public final class ScriptedTransport: Transport {
    struct Rule {
        let method: HTTPMethod?
        let pattern: String
        let call: Int?
        let answer: @Sendable (ScriptedRequest) async -> ScriptedAnswer
        /// The number of requests that the rule has matched, whether or not it answered them.
        var matches = 0
    }

    struct State {
        var rules: [Rule] = []
        var requests: [ScriptedRequest] = []
        /// Each exchange removes itself when it ends or is dropped, which takes the lock. So code that holds the lock must not
        /// load and release a reference to an exchange, because that reference might be the last one.
        var open: [ObjectIdentifier: WeakExchange] = [:]
        var isInvalid = false
    }

    struct WeakExchange { weak var exchange: ScriptedExchange? }

    let state = Locked(State())
    /// The recording that answers the requests without a rule.
    let recording: RecordedAnswers?

    /// Makes a transport without rules.
    public init() { recording = nil }

    init(_ recording: RecordedAnswers) { self.recording = recording }

    /// Adds a rule for requests with one method.
    ///
    /// - Parameters:
    ///   - method: The method of the requests.
    ///   - pattern: The whole URL of the requests; `*` matches any characters.
    ///   - call: The number of the only matching request to answer, counted from 1; nil for all of them.
    ///   - answer: The answer.
    public func on(_ method: HTTPMethod, _ pattern: String, call: Int? = nil, _ answer: ScriptedAnswer) {
        add(method, pattern, call) { _ in answer }
    }

    /// Adds a rule for requests with any method.
    public func on(_ pattern: String, call: Int? = nil, _ answer: ScriptedAnswer) {
        add(nil, pattern, call) { _ in answer }
    }

    /// Adds a rule for any method, with a closure that does not have the request's body yet: see
    /// ``ScriptedAnswer/afterBody(_:)``.
    public func on(
        _ pattern: String,
        call: Int? = nil,
        answering answer: @escaping @Sendable (ScriptedRequest) async -> ScriptedAnswer
    ) {
        add(nil, pattern, call, answer)
    }

    private func add(
        _ method: HTTPMethod?,
        _ pattern: String,
        _ call: Int?,
        _ answer: @escaping @Sendable (ScriptedRequest) async -> ScriptedAnswer
    ) {
        state.withLock { $0.rules.append(Rule(method: method, pattern: pattern, call: call, answer: answer)) }
    }

    /// All requests so far, in order.
    public var requests: [ScriptedRequest] { state.withLock { $0.requests } }

    /// The number of responses that are neither read to their end nor dropped.
    public var openExchangeCount: Int {
        state.withLock { $0.open.count }
    }
}

extension ScriptedTransport {
    /// Answers a request according to the rules.
    ///
    /// - Throws: The `TransportError` of a rule; `TransportError.Code.bodyFailed` if the body to send throws.
    public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        if Task.isCancelled { throw .cancelledByCaller }
        guard !state.withLock({ $0.isInvalid }) else {
            throw TransportError(.invalidated, "The transport was invalidated and takes no more requests.")
        }
        _ = try request.trailers?.announcement(in: request)
        var recorded = ScriptedRequest(request)
        guard let answering = rule(for: request) ?? recording?.answering else {
            state.withLock { $0.requests.append(recorded) }
            throw TransportError(
                .unsupported,
                "No rule of the scripted transport matches \(request.method) \(RequestURL.redacted(request.url)).",
                remedy: "Add one with on(_:call:_:)."
            )
        }
        let index = state.withLock { state in
            state.requests.append(recorded)
            return state.requests.count - 1
        }
        var answer = await answering(recorded)
        tell(answer.interimResponses, to: request)
        if answer.readsBody {
            recorded.body = try await request.wholeBody()
            recorded.trailers = try request.trailers?.checkedFields() ?? [:]
            let read = recorded
            state.withLock { $0.requests[index] = read }
            // The rule may depend on the body.
            if let afterBody = answer.afterBody {
                answer = afterBody(read)
                tell(answer.interimResponses, to: request)
            }
        }
        return try await respond(answer, to: request, sent: Int64(recorded.body.count))
    }

    private func tell(_ heads: [ResponseHead], to request: TransportRequest) {
        guard let observer = request.onInterimResponse else { return }
        for var head in heads {
            (head.requestMethod, head.url) = (request.method, request.url)
            observer(head)
        }
    }

    /// Returns true for every policy, because the transport has no server to evaluate.
    public func enforces(_ policy: SecurityPolicy) -> Bool { true }

    /// Rejects all further requests.
    public func invalidate(cancelling: Bool) {
        let open = state.withLock { state in
            state.isInvalid = true
            return state.open.values.compactMap(\.exchange)
        }
        if cancelling { for exchange in open { exchange.cancel() } }
    }

    private func rule(for request: TransportRequest) -> (@Sendable (ScriptedRequest) async -> ScriptedAnswer)? {
        state.withLock { state in
            var answer: (@Sendable (ScriptedRequest) async -> ScriptedAnswer)?
            for index in state.rules.indices {
                let rule = state.rules[index]
                if let method = rule.method, method != request.method { continue }
                guard Wildcard.matches(rule.pattern, request.url) else { continue }
                // Counts even if another rule answers: the third request is the third one for every rule that matches it.
                state.rules[index].matches += 1
                if answer == nil, rule.call ?? rule.matches + 1 == rule.matches + 1 { answer = rule.answer }
            }
            return answer
        }
    }

    private func respond(
        _ answer: ScriptedAnswer,
        to request: TransportRequest,
        sent: Int64
    ) async throws(TransportError) -> TransportResponse {
        if let delay = answer.delay { try? await Task.sleep(for: delay) }
        await answer.gate?.wait()
        if Task.isCancelled { throw .cancelledByCaller }
        if answer.failsBeforeHead, let failure = answer.failure { throw failure }
        let head = ResponseHead(
            status: answer.status,
            fields: answer.fields,
            requestMethod: request.method,
            url: request.url
        )
        let chunks = head.mayHaveBody ? answer.chunks : []
        let exchange = ScriptedExchange(answer, chunks: chunks, bytesSent: sent)
        state.withLock { $0.open[ObjectIdentifier(exchange)] = WeakExchange(exchange: exchange) }
        exchange.onEnd = { [state] id in state.withLock { _ = $0.open.removeValue(forKey: id) } }
        return TransportResponse(head: head, body: TransportBody(exchange))
    }
}

extension TransportRequest {
    /// Reads the whole body, and reports its bytes to the observer.
    ///
    /// - Parameter limit: The maximum number of bytes.
    /// - Throws: `TransportError.Code.bodyFailed`, `.cancelled`; `.limitExceeded` for a longer body.
    func wholeBody(atMost limit: Int = .max) async throws(TransportError) -> [UInt8] {
        var bytes: [UInt8] = []
        var isTooLong = false
        do {
            guard let stream = try body.stream() else { return [] }
            for try await chunk in stream {
                isTooLong = chunk.count > limit - bytes.count
                if isTooLong { break }
                bytes += chunk
                onBytesSent?(Int64(bytes.count))
            }
        } catch is CancellationError {
            throw .cancelledByCaller
        } catch {
            throw TransportError(.bodyFailed, "The body to send could not be produced.", underlying: error)
        }
        guard !isTooLong else {
            throw TransportError(
                .limitExceeded,
                "The body to record is longer than \(limit) bytes.",
                remedy: "Raise the bodyLimit of the RecordingTransport."
            )
        }
        return bytes
    }
}

/// A matcher for patterns in which `*` stands for any characters or none.
private enum Wildcard {
    static func matches(_ pattern: String, _ text: String) -> Bool {
        let (pattern, text) = (Array(pattern.utf8), Array(text.utf8))
        var (patternIndex, textIndex) = (0, 0)
        // The index of the last star, and the end of the text that it matches so far.
        var star: (patternIndex: Int, textIndex: Int)?
        while textIndex < text.count {
            if patternIndex < pattern.count, pattern[patternIndex] == UInt8(ascii: "*") {
                star = (patternIndex, textIndex)
                patternIndex += 1
            } else if patternIndex < pattern.count, pattern[patternIndex] == text[textIndex] {
                patternIndex += 1
                textIndex += 1
            } else if let last = star {
                star = (last.patternIndex, last.textIndex + 1)
                (patternIndex, textIndex) = (last.patternIndex + 1, last.textIndex + 1)
            } else {
                return false
            }
        }
        return pattern[patternIndex...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
