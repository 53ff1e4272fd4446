#if os(Linux)
    import MimeographSession

    // Floods: RFC 9113 §10.5. Each ends with an error or completes, in little time and memory.
    extension FrameCase {
        /// A text of 400,000 bytes.
        private static let large =
            ScriptedFrame.integer(400_000, bits: 7) + [UInt8](repeating: 118, count: 400_000)
        private static let tooLarge = Expected.failure([.limitExceeded], "")

        /// Makes a case with a frame that is sent many times before a complete response.
        private static func flood(_ name: String, _ frame: ScriptedFrame, count: Int = 20_000) -> FrameCase {
            FrameCase(
                name,
                "§10.5",
                steps: [.requests(), .send(frame, times: count), .send(.ok(), .data("hello"))],
                expect: .ends
            )
        }

        static let floods: [FrameCase] = [
            flood("a flood of PING", .ping()),
            flood("a flood of acknowledged PING", .ping(flags: 1)),
            flood("a flood of SETTINGS", .settings([1: 4096])),
            flood("a flood of empty SETTINGS", .settings([:])),
            flood("a flood of acknowledged SETTINGS", ScriptedFrame(kind: 4, flags: 1, stream: 0)),
            flood("a flood of PRIORITY", .priority(on: 0)),
            flood("a flood of PRIORITY on idle streams", .priority(on: 5, stream: 1001)),
            flood("a flood of WINDOW_UPDATE", .window(1)),
            flood("a flood of unknown frames", ScriptedFrame(kind: 0x42, stream: 0, payload: [1, 2, 3])),
            flood("a flood of GOAWAY", .goAway(0, last: 1)),
            flood("a flood of RST_STREAM", .reset(8)),
            flood("a flood of PUSH_PROMISE", .push(2)),
            FrameCase(
                "a flood of RST_STREAM on idle streams",
                "§10.5",
                frames: (1...2000).map { .reset(8, stream: UInt32(2 * $0 + 1)) },
                expect: .malformed("PROTOCOL_ERROR"),
                .goAway([1])
            ),
            FrameCase(
                "a flood of empty DATA",
                "§10.5",
                steps: [
                    .requests(), .send(.ok()), .send(.data("", ends: false), times: 20_000), .send(.data("hello")),
                ],
                expect: .ends
            ),
            FrameCase(
                "a flood of DATA with padding only",
                "§10.5",
                steps: [
                    .requests(), .send(.ok()),
                    .send(
                        ScriptedFrame(kind: 0, flags: 8, payload: [9] + [UInt8](repeating: 0, count: 9)),
                        times: 20_000
                    ),
                    .send(.data("hello")),
                ],
                expect: .ends
            ),
            FrameCase(
                "a flood of empty CONTINUATION",
                "§10.5",
                steps: [
                    .requests(), .send(.head([":status": "200"], isWhole: false)),
                    .send(.continuation([], isLast: false), times: 50_000), .send(.continuation([])),
                ],
                expect: tooLarge
            ),
            FrameCase(
                "a flood of CONTINUATION with fields",
                "§10.5",
                steps: [
                    .requests(), .send(.head([":status": "200"], isWhole: false)),
                    .send(.continuation(ScriptedFrame.block(["x": "1"]), isLast: false), times: 50_000),
                ],
                expect: tooLarge
            ),
            FrameCase(
                "a flood of interim responses",
                "§10.5, RFC 9110 §15.2",
                steps: [.requests(), .send(.head([":status": "103", "link": "</a>"]), times: 50_000)],
                expect: tooLarge
            ),
            FrameCase(
                "a head of 20,000 references to a field of 4,000 bytes",
                "§10.5.1, RFC 7541 §7.3",
                steps: [
                    .requests(),
                    .send(
                        .head(
                            block: [0x88, 0x40] + ScriptedFrame.text("x")
                                + ScriptedFrame.text(String(repeating: "v", count: 4000))
                                + [UInt8](repeating: 0xBE, count: 12_000),
                            isWhole: false
                        ),
                        .continuation([UInt8](repeating: 0xBE, count: 8000))
                    ),
                ],
                expect: tooLarge
            ),
            FrameCase(
                "trailers of 8,000 references to a field of 4,000 bytes",
                "§10.5.1, RFC 7541 §7.3",
                .ok(),
                .data("hello", ends: false),
                .head(
                    block: [0x40] + ScriptedFrame.text("x") + ScriptedFrame.text(String(repeating: "v", count: 4000))
                        + [UInt8](repeating: 0xBE, count: 8_000),
                    ends: true
                ),
                expect: tooLarge
            ),
            FrameCase(
                "a head of one large field",
                "§10.5.1",
                frames: [.head(block: [0x88, 0] + ScriptedFrame.text("x") + large.prefix(16_000), isWhole: false)]
                    + (1..<20).map { .continuation(Array(large[($0 * 16_000)...].prefix(16_000)), isLast: false) },
                expect: .failure([.limitExceeded, .connectionLost], "")
            ),
        ]

        static let all =
            frames + data + settings + pings + windows + resets + departures + messages + compression + floods
    }
#endif
