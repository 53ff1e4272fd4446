import Foundation
import Mimeograph
import MimeographSession

/// Runs public tests of HTTP caches through a session with a cache, against the server of `cache.py`.
///
/// It differs from the suite's own engine, which runs in a browser, in one way. If the server closes the connection, a missing
/// response is a result like any other, and does not end the test.
struct CachePublicTestRunner: Sendable {
    /// The failure of a test.
    struct Failure: Error {
        /// Whether the setup failed, so that the test has no result.
        let isSetup: Bool
        let reason: String
    }

    private struct Response {
        let head: ResponseHead
        let body: [UInt8]
    }

    private struct Arrival: Decodable {
        let number: Int
        let method: String
        let fields: [String: String]
        let expected: [String: String]
    }

    private let cached: SessionManager
    private let plain: SessionManager
    private let base: String

    init(port: Int, _ configure: (inout SessionConfiguration) -> Void = { _ in }) {
        base = "http://127.0.0.1:\(port)"
        var configuration = SessionConfiguration()
        configuration.proxies = .none
        configuration.cookies = nil
        configuration.redirects = .none
        configuration.resourceTimeout = .seconds(20)
        plain = SessionManager(configuration: configuration)
        configuration.cache = ResponseCache()
        configure(&configuration)
        cached = SessionManager(configuration: configuration)
    }

    func stop() {
        plain.invalidate(cancelling: true)
        cached.invalidate(cancelling: true)
    }

    /// Returns the failure; nil if the test passes.
    func failure(of test: CachePublicTest) async -> Failure? {
        do {
            try await run(test)
            return nil
        } catch {
            return error as? Failure ?? Failure(isSetup: true, reason: "\(error)")
        }
    }

    private func run(_ test: CachePublicTest) async throws {
        // The body is the name, unless the test sets a body.
        let name = UUID().uuidString.lowercased()
        let script = RequestMessage(method: .put, url: "\(base)/config/\(name)", body: .bytes(test.script))
        _ = try await plain.data(for: script)
        var responses: [Response?] = []
        for step in test.steps {
            let response = try await send(step, name, after: responses.last ?? nil)
            responses.append(response)
            try check(response, step, name)
            if step.isFollowedByPause { try await Task.sleep(for: .seconds(3)) }
        }
        let state = try await plain.data(for: RequestMessage(url: "\(base)/state/\(name)")).value
        try check(JSONDecoder().decode([Arrival].self, from: Data(state)), test.steps, responses)
    }

    private func send(
        _ step: CachePublicTest.Step,
        _ name: String,
        after last: Response?
    ) async throws -> Response? {
        var url = "\(base)/test/\(name)"
        if let file = step.text("filename") { url += "/\(file)" }
        if let query = step.text("query_arg") { url += "?\(query)" }
        var request = RequestMessage(method: step.method, url: url)
        for field in step.fields("request_headers", now: last?.head.fields["Server-Now"].flatMap { Int($0) }) {
            if case .exactly(let text) = field.value { try request.fields.append(field.name, text) }
        }
        request.fields["Req-Num"] = "\(step.number)"
        if let body = step.text("request_body") { request.body = .bytes(Array(body.utf8)) }
        do {
            // Not `data(for:)`, which would decode the content coding that a test makes up.
            let response = try await cached.response(for: request)
            let body = try await response.body.collect()
            return Response(head: response.head, body: body)
        } catch {
            guard step.isCutOff else { throw error }
            return nil
        }
    }

    private func expect(_ isSo: Bool, _ step: CachePublicTest.Step, _ member: String, _ reason: String) throws {
        if !isSo { throw Failure(isSetup: step.isSetup(member), reason: "request \(step.number): \(reason)") }
    }

    private func require(_ isSo: Bool, _ step: CachePublicTest.Step, _ reason: String) throws {
        if !isSo { throw Failure(isSetup: true, reason: "request \(step.number): \(reason)") }
    }

