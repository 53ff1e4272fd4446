#if os(Linux)
    import Foundation
    import Mimeograph
    import MimeographSession
    import TestServers
    import TestSupport
    import Testing

    /// Tests of answers that are complete before the request is.
    @Suite(.needsOddServer, .needsTLSServer, .within(minutes: 10))
    struct EarlyAnswerTests {
        /// A body: bytes at once, more than the network buffers hold, or one byte and then nothing for a long time.
        enum Sent: String, CaseIterable {
            case large, largeOfUnknownLength, stalled, stalledOfUnknownLength

            var body: MessageBody {
                let large = [UInt8](repeating: 65, count: 12_000_000)
                switch self {
                case .large: return .stream(madeStream(length: large.count, chunks: [large]))
                case .largeOfUnknownLength: return .stream(madeStream(chunks: [large]))
                case .stalled: return .stream(Self.stalled(length: 100))
                case .stalledOfUnknownLength: return .stream(Self.stalled(length: nil))
                }
            }

            private static func stalled(length: Int?) -> BodyStream {
                BodyStream(length: length) {
                    let next = Counter()
                    return AsyncThrowingStream {
                        if next.increment() > 0 { try await Task.sleep(for: .seconds(600)) }
                        return [65, 66]
                    }
                }
            }
        }

        private static let answers: [(text: String, isClosing: Bool)] = [
            ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nearly", false),
            ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nearly", true),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nearly\r\n0\r\n\r\n", false),
            ("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nearly", true),
            ("HTTP/1.1 413 Too Large\r\nContent-Length: 5\r\n\r\nearly", false),
            ("HTTP/1.1 413 Too Large\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nearly\r\n0\r\n\r\n", false),
            (
                "HTTP/1.1 413 Too Large\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n5\r\nearly\r\n0\r\n\r\n",
                true
            ),
            ("HTTP/1.1 413 Too Large\r\nConnection: close\r\n\r\nearly", true),
        ]

        @Test(arguments: answers.indices, Sent.allCases)
        func returnsACompleteAnswerToAnIncompleteRequest(_ index: Int, _ sent: Sent) async throws {
            let (text, isClosing) = Self.answers[index]
            let path = "/early/\(FramingRow.coded(text))\(isClosing ? "?close=1" : "")"
            for way in [ResponseFramingTests.Way.direct, .socket] {
                var request = try way.request(.post, path)
                // The server holds the connection for five minutes, the producer for longer. Waiting for them exceeds this limit.
                request.options.idleTimeout = .seconds(60)
                request.body = sent.body
                let response = try await CurlTransport().whole(request)
                #expect(response.text == "early")
            }
        }

        /// An incomplete answer is an error, whatever the state of the request.
        @Test(
            arguments: [
                "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nearly",
                "HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\nearly",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nearly\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n5\r\nearl",
            ],
            Sent.allCases
        )
        func anIncompleteAnswerIsAnError(_ text: String, _ sent: Sent) async throws {
            let path = "/early/\(FramingRow.coded(text))?close=1"
            var request = try ResponseFramingTests.Way.direct.request(.post, path)
            request.options.idleTimeout = .seconds(3)
            request.body = sent.body
            let error = await #expect(throws: TransportError.self) { try await CurlTransport().whole(request) }
            #expect([.connectionLost, .timedOut].contains(error?.code))
        }
    }
#endif
