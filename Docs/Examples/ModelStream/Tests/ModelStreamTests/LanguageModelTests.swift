import Foundation
import Mimeograph
import MimeographSession
import MimeographSessionTesting
import ModelStream
import Testing

private let events: HeaderFields = ["Content-Type": "text/event-stream"]
private let json: HeaderFields = ["Content-Type": "application/json"]
private let tea = #"data: {"choices":[{"delta":{"content":"Tea"}}]}"# + "\n\n"
private let stop = #"data: {"choices":[{"delta":{},"finish_reason":"stop"}]}"# + "\n\n"

/// The client without a socket.
@Suite struct LanguageModelTests {
    let transport = ScriptedTransport()

    /// Returns the texts of an answer, and the error that ended it.
    private func ask(key: String? = nil, retries: Int = 2) async throws -> (texts: [String], error: ModelError?) {
        let policy = RetryPolicy(limit: retries, delay: .milliseconds(1), methodsWithIdempotencyKey: [.post])
        let model = try LanguageModel(
            "small",
            baseURL: "https://models.example/v1/",
            key: key,
            retries: policy,
            transport: transport
        )
        return await read(model, "Why?")
    }

    /// The sample of the README.
    func sample(key: String) async throws {
        do {
            let model = try LanguageModel("small", baseURL: "https://models.example/v1/", key: key)
            for try await text in try await model.answer(to: [Message("Why is tea brown?")]) {
                print(text, terminator: "")
            }
        } catch let error as ModelError where error.code == .busy {
            print(error.message)
        }
    }

    @Test func request() async throws {
        transport.on(.post, "https://models.example/v1/chat/completions", .init(fields: events, body: tea + stop))
        #expect(try await ask(key: "k").texts == ["Tea"])
        let request = try #require(transport.requests.first)
        #expect(request.fields["Authorization"] == "Bearer k")
        #expect(request.fields["Accept"]?.hasPrefix("text/event-stream") == true)
        let body = try JSONSerialization.jsonObject(with: Data(request.body)) as? NSDictionary
        #expect(body == ["model": "small", "stream": true, "messages": [["role": "user", "content": "Why?"]]])
    }

    /// The stream is cut at every byte, also within characters of several bytes.
    @Test func chunks() async throws {
        let bytes =
            Array(#"data: {"choices":[{"delta":{"content":"Größe 🍵"}}]}"#.utf8)
            + Array("\n\n\(stop)data: [DONE]\n\n".utf8)
        transport.on("*", .init(fields: events, chunks: bytes.map { [$0] }))
        let answer = try await ask()
        #expect(answer.texts == ["Größe 🍵"])
        #expect(answer.error == nil)
    }

    @Test(arguments: [
        (401, ModelError.Code.notPermitted, 1), (403, .notPermitted, 1), (400, .rejected, 1), (422, .rejected, 1),
        (429, .busy, 1), (500, .busy, 3), (503, .busy, 3),
    ])
    func statuses(status: Int, code: ModelError.Code, attempts: Int) async throws {
        transport.on("*", .init(status: status, fields: json, body: #"{"error":{"message":"The service says why."}}"#))
        let answer = try await ask()
        #expect(answer.error?.code == code)
        #expect(answer.error?.message == "The service says why.")
        #expect(answer.error?.cause?.status == status)
        #expect(transport.requests.count == attempts)
    }

    @Test(arguments: [
        (TransportError.Code.cannotConnect, ModelError.Code.unreachable), (.hostNotFound, .unreachable),
        (.timedOut, .interrupted), (.connectionLost, .interrupted), (.invalidResponse, .invalidAnswer),
        (.untrustedServer, .unreachable), (.invalidRequest, .rejected),
    ])
    func failures(code: TransportError.Code, result: ModelError.Code) async throws {
        transport.on("*", .failure(TransportError(code, "It did not work.")))
        #expect(try await ask(retries: 0).error?.code == result)
    }

    /// Each of these streams begins with a text, which is returned before the error.
    @Test(arguments: [
        ("", ModelError.Code.interrupted),
        ("data: [DONE]\n\n", .interrupted),
        (#"data: {"error":{"message":"The model failed."}}"# + "\n\n", .modelFailed),
        (#"data: {"choices":[{"delta":{},"finish_reason":"length"}]}"# + "\n\n", .tooLong),
        (#"data: {"choices":[{"delta":{},"finish_reason":"content_filter"}]}"# + "\n\n", .withheld),
        ("data: {\"choices\":\n\n", .invalidAnswer),
        ("data: {\"choices\":[{\"delta\":{\"content\":7}}]}\n\n", .invalidAnswer),
    ])
    func brokenStreams(rest: String, code: ModelError.Code) async throws {
        transport.on("*", .init(fields: events, body: tea + rest))
        let answer = try await ask()
        #expect(answer.texts == ["Tea"])
        #expect(answer.error?.code == code)
        #expect(transport.requests.count == 1)
    }

    /// The event that ends an answer may have a text, too.
    @Test func theLastTextIsReturned() async throws {
        let last = #"data: {"choices":[{"delta":{"content":"time"},"finish_reason":"length"}]}"#
        transport.on("*", .init(fields: events, body: tea + last + "\n\n"))
        let answer = try await ask()
        #expect(answer.texts == ["Tea", "time"])
        #expect(answer.error?.code == .tooLong)
    }

    @Test func aPage() async throws {
        transport.on("*", .init(fields: ["Content-Type": "text/html"], body: "<html>"))
        #expect(try await ask().error?.code == .invalidAnswer)
    }

    @Test func retriesHaveOneKey() async throws {
        transport.on("*", call: 1, .failure(TransportError(.connectionLost, "The connection was lost.")))
        transport.on("*", call: 2, .init(status: 429, fields: ["Retry-After": "0"]))
        transport.on("*", .init(fields: events, body: tea + stop))
        #expect(try await ask().texts == ["Tea"])
        let keys = transport.requests.map { $0.fields["Idempotency-Key"] }
        #expect(keys.count == 3)
        #expect(keys[0] != nil && Set(keys).count == 1)
    }
}

/// Returns the texts of an answer, and the error that ended it.
func read(_ model: LanguageModel, _ question: String) async -> (texts: [String], error: ModelError?) {
    var texts: [String] = []
    do throws(ModelError) {
        for try await text in try await model.answer(to: [Message(question)]) { texts.append(text) }
        return (texts, nil)
    } catch {
        return (texts, error)
    }
}
