#if os(Linux)
    // RST_STREAM and GOAWAY: RFC 9113 §5.4, §6.4, §6.8, §7 and §8.7.
    extension FrameCase {
        private static let no: UInt32 = 0, internalError: UInt32 = 2, refused: UInt32 = 7, cancel: UInt32 = 8

        private static func reset(_ name: String, _ code: UInt32) -> FrameCase {
            FrameCase("RST_STREAM with \(name)", "§6.4, §7", .reset(code), expect: .lost(name))
        }

        static let resets: [FrameCase] = [
            reset("PROTOCOL_ERROR", 1), reset("INTERNAL_ERROR", 2), reset("CANCEL", 8),
            reset("ENHANCE_YOUR_CALM", 11),
            FrameCase("RST_STREAM with NO_ERROR", "§6.4, §7", .reset(no), expect: .lost("stream ended")),
            FrameCase("RST_STREAM with an unknown code", "§7", .reset(0xFF), expect: .lost("stream ended")),
            FrameCase(
                "RST_STREAM with INTERNAL_ERROR during a body",
                "§6.4, §8.1",
                .head([":status": "200"]),
                .data("hel", ends: false),
                .reset(internalError),
                expect: .lost("INTERNAL_ERROR")
            ),
            FrameCase("RST_STREAM with HTTP_1_1_REQUIRED", "§7", .reset(13), expect: .answer("again")),
            FrameCase(
                "RST_STREAM with REFUSED_STREAM",
                "§8.7",
                .reset(refused),
                expect: .answer("again")
            ),
            FrameCase(
                "RST_STREAM with REFUSED_STREAM for a POST",
                "§8.7",
                steps: [.requests(), .send(.reset(refused))],
                expect: .answer("again")
            ) { $0.groups = [[.post(10)]] },
            FrameCase(
                "RST_STREAM with REFUSED_STREAM for each attempt",
                "§8.7",
                steps: [.requests(), .send(.reset(refused))],
                [.requests(), .send(.reset(refused))],
                [.requests(), .send(.reset(refused))],
                [.requests(), .send(.reset(refused))],
                expect: .lost("refused")
            ),
            FrameCase(
                "RST_STREAM with NO_ERROR after a response, during the request",
                "§8.1",
                steps: [.bodies(3), .send(.ok(), .data("hello"), .reset(no))],
                expect: hello
            ) { $0.groups = [[.stalled]] },
            FrameCase(
                "a response, and no more windows for the request",
                "§8.1",
                steps: [.bodies(3), .send(.ok(), .data("hello"))],
                expect: hello
            ) {
                $0.groups = [[.stalled]]
                $0.isManual = true
            },
            FrameCase.violation(
                "RST_STREAM on stream 0",
                "§6.4, client 6.4/1",
                .reset(cancel, stream: 0),
                ends: .protocolError
            ),
            FrameCase.violation(
                "RST_STREAM of three bytes",
                "§6.4, client 6.4/3",
                ScriptedFrame(kind: 3, payload: [0, 0, 8]),
                ends: .frameSizeError
            ),
        ]

        static let departures: [FrameCase] = [
            FrameCase(
                "GOAWAY with NO_ERROR during a response",
                "§6.8, generic 3.8/1",
                .head([":status": "200", "content-length": "5"]),
                .goAway(no, last: 1),
                .data("hello"),
                expect: hello
            ).on(connections: 2),
            FrameCase(
                "GOAWAY with NO_ERROR before a response",
                "§6.8",
                .goAway(no, last: 1),
                .ok(),
                .data("hello"),
                expect: hello
            ).on(connections: 2),
            FrameCase(
                "GOAWAY twice, with a lower stream",
                "§6.8",
                .goAway(no, last: 1 << 31 - 1),
                .goAway(no, last: 1),
                .ok(),
                .data("hello"),
                expect: hello
            ).on(connections: 2),
            FrameCase(
                "GOAWAY twice, at last below the request",
                "§6.8, §8.7",
                .goAway(no, last: 1 << 31 - 1),
                .goAway(no, last: 0),
                expect: .answer("again")
            ).on(connections: 2),
            FrameCase(
                "GOAWAY with an error below the request",
                "§6.8, §8.7",
                .goAway(internalError, last: 0),
                expect: .answer("again")
            ).on(connections: 2),
            FrameCase(
                "GOAWAY with an error, and the end of the connection",
                "§6.8",
                steps: [.requests(), .send(.goAway(internalError, last: 1)), .close],
                expect: .lost("INTERNAL_ERROR")
            ).on(connections: 2),
            FrameCase(
                "GOAWAY with an error during a response, and the end of the connection",
                "§6.8",
                steps: [
                    .requests(), .send(.ok(), .data("hel", ends: false), .goAway(internalError, last: 1)), .close,
                ],
                expect: .lost("INTERNAL_ERROR")
            ).on(connections: 2),
            FrameCase(
                "GOAWAY with text for people",
                "§6.8",
                ScriptedFrame(
                    kind: 7,
                    stream: 0,
                    payload: ScriptedFrame.word(1) + ScriptedFrame.word(0) + Array("maintenance".utf8)
                ),
                .ok(),
                .data("hello"),
                expect: hello
            ).on(connections: 2),
            FrameCase.violation(
                "GOAWAY on a stream",
                "§6.8, client 6.8/1",
                ScriptedFrame(kind: 7, payload: ScriptedFrame.word(1) + ScriptedFrame.word(0)),
                ends: .protocolError
            ),
            FrameCase.violation(
                "GOAWAY of seven bytes",
                "§4.2, §6.8",
                ScriptedFrame(kind: 7, stream: 0, payload: [0, 0, 0, 1, 0, 0, 0]),
                ends: .frameSizeError
            ),
            FrameCase(
                "GOAWAY with NO_ERROR and three requests",
                "§6.8",
                steps: [
                    .requests(), .send(.ok(), .data("hello")), .requests(4), .send(.goAway(no, last: 7)),
                    .send(.ok(stream: 3), .data("three", stream: 3), .ok(stream: 5), .data("fives", stream: 5)),
                    .send(.ok(stream: 7), .data("seven", stream: 7)),
                ],
                expect: hello,
                .answer("three"),
                .answer("fives"),
                .answer("seven")
            ).onOneConnection(groups: [[.get], [.get, .get, .get]], count: 2),
            FrameCase(
                "GOAWAY with an error and three requests, two of them above the last stream",
                "§6.8, §8.7",
                steps: [
                    .requests(), .send(.ok(), .data("hello")), .requests(4), .send(.goAway(internalError, last: 3)),
                    .close,
                ],
                expect: hello,
                .lost("INTERNAL_ERROR"),
                .answer("again"),
                .answer("again")
            ).onOneConnection(groups: [[.get], [.post(5), .post(5), .post(5)]], count: nil),
        ]

        private func on(connections: Int?) -> FrameCase {
            var copy = self
            copy.connectionCount = connections
            return copy
        }

        private func onOneConnection(groups: [[Request]], count: Int?) -> FrameCase {
            var copy = on(connections: count)
            copy.groups = groups
            copy.sharesConnection = true
            return copy
        }
    }
#endif
