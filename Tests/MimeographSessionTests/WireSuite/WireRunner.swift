#if os(Linux)
    import Foundation
    import Mimeograph
    import MimeographSession
    import TestServers
    import TestSupport
    import Testing

    @testable import enum MimeographSession.CurlLibrary

    /// The session that reads the cases of the suites, and the comparison of its results.
    struct WireRunner: Sendable {
        /// The result of a case.
        enum Verdict: Sendable {
            case passes
            case differs(because: String)
            case fails(String)
        }

        private enum Result {
            case response(ResponseHead, [UInt8])
            case error(SessionError)
        }

        private let session: SessionManager

        init() {
            var configuration = SessionConfiguration()
            configuration.proxies = .none
            configuration.redirects = .none
            configuration.options.idleTimeout = .seconds(30)
            session = SessionManager(configuration: configuration)
        }

        /// Returns a request to which the server answers with these bytes. It closes the connection after them.
        static func request(_ sent: String, _ method: HTTPMethod = .get) throws -> RequestMessage {
            let port = try TestServer.framing().port("plain")
            return RequestMessage(
                method: method,
                url: "http://127.0.0.1:\(port)/framed/\(FramingRow.coded(sent))?close=1"
            )
        }

        /// Runs cases, several at once, and records their verdicts.
        func run(_ cases: [WireCase], in record: SuiteRecord) async {
            await withTaskGroup(of: (String, Verdict).self) { group in
                var rest = cases[...]
                for each in rest.prefix(16) { group.addTask { (each.name, await verdict(of: each)) } }
                rest = rest.dropFirst(16)
                for await (name, result) in group {
                    switch result {
                    case .passes: record.expect(true, name)
                    case .differs(let reason): record.differs(name, because: reason)
                    case .fails(let problem): record.expect(false, name, problem)
                    }
                    if let each = rest.popFirst() { group.addTask { (each.name, await verdict(of: each)) } }
                }
            }
        }

        /// On a busy machine libcurl sometimes rejects a line before the session sees it, and names nothing. The case is then repeated.
        private func verdict(of each: WireCase) async -> Verdict {
            for _ in 0..<3 {
                let result = await singleVerdict(of: each)
                guard case .fails(let problem) = result, problem.contains("Weird server reply") else { return result }
            }
            return await singleVerdict(of: each)
        }

        private func singleVerdict(of each: WireCase) async -> Verdict {
            let result: Result
            do {
                let response = try await session.data(for: try Self.request(each.sent, each.method))
                result = .response(response.head, response.value)
            } catch let error as SessionError {
                result = .error(error)
            } catch {
                return .fails("the server does not run: \(error)")
            }
            if CurlLibrary.sharesConnections, let newer = Self.newer[each.name] {
                return Self.problem(result, newer).map { .fails($0) } ?? .differs(because: "newer versions of libcurl")
            }
            let problem = Self.problem(result, each.expected)
            guard let difference = each.difference else { return problem.map { .fails($0) } ?? .passes }
            if problem == nil { return .fails("the case no longer differs") }
            return Self.problem(result, difference.outcome).map { .fails($0) } ?? .differs(because: difference.reason)
        }

        /// The results with newer versions of libcurl, if they differ: they were seen with 8.14.1 and 8.23.0. These versions reject a
        /// second space before the status, skip a folded line at the start of a head, and do not quote the coding that they reject.
        private static let newer: [String: WireCase.Outcome] = [
            "chunked before other transfer-encoding": .error("The Transfer-Encoding of the response is not"),
            "chunkedchunked transfer-encoding does not enable chunked encoding": .error(
                "The Transfer-Encoding of the response is not"
            ),
            "Invalid space after start line": .response(),
            "Extra space between HTTP version and status code": .error("status line"),
        ]

        /// Returns the difference of a result from the expected one, or nil.
        private static func problem(_ result: Result, _ expected: WireCase.Outcome) -> String? {
            switch (result, expected) {
            case (.response(let head, let body), .response(let status, let text, let fields)):
                if head.status != status { return "the status is \(head.status)" }
                if body != text.unicodeScalars.map({ UInt8(truncatingIfNeeded: $0.value) }) {
                    return "the body is \(String(decoding: body, as: UTF8.self).debugDescription)"
                }
                let other = fields.first { head.fields[$0.key] != $0.value }
                return other.map { "\($0.key) is \(head.fields[$0.key] ?? "missing")" }
            case (.error(let error), .error(let named)):
                // Newer versions of libcurl reject a zero byte themselves, without a reason.
                var texts = named.split(separator: "|")
                if CurlLibrary.sharesConnections { texts.append("Weird server reply") }
                let isNamed = named.isEmpty || texts.contains { error.message.contains($0) }
                let isOfResponse = [.invalidResponse, .connectionLost].contains(error.code)
                return isNamed && isOfResponse ? nil : "the error is \(error)"
            case (.error(let error), .response): return "the error is \(error)"
            case (.response(let head, let body), .error):
                return "\(head) with \(body.count) bytes is not an error"
            }
        }
    }
#endif