    /// Checks that the fields that a step names are present with their values, and that the excluded ones are absent.
    private func check(_ fields: HeaderFields, _ step: CachePublicTest.Step, _ member: String, now: Int?) throws {
        for field in step.fields(member, now: now) {
            let found = fields[field.name] ?? "absent"
            try expect(field.isIn(fields), step, member, "\(field.name) is \(found), not \(field.value)")
        }
        for field in step.fields("\(member)_missing", now: now) {
            try expect(!field.isIn(fields), step, "\(member)_missing", "\(field.name) is there")
        }
    }

    // MARK: - Responses

    private func check(_ response: Response?, _ step: CachePublicTest.Step, _ name: String) throws {
        let fields = response?.head.fields ?? [:]
        let arrivals = (fields["Request-Numbers"] ?? "").split(separator: " ")
        try require(Set(arrivals).count == arrivals.count, step, "it was sent twice")
        let count = fields["Server-Request-Count"].flatMap { Int($0) }
        switch step.text("expected_type") {
        case "cached":
            let isStored = count.map { $0 < step.number } ?? (response?.head.status == 304)
            try expect(isStored, step, "expected_type", "the response does not come from the cache")
        case "not_cached":
            try expect(count == step.number, step, "expected_type", "the response comes from the cache")
        default: break
        }
        try checkStatus(response?.head.status, step)
        let now = fields["Server-Now"].flatMap { Int($0) }
        try check(fields, step, "expected_response_headers", now: now)
        try checkBody(response, step, name)
    }

    private func checkStatus(_ status: Int?, _ step: CachePublicTest.Step) throws {
        let found = "the status is \(status.map { "\($0)" } ?? "none")"
        if step.has("expected_status") {
            // A null status matches any status.
            guard let expected = step.integer("expected_status") else { return }
            try expect(status == expected, step, "expected_status", found)
        } else if let expected = step.responseStatus {
            try require(status == expected, step, found)
        } else if status == 999 {
            try expect(false, step, "expected_type", "it was to have conditions")
        } else {
            try require(status == 200, step, found)
        }
    }

    private func checkBody(_ response: Response?, _ step: CachePublicTest.Step, _ name: String) throws {
        guard let response, step.flag("check_body") != false else { return }
        let body = String(decoding: response.body, as: UTF8.self)
        if step.has("expected_response_text") {
            guard let expected = step.text("expected_response_text") else { return }
            try expect(body == expected, step, "expected_response_text", "the body is \(body)")
        } else if let expected = step.text("response_body") {
            try require(body == expected, step, "the body is \(body)")
        } else if ![204, 304].contains(response.head.status), step.method != .head {
            try require(body == name, step, "the body is \(body), not the name of the test")
        }
    }

    // MARK: - Requests at the server

    private func check(
        _ arrivals: [Arrival],
        _ steps: [CachePublicTest.Step],
        _ responses: [Response?]
    ) throws {
        var rest = arrivals[...]
        for (step, response) in zip(steps, responses) {
            let type = step.text("expected_type") ?? ""
            // These requests do not reach the server.
            if type == "cached" { continue }
            let arrival = rest.popFirst()
            if type == "not_cached" {
                try expect(arrival?.number == step.number, step, "expected_type", "the server did not see it")
            }
            let conditions = ["etag_validated": "if-none-match", "lm_validated": "if-modified-since"]
            if let condition = conditions[type] {
                try expect(arrival?.fields[condition] != nil, step, "expected_type", "it was sent without \(condition)")
            }
            let fields = HeaderFields(arrival?.fields ?? [:])
            try check(fields, step, "expected_request_headers", now: nil)
            for (name, value) in arrival?.expected ?? [:] where name != "date" {
                let found = response?.head.fields[name]
                try require(found == value, step, "\(name) is \(found ?? "absent"), not \(value)")
            }
            if let method = step.text("expected_method") {
                try expect(
                    arrival?.method == method,
                    step,
                    "expected_method",
                    "the method is \(arrival?.method ?? "none")"
                )
            }
        }
    }
}
