#if os(Linux)
    import Foundation
    import Mimeograph
    import MimeographSession
    import TestServers

    /// A script for a server of `scripts.py`.
    struct FrameScript: Encodable {
        let secure: Bool
        var isManual = false
        /// The payload of the first SETTINGS frame.
        var settings = Data()
        /// The steps of each connection.
        let connections: [[Step]]

        /// A step that the server takes on a connection.
        struct Step: Encodable, Sendable {
            let action: String
            var bytes = Data()
            var count = 1

            static func send(_ frames: ScriptedFrame..., times: Int = 1) -> Step {
                Step(action: "send", bytes: Data(frames.flatMap(\.bytes)), count: times)
            }

            static func send(_ frames: [ScriptedFrame]) -> Step {
                Step(action: "send", bytes: Data(frames.flatMap(\.bytes)))
            }

            /// Waits for the start of a request.
            static func head(_ number: Int = 1) -> Step { Step(action: "heads", count: number) }

            /// Waits for complete requests.
            static func requests(_ number: Int = 1) -> Step { Step(action: "requests", count: number) }

            /// Waits for bytes of request bodies.
            static func bodies(_ count: Int) -> Step { Step(action: "bodies", count: count) }

            /// Fails the case if the client has sent more bytes of request bodies.
            static func mostBodies(_ count: Int) -> Step { Step(action: "mostBodies", count: count) }

            /// Waits for acknowledged PING frames.
            static func pongs(_ number: Int = 1) -> Step { Step(action: "pongs", count: number) }

            /// Waits for acknowledged SETTINGS frames, the first of which is the one of the connection's start.
            static func settled(_ number: Int = 1) -> Step { Step(action: "settled", count: number) }

            /// Waits for RST_STREAM.
            static func resets(_ number: Int = 1) -> Step { Step(action: "resets", count: number) }

            static func wait(milliseconds: Int) -> Step { Step(action: "wait", count: milliseconds) }

            static let close = Step(action: "close")
        }

        /// Starts a server. Returns its port, which also identifies it.
        func start() async throws -> Int { try await Self.post("start", self) }

        /// Returns what a server has received on each connection, once the client has closed all connections.
        static func report(_ port: Int) async throws -> [Connection] { try await post("report", port) }

        private static func post<Answer: Decodable>(_ path: String, _ value: some Encodable) async throws -> Answer {
            let url = "http://127.0.0.1:\(try TestServer.scripts().port("control"))/\(path)"
            let body = try JSONEncoder().encode(value)
            let response = try await CurlTransport().whole(
                TransportRequest(method: .post, url: url, body: .bytes(Array(body)))
            )
            return try JSONDecoder().decode(Answer.self, from: Data(response.bytes))
        }

        /// A connection as the server saw it.
        struct Connection: Decodable {
            let frames: [Frame]
            /// The step that the server had not completed when the connection ended.
            let unfinishedStep: String?
            let hasEnded: Bool

            /// The error codes of the frames of a kind: GOAWAY or RST_STREAM.
            func codes(_ kind: UInt8) -> [UInt32] {
                frames.filter { $0.kind == kind }.compactMap { frame in
                    let digits = kind == 7 ? frame.payload.dropFirst(8).prefix(8) : frame.payload.prefix(8)
                    return UInt32(digits, radix: 16)
                }
            }
        }

        /// A frame that the client sent.
        struct Frame: Decodable {
            let kind: UInt8
            let flags: UInt8
            let stream: UInt32
            /// The first bytes of the payload in hexadecimal digits.
            let payload: String
        }
    }
#endif
