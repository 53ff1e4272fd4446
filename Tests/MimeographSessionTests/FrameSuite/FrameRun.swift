#if os(Linux)
    import Foundation
    import Mimeograph
    import TestServers

    @testable import MimeographSession

    extension FrameCase {
        /// Runs the case with or without TLS. Returns all differences, or nil.
        func problem(secure: Bool) async throws -> String? {
            let script = FrameScript(
                secure: secure,
                isManual: isManual,
                settings: Data(settings),
                connections: connections
            )
            let port = try await script.start()
            let url = "\(secure ? "https" : "http")://localhost:\(port)/"
            let transport = CurlTransport(
                configuration: .init(certificateAuthorities: .file(try TestServer.scripts().path("authority")))
            )
            var configuration = SessionConfiguration()
            configuration.proxies = .none
            configuration.options.version = secure ? .http2 : .http2PriorKnowledge
            configuration.options.idleTimeout = idleTimeout
            // The idle timeout does not count while the body of a request is not available.
            configuration.resourceTimeout = idleTimeout + idleTimeout
            let session = SessionManager(configuration: configuration, transport: transport)
            var problems: [String] = []
            var expected = expected[...]
            for group in groups {
                let results = await Self.results(of: group, session, url)
                problems += Self.problems(results, Array(expected.prefix(group.count)))
                expected = expected.dropFirst(group.count)
            }
            // Whatever the server has sent, the next request is answered.
            let next = await Self.results(of: [.get], session, url)
            if case .failure(let error)? = next.first {
                problems.append("the next request: \(error.code): \(error.message)")
            }
            session.invalidate(cancelling: true)
            transport.invalidate(cancelling: true)
            problems += self.problems(of: try await FrameScript.report(port), secure: secure)
            return problems.isEmpty ? nil : problems.joined(separator: "; ")
        }

        private static func results(
            of requests: [Request],
            _ session: SessionManager,
            _ url: String
        ) async -> [Result<String, SessionError>] {
            await withTaskGroup(of: (Int, Result<String, SessionError>).self) { group in
                for (index, request) in requests.enumerated() {
                    group.addTask {
                        do throws(SessionError) {
                            let response = try await session.data(for: request.message(url))
                            let trailers = response.trailers.map { " \($0.name): \($0.value)" }.joined()
                            return (index, .success(String(decoding: response.value, as: UTF8.self) + trailers))
                        } catch {
                            return (index, .failure(error))
                        }
                    }
                }
                return await group.reduce(into: [(Int, Result<String, SessionError>)]()) { $0.append($1) }
                    .sorted { $0.0 < $1.0 }.map(\.1)
            }
        }

        /// Assigns the results of a group to the expected ones, in any order.
        private static func problems(_ results: [Result<String, SessionError>], _ expected: [Expected]) -> [String] {
            var left = expected
            var problems: [String] = []
            for result in results {
                if let index = left.firstIndex(where: { $0.difference(result) == nil }) {
                    left.remove(at: index)
                } else {
                    problems.append(left.first?.difference(result) ?? "a result that is not expected")
                }
            }
            return problems
        }

        private func problems(of report: [FrameScript.Connection], secure: Bool) -> [String] {
            var problems: [String] = []
            if report.contains(where: { !$0.hasEnded }) { problems.append("a connection stayed open") }
            if let connectionCount, report.count != connectionCount {
                problems.append("\(report.count) connections, expected \(connectionCount)")
            }
            guard let first = report.first else { return ["no connection"] }
            if let step = first.unfinishedStep, case .answer = expected[0] {
                problems.append("the step \(step) did not end")
            }
            let (ends, resets) = (first.codes(7), first.codes(3))
            switch reaction {
            case .goAway(let codes):
                if !ends.contains(where: codes.contains) {
                    problems.append("GOAWAY \(ends) and RST_STREAM \(resets), expected GOAWAY \(codes)")
                }
            case .reset(let codes):
                // Source: RFC 9113 §5.4.2: an error of a stream may be one of the connection.
                if !(ends + resets).contains(where: codes.contains) {
                    problems.append("GOAWAY \(ends) and RST_STREAM \(resets), expected RST_STREAM \(codes)")
                }
            case .pongs(let count):
                let pongs = first.frames.filter { $0.kind == 6 && $0.flags == ScriptedFrame.ack }.count
                if pongs != count { problems.append("\(pongs) acknowledged PING frames, expected \(count)") }
                if ends.contains(where: { $0 != 0 }) { problems.append("GOAWAY \(ends), expected none") }
            case nil: break
            }
            return problems
        }
    }

    extension FrameCase.Request {
        fileprivate func message(_ url: String) -> RequestMessage {
            switch self {
            case .get: RequestMessage(url: url)
            case .head: RequestMessage(method: .head, url: url)
            case .post(let count):
                RequestMessage(method: .post, url: url, body: .bytes([UInt8](repeating: 65, count: count)))
            case .stalled:
                RequestMessage(
                    method: .post,
                    url: url,
                    body: .stream(BodyStream(length: 9) { AsyncThrowingStream { $0.yield([65, 66, 67]) } })
                )
            }
        }
    }
#endif
