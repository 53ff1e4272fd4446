#if os(Linux)
    // Frames, streams and their states: RFC 9113 §4 and §5, and h2spec's client/4 and client/5.
    extension FrameCase {
        private static let more = ScriptedFrame.data("more")

        static let frames: [FrameCase] = [
            FrameCase("SETTINGS comes first", "§3.4, client 1/1", .ok(), .data("hello"), expect: hello),
            FrameCase(
                "a frame of unknown type",
                "§4.1, client 4.1/1",
                ScriptedFrame(kind: 0x16, stream: 0, payload: [0, 1, 2]),
                .ping(),
                .ok(),
                .data("hello"),
                expect: hello,
                .pongs(1)
            ),
            FrameCase(
                "a frame with undefined flags",
                "§4.1, client 4.1/2",
                .ping(flags: 0x16),
                .ok(),
                .data("hello"),
                expect: hello,
                .pongs(1)
            ),
            FrameCase(
                "a frame with the reserved bit",
                "§4.1, client 4.1/3",
                .ping(stream: 1 << 31),
                .ok(),
                .data("hello"),
                expect: hello,
                .pongs(1)
            ),
            FrameCase(
                "DATA of 16,384 bytes",
                "§4.2, client 4.2/1",
                .head([":status": "200", "content-length": "16384"]),
                .data(String(repeating: "x", count: 16_384)),
                expect: .answer(String(repeating: "x", count: 16_384))
            ),
            FrameCase(
                "DATA of 16,385 bytes",
                "§4.2, client 4.2/2",
                .head([":status": "200", "content-length": "16385"]),
                .data(String(repeating: "x", count: 16_385)),
                expect: .malformed("FRAME_SIZE_ERROR"),
                .reset([6])
            ),
            FrameCase(
                "HEADERS of 16,385 bytes",
                "§4.2, client 4.2/3",
                .head([":status": "200", "x-large": String(repeating: "x", count: 16_360)]),
                .data("hello"),
                expect: .malformed("FRAME_SIZE_ERROR"),
                .goAway([6])
            ),
            FrameCase.violation(
                "DATA on an idle stream of the server",
                "§5.1, client 5.1/1",
                .data("more", stream: 2),
                ends: .protocolError
            ),
            FrameCase.violation(
                "DATA on an idle stream of the client",
                "§5.1",
                .data("more", stream: 99),
                ends: .protocolError
            ),
            FrameCase.violation(
                "RST_STREAM on an idle stream",
                "§5.1, §6.4, client 5.1/2 and 6.4/2",
                .reset(8, stream: 2),
                ends: .protocolError
            ),
            FrameCase.violation(
                "WINDOW_UPDATE on an idle stream",
                "§5.1, client 5.1/3",
                .window(100, stream: 2),
                ends: .protocolError
            ),
            FrameCase.violation(
                "CONTINUATION on an idle stream",
                "§5.1, client 5.1/4",
                .continuation(ScriptedFrame.block([":status": "200"]), stream: 2),
                ends: .protocolError
            ),
            FrameCase(
                "PRIORITY on an idle stream",
                "§5.1, generic 2/1",
                .priority(on: 0, stream: 99),
                .ping(),
                .ok(),
                .data("hello"),
                expect: hello,
                .pongs(1)
            ),
            FrameCase(
                "DATA after RST_STREAM",
                "§5.1, client 5.1/5",
                .head([":status": "200"]),
                .reset(8),
                more,
                expect: .lost("CANCEL")
            ),
            FrameCase(
                "HEADERS after RST_STREAM",
                "§5.1, client 5.1/6",
                .head([":status": "200"]),
                .reset(8),
                .head([":status": "200"]),
                expect: .lost("CANCEL")
            ),
            FrameCase(
                "CONTINUATION after RST_STREAM",
                "§5.1, client 5.1/7",
                .head([":status": "200"]),
                .reset(8),
                .continuation(ScriptedFrame.block(["x": "1"])),
                expect: .ends,
                .goAway([1, 5])
            ),
            // The response is complete by then. Its end and the error may arrive together.
            FrameCase(
                "DATA after END_STREAM",
                "§5.1, client 5.1/8 and 6.1/2",
                .head([":status": "200"], ends: true),
                more,
                expect: .ends
            ),
            FrameCase(
                "HEADERS after END_STREAM",
                "§5.1, client 5.1/9",
                .head([":status": "200"], ends: true),
                .head([":status": "200"], ends: true),
                expect: .ends
            ),
            FrameCase(
                "CONTINUATION after END_STREAM",
                "§5.1, client 5.1/10",
                .head([":status": "200"], ends: true),
                .continuation(ScriptedFrame.block(["x": "1"])),
                expect: .ends
            ),
            FrameCase(
                "WINDOW_UPDATE and PRIORITY on a half-closed stream",
                "§5.1, generic 2/2 and 2/3",
                .window(100),
                .priority(on: 0),
                .ok(),
                .window(100),
                .priority(on: 0),
                .data("hello"),
                expect: hello
            ),
            FrameCase(
                "WINDOW_UPDATE and PRIORITY on a closed stream",
                "§5.1, generic 2/5",
                .ok(),
                .data("hello"),
                .window(100),
                .priority(on: 0),
                expect: hello
            ),
            FrameCase.violation(
                "HEADERS on a stream that the client did not open",
                "§5.1.1, client 5.1.1/1",
                .head([":status": "200"], ends: true, stream: 101),
                ends: .protocolError
            ),
            FrameCase.violation(
                "HEADERS on a stream of the server",
                "§5.1.1",
                .head([":status": "200"], ends: true, stream: 2),
                ends: .protocolError
            ),
            FrameCase(
                "an extension frame within a field block",
                "§5.5, §6.10, http2 5.5/2",
                .head([":status": "200"], isWhole: false),
                ScriptedFrame(kind: 0x16, payload: [0]),
                .continuation(ScriptedFrame.block(["content-length": "5"])),
                .data("hello"),
                expect: .malformed("PROTOCOL_ERROR"),
                .goAway([1])
            ),
        ]
    }
#endif
