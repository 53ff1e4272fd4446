#if os(Linux)
    import Foundation
    import Mimeograph
    import MimeographSession

    @testable import MimeographSession

    /// A case of the suite: a script, the requests that meet it, and the expected results.
    struct FrameCase: Sendable {
        typealias Step = FrameScript.Step

        /// A request that a case sends.
        enum Request: Sendable {
            case get, head
            /// A POST with a body of this size.
            case post(Int)
            /// A POST whose body sends three bytes and then stalls.
            case stalled
        }

        /// The expected result of a request.
        enum Expected: Sendable {
            case answer(String)
            /// An error with one of the codes, whose message has the text.
            case failure([SessionError.Code], String)
            /// An error that says that the server broke a rule: the code of the response, or the HTTP/2 error of the connection.
            case malformed(String)
            /// Either an answer or an error, but not a timeout.
            case ends
        }

        /// The frames that the client sends on the first connection.
        enum Reaction: Sendable {
            case goAway([UInt32]), reset([UInt32])
            /// Acknowledged PING frames, and no more.
            case pongs(Int)
        }

        let name: String
        /// The section of the RFC, and of h2spec if it has the case.
        let section: String
        /// Requests that are sent at the same time; each group begins when the one before has ended.
        var groups: [[Request]] = [[.get]]
        var settings: [UInt8] = []
        var isManual = false
        let connections: [[Step]]
        /// The results of all requests in order. Those of a group may come in any order.
        let expected: [Expected]
        var reaction: Reaction?
        var idleTimeout = Duration.seconds(30)
        /// The number of connections, if the case says it.
        var connectionCount: Int?
        /// Whether several streams share a connection, so that libcurl must be able to do that.
        var sharesConnection = false

        /// Makes a case whose server sends frames after the first request.
        init(
            _ name: String,
            _ section: String,
            _ frames: ScriptedFrame...,
            expect: Expected,
            _ reaction: Reaction? = nil
        ) {
            self.init(name, section, frames: frames, expect: expect, reaction)
        }

        init(_ name: String, _ section: String, frames: [ScriptedFrame], expect: Expected, _ reaction: Reaction? = nil)
        {
            (self.name, self.section, self.reaction) = (name, section, reaction)
            connections = [[.requests(), .send(frames)]]
            expected = [expect]
        }

        /// Makes a case from the steps of its first connection.
        init(
            _ name: String,
            _ section: String,
            steps: [Step]...,
            expect: Expected...,
            reaction: Reaction? = nil,
            configure: (inout FrameCase) -> Void = { _ in }
        ) {
            (self.name, self.section, self.reaction) = (name, section, reaction)
            connections = steps
            expected = expect
            configure(&self)
        }

        /// Makes a case whose server breaks a rule before a complete response. The client must end the connection with the error.
        static func violation(
            _ name: String,
            _ section: String,
            _ frames: ScriptedFrame...,
            ends error: ConnectionError
        ) -> FrameCase {
            FrameCase(
                name,
                section,
                frames: frames + [.ok(), .data("hello")],
                expect: .malformed(error.name),
                .goAway([error.rawValue])
            )
        }

        /// An error code of HTTP/2. Source: RFC 9113 §7.
        enum ConnectionError: UInt32 {
            case protocolError = 1
            case flowControlError = 3
            case frameSizeError = 6

            var name: String {
                switch self {
                case .protocolError: "PROTOCOL_ERROR"
                case .flowControlError: "FLOW_CONTROL_ERROR"
                case .frameSizeError: "FRAME_SIZE_ERROR"
                }
            }
        }

        /// The result of a complete response.
        static var hello: Expected { .answer("hello") }
    }

    extension FrameCase.Expected {
        static func lost(_ text: String = "") -> Self { .failure([.connectionLost], text) }

        /// Returns the difference of a result, or nil.
        func difference(_ result: Result<String, SessionError>) -> String? {
            switch (self, result) {
            case (.answer(let text), .success(let other)):
                return text == other ? nil : "the answer \(other.prefix(40)), expected \(text.prefix(40))"
            case (.ends, .success): return nil
            case (_, .success(let text)): return "the answer \(text.prefix(40)), expected an error"
            case (.answer, .failure(let error)): return Self.description(error)
            case (.ends, .failure(let error)): return error.code == .timedOut ? Self.description(error) : nil
            case (.malformed(let name), .failure(let error)):
                let texts = [name, "rules of HTTP/2", "reset the stream"]
                let isNamed = error.code == .connectionLost && texts.contains(where: error.message.contains)
                return error.remedy != nil && (error.code == .invalidResponse || isNamed)
                    ? nil : Self.description(error) + ", expected \(name)"
            case (.failure(let codes, let text), .failure(let error)):
                let hasText = text.isEmpty || error.message.contains(text)
                return codes.contains(error.code) && hasText && error.remedy != nil
                    ? nil : Self.description(error) + ", expected \(codes) and “\(text)”"
            }
        }

        private static func description(_ error: SessionError) -> String { "the error \(error.code): \(error.message)" }
    }
#endif
