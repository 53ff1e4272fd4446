#if os(Linux)
    import MimeographSession

    // SETTINGS, PING, WINDOW_UPDATE and flow control: RFC 9113 §6.5, §6.7 and §6.9.
    extension FrameCase {
        /// Makes a case for SETTINGS before a complete response.
        private static func setting(
            _ name: String,
            _ section: String,
            _ values: KeyValuePairs<UInt16, UInt32>,
            expect: Expected,
            _ reaction: Reaction? = nil
        ) -> FrameCase {
            FrameCase(name, section, .settings(values), .ping(), .ok(), .data("hello"), expect: expect, reaction)
        }

        static let settings: [FrameCase] = [
            setting(
                "SETTINGS with unknown identifiers",
                "§6.5.2, client 6.5.2/4",
                [0xFF: 1, 0xFFFF: 0xFFFF_FFFF, 8: 1],
                expect: hello,
                .pongs(1)
            ),
            setting(
                "INITIAL_WINDOW_SIZE above the maximum",
                "§6.5.2, client 6.5.2/1",
                [4: 1 << 31],
                expect: .malformed("FLOW_CONTROL_ERROR"),
                .goAway([3])
            ),
            setting(
                "MAX_FRAME_SIZE below the minimum",
                "§6.5.2, client 6.5.2/2",
                [5: 16_383],
                expect: .malformed("PROTOCOL_ERROR"),
                .goAway([1])
            ),
            setting(
                "MAX_FRAME_SIZE above the maximum",
                "§6.5.2, client 6.5.2/3",
                [5: 1 << 24],
                expect: .malformed("PROTOCOL_ERROR"),
                .goAway([1])
            ),
            setting("ENABLE_PUSH of 2", "§6.5.2", [2: 2], expect: .malformed("PROTOCOL_ERROR"), .goAway([1])),
            setting(
                "ENABLE_PUSH of 1 from a server",
                "§6.5.2",
                [2: 1],
                expect: .malformed("PROTOCOL_ERROR"),
                .goAway([1])
            ),
            setting("ENABLE_PUSH of 0 from a server", "§6.5.2", [2: 0], expect: hello, .pongs(1)),
            setting("a header table of no bytes", "§6.5.2, RFC 7541 §4.2", [1: 0], expect: hello, .pongs(1)),
            setting("a header table of 4 GiB", "§6.5.2", [1: 0xFFFF_FFFF], expect: hello, .pongs(1)),
            setting("MAX_HEADER_LIST_SIZE of no bytes", "§6.5.2", [6: 0], expect: hello, .pongs(1)),
            FrameCase(
                "SETTINGS are acknowledged",
                "§6.5.3, client 6.5.3/1, generic 3.5/1",
                steps: [
                    .requests(), .send(.settings([:]), .settings([3: 10])), .settled(3), .send(.ok(), .data("hello")),
                ],
                expect: hello
            ),
            FrameCase(
                "SETTINGS that the server does not acknowledge",
                "§6.5.3",
                steps: [.requests(), .send(.ok(), .data("hello"))],
                expect: hello
            ) { $0.isManual = true },
            FrameCase.violation(
                "SETTINGS with ACK and a payload",
                "§6.5, client 6.5/1",
                ScriptedFrame(kind: 4, flags: 1, stream: 0, payload: [0]),
                ends: .frameSizeError
            ),
            FrameCase.violation(
                "SETTINGS on a stream",
                "§6.5, client 6.5/2",
                ScriptedFrame(kind: 4),
                ends: .protocolError
            ),
            FrameCase.violation(
                "SETTINGS of three bytes",
                "§6.5, client 6.5/3",
                ScriptedFrame(kind: 4, stream: 0, payload: [0, 3, 0]),
                ends: .frameSizeError
            ),
            FrameCase("MAX_CONCURRENT_STREAMS of 0", "§5.1.2", steps: [], expect: .answer("again"), .answer("again")) {
                $0.settings = ScriptedFrame.payload([3: 0])
                $0.groups = [[.get], [.get]]
                $0.idleTimeout = .seconds(2)
            },
            FrameCase(
                "MAX_CONCURRENT_STREAMS of 1",
                "§5.1.2",
                steps: [],
                expect: .answer("again"),
                .answer("again"),
                .answer("again"),
                .answer("again")
            ) {
                $0.settings = ScriptedFrame.payload([3: 1])
                $0.groups = [[.get], [.get, .get, .get]]
            },
            FrameCase(
                "MAX_CONCURRENT_STREAMS that is lowered",
                "§5.1.2, §6.5.2",
                steps: [.requests(), .send(.settings([3: 1])), .settled(2), .send(.ok(), .data("hello"))],
                expect: hello,
                .answer("again"),
                .answer("again"),
                .answer("again")
            ) {
                $0.settings = ScriptedFrame.payload([3: 100])
                $0.groups = [[.get], [.get, .get, .get]]
            },
        ]

        static let pings: [FrameCase] = [
            FrameCase(
                "PING",
                "§6.7, client 6.7/1, generic 3.7/1",
                .ping(),
                .ok(),
                .data("hello"),
                expect: hello,
                .pongs(1)
            ),
            FrameCase(
                "PING with ACK",
                "§6.7, client 6.7/2",
                .ping("12345678", flags: 1),
                .ping("abcdefgh"),
                .ok(),
                .data("hello"),
                expect: hello,
                .pongs(1)
            ),
            FrameCase.violation(
                "PING on a stream",
                "§6.7, client 6.7/3",
                .ping(stream: 1),
                ends: .protocolError
            ),
            FrameCase.violation(
                "PING of six bytes",
                "§6.7, §5.4.1, client 6.7/4, 5.4.1/1 and 5.4.1/2",
                .ping("123456"),
                ends: .frameSizeError
            ),
        ]

        static let windows: [FrameCase] = [
            FrameCase(
                "WINDOW_UPDATE of the connection and a stream",
                "§6.9, generic 3.9/1 and 3.9/2",
                .window(100, stream: 0),
                .window(100),
                .ping(),
                .ok(),
                .data("hello"),
                expect: hello,
                .pongs(1)
            ),
            FrameCase.violation(
                "WINDOW_UPDATE of 0 on the connection",
                "§6.9, client 6.9/1",
                .window(0, stream: 0),
                ends: .protocolError
            ),
            FrameCase(
                "WINDOW_UPDATE of 0 on a stream",
                "§6.9, client 6.9/2",
                .window(0),
                .ok(),
                .data("hello"),
                expect: .malformed("PROTOCOL_ERROR"),
                .reset([1])
            ),
            FrameCase.violation(
                "WINDOW_UPDATE of three bytes",
                "§6.9, client 6.9/3",
                ScriptedFrame(kind: 8, stream: 0, payload: [0, 0, 1]),
                ends: .frameSizeError
            ),
            FrameCase.violation(
                "a window of the connection above 2³¹ - 1",
                "§6.9.1, client 6.9.1/1",
                .window(1 << 31 - 1, stream: 0),
                .window(1 << 31 - 1, stream: 0),
                ends: .flowControlError
            ),
            large(
                "a window of a stream above 2³¹ - 1",
                "§6.9.1, client 6.9.1/2",
                [.send(.window(1 << 31 - 1), .window(1)), .resets()],
                expect: .malformed("FLOW_CONTROL_ERROR"),
                .reset([3])
            ),
            large(
                "INITIAL_WINDOW_SIZE that makes a window too large",
                "§6.9.2",
                [.send(.window(65_536), .settings([4: 1 << 31 - 1])), .resets()],
                expect: .malformed("FLOW_CONTROL_ERROR"),
                .reset([3])
            ),
            large(
                "a body within the windows of its stream and its connection",
                "§6.9.1, http2 6.9.1/1",
                [
                    .send(.window(1000, stream: 0)), .wait(milliseconds: 50), .mostBodies(65_535),
                    .send(.window(3)), .bodies(65_538), .wait(milliseconds: 50), .mostBodies(65_538),
                    .send(.window(10_000)), .bodies(66_535), .wait(milliseconds: 50), .mostBodies(66_535),
                    .send(.window(10_000, stream: 0)), .requests(), .send(.ok(), .data("hello")),
                ],
                expect: hello
            ),
            large(
                "INITIAL_WINDOW_SIZE that grows during a body",
                "§6.9.2, http2 6.9.2/1",
                [
                    .send(.window(100_000, stream: 0), .settings([4: 65_635])), .bodies(65_635),
                    .wait(milliseconds: 50),
                    .mostBodies(65_635), .send(.settings([4: 100_000])), .requests(), .send(.ok(), .data("hello")),
                ],
                expect: hello
            ),
            large(
                "a negative window",
                "§6.9.2, http2 6.9.2/2",
                [
                    .send(.settings([4: 0]), .window(100_000, stream: 0), .window(65_535)), .settled(2),
                    .wait(milliseconds: 50), .mostBodies(65_535), .send(.window(50)), .bodies(65_585),
                    .wait(milliseconds: 50), .mostBodies(65_585), .send(.window(100_000)), .requests(),
                    .send(.ok(), .data("hello")),
                ],
                expect: hello
            ),
            large(
                "a window that stays closed",
                "§6.9",
                [.resets()],
                expect: .failure([.timedOut], "idle timeout"),
                idleTimeout: .seconds(2)
            ),
        ]

        /// Makes a case whose request has a body of 70,000 bytes: more than the windows at the start, which are not renewed.
        private static func large(
            _ name: String,
            _ section: String,
            _ steps: [Step],
            expect: Expected,
            _ reaction: Reaction? = nil,
            idleTimeout: Duration = .seconds(30)
        ) -> FrameCase {
            FrameCase(name, section, steps: [.bodies(65_535)] + steps, expect: expect, reaction: reaction) {
                $0.groups = [[.post(70_000)]]
                $0.isManual = true
                $0.idleTimeout = idleTimeout
            }
        }
    }
#endif
