import Mimeograph
import MimeographEventStream
import MimeographJSON
public import MimeographSession

/// A client for a language model whose service streams its answers as server-sent events.
///
/// ```swift
/// let model = try LanguageModel("small", baseURL: "https://models.example/v1/", key: key)
/// for try await text in try await model.answer(to: [Message("Why is tea brown?")]) { print(text, terminator: "") }
/// ```
/// A request is retried until its answer begins. All its attempts have the same `Idempotency-Key`, so a service that supports that
/// field charges once. An answer that breaks off is not requested again; the loop throws ``ModelError``.
public struct LanguageModel: Sendable {
    private let api: HTTPSessionManager
    private let name: String

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - name: The name of the model.
    ///   - baseURL: The URL that the path `chat/completions` is relative to.
    ///   - key: The key of the service, or nil if it needs none.
    ///   - retries: The retry policy. `methodsWithIdempotencyKey` allows it to repeat a POST.
    ///   - transport: The transport for the requests; tests pass their own.
    /// - Throws: `SessionError` with the code `invalidURL`.
    public init(
        _ name: String,
        baseURL: String,
        key: String? = nil,
        retries: RetryPolicy = RetryPolicy(methodsWithIdempotencyKey: [.post]),
        transport: any Transport = PlatformTransport.make()
    ) throws {
        self.name = name
        var serializers = try SerializerRegistry {
            JSONPlugin()
            EventStreamPlugin(format: EventStreamFormat(data: JSONFormat(), terminator: "[DONE]"))
        }
        try serializers.register(errorBody: ErrorBodyRule(ServiceError.self, for: ["application/json"]))
        var api = try HTTPSessionManager(baseURL: baseURL, serializers: serializers, transport: transport)
        api.configuration.interceptors = [retries]
        if let key { api.requestSerializer.fields["Authorization"] = "Bearer \(key)" }
        self.api = api
    }

    /// Sends a conversation, and returns the pieces of the answer as they arrive.
    ///
    /// Cancelling the task, or leaving the loop and releasing the answer, ends the exchange, and the service can stop the model.
    public func answer(to messages: [Message]) async throws(ModelError) -> Answer {
        do {
            return Answer(
                events: try await api.stream(
                    "chat/completions",
                    method: .post,
                    .value(Prompt(model: name, messages: messages)),
                    headers: ["Accept": "text/event-stream"]
                )
            )
        } catch {
            throw ModelError(error)
        }
    }
}

/// The pieces of an answer.
public struct Answer: AsyncSequence, Sendable {
    let events: SessionElements<AnswerEvent>

    /// Starts at the first piece. An answer can be read only once.
    public func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator()) }

    /// An iterator over the pieces of an answer.
    public struct Iterator: AsyncIteratorProtocol {
        var events: SessionElements<AnswerEvent>.Iterator
        var isComplete = false
        var failure: ModelError?

        /// Returns the next piece of text, or nil after the last one.
        public mutating func next() async throws(ModelError) -> String? { try await next(isolation: nil) }

        /// Returns the next piece of text, or nil after the last one.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(ModelError) -> String? {
            while true {
                if let failure { throw failure }
                let event: AnswerEvent?
                do {
                    event = try await events.next(isolation: actor)
                } catch {
                    if isComplete, error.code == .connectionLost { return nil }
                    throw ModelError(error)
                }
                guard let event else { break }
                if let error = event.error { throw ModelError(.modelFailed, error.message) }
                guard let choice = event.choices?.first else { continue }
                switch choice.finishReason {
                case nil: break
                // The model had to stop in the middle of a sentence.
                case "length": failure = ModelError(.tooLong, "The answer is too long.")
                case "content_filter": failure = ModelError(.withheld, "The service withheld a part of the answer.")
                default: isComplete = true
                }
                if let text = choice.delta?.content, !text.isEmpty { return text }
            }
            // A proxy can end a stream regularly although the service has not ended it.
            guard isComplete else { throw ModelError(.interrupted, "The answer broke off.") }
            return nil
        }
    }
}
