#if os(Linux)
    // DATA, HEADERS, CONTINUATION, PRIORITY and PUSH_PROMISE: RFC 9113 §6.1 to §6.3, §6.6 and §6.10.
    extension FrameCase {
        private static let status = ScriptedFrame.block([":status": "200"])
        private static let length = ScriptedFrame.block(["content-length": "5"])

        static let data: [FrameCase] = [
            FrameCase(
                "several DATA frames",
                "§6.1, generic 3.1/2",
                .ok(),
                .data("hel", ends: false),
                .data("lo"),
                expect: hello
            ),
            FrameCase(
                "DATA with padding, and empty DATA with padding",
                "§6.1, generic 3.1/3",
                .ok(),
                ScriptedFrame(kind: 0, flags: 8, payload: [3, 0, 0, 0]),
                ScriptedFrame(kind: 0, flags: 9, payload: [2] + Array("hello".utf8) + [0, 0]),
                expect: hello
            ),
            FrameCase(
                "an empty DATA frame with 255 bytes of padding",
                "§6.1",
                .ok(),
                .data("hello", ends: false),
                ScriptedFrame(kind: 0, flags: 9, payload: [255] + [UInt8](repeating: 0, count: 255)),
                expect: hello
            ),
            FrameCase.violation(
                "DATA on stream 0",
                "§6.1, client 6.1/1",
                .data("more", stream: 0),
                ends: .protocolError
            ),
            FrameCase(
                "DATA with more padding than bytes",
                "§6.1, client 6.1/3",
                .ok(),
                ScriptedFrame(kind: 0, flags: 9, payload: [6] + Array("hell".utf8)),
                expect: .malformed("PROTOCOL_ERROR"),
                .goAway([1])
            ),
            FrameCase(
                "DATA with padding and no payload",
                "§6.1",
                .ok(),
                ScriptedFrame(kind: 0, flags: 9),
                expect: .malformed("PROTOCOL_ERROR"),
                .goAway([1, 6])
            ),
            FrameCase(
                "HEADERS with padding and priority",
                "§6.2, generic 3.2/2 and 3.2/3",
                ScriptedFrame(kind: 1, flags: 4 | 8 | 32, payload: [2, 0, 0, 0, 0, 7] + status + length + [0, 0]),
                .data("hello"),
                expect: hello
            ),
            FrameCase(
                "HEADERS without END_HEADERS, then PRIORITY",
                "§6.2, client 6.2/1",
                .head(block: status, isWhole: false),
                .priority(on: 0),
                .continuation(length),
                .data("hello"),
                expect: .malformed("PROTOCOL_ERROR"),
                .goAway([1])
            ),
            FrameCase.violation(
                "HEADERS on stream 0",
                "§6.2, client 6.2/2",
                .head([":status": "200"], ends: true, stream: 0),
                ends: .protocolError
            ),
            FrameCase(
                "HEADERS with more padding than bytes",
                "§6.2, client 6.2/3",
                ScriptedFrame(kind: 1, flags: 12, payload: [17] + status),
                .data("hello"),
                expect: .malformed("PROTOCOL_ERROR"),
                .goAway([1])
            ),
            FrameCase(
                "PRIORITY with each weight, a dependency and the exclusive flag",
                "§6.3, generic 3.3/1 to 3.3/5",
                ScriptedFrame(kind: 2, payload: [0, 0, 0, 0, 0]),
                ScriptedFrame(kind: 2, payload: [0, 0, 0, 0, 255]),
                .priority(on: 3),
                .priority(on: 1 << 31 | 3),
                .priority(on: 1, stream: 5),
                .ok(),
                .data("hello"),
                expect: hello
            ),
            FrameCase(
                "PRIORITY on the stream itself",
                "§5.3.2",
                .priority(on: 1),
                .ok(),
                .data("hello"),
                expect: hello
            ),
            FrameCase.violation(
                "PRIORITY on stream 0",
                "§6.3, client 6.3/1",
                .priority(on: 1, stream: 0),
                ends: .protocolError
            ),
            FrameCase(
                "PRIORITY of four bytes",
                "§6.3, client 6.3/2",
                ScriptedFrame(kind: 2, payload: [0, 0, 0, 1]),
                .ok(),
                .data("hello"),
                expect: .malformed("FRAME_SIZE_ERROR"),
                .reset([6])
            ),
            FrameCase.violation(
                "PUSH_PROMISE although push is disabled",
                "§6.6, §8.4",
                .push(2),
                ends: .protocolError
            ),
            FrameCase.violation(
                "PUSH_PROMISE on stream 0",
                "§6.6",
                .push(2, stream: 0),
                ends: .protocolError
            ),
            FrameCase.violation(
                "PUSH_PROMISE of a stream of the client",
                "§6.6",
                .push(101),
                ends: .protocolError
            ),
            FrameCase(
                "several CONTINUATION frames",
                "§6.10, client 6.10/1, generic 3.10/2",
                .head(block: [], isWhole: false),
                .continuation(status, isLast: false),
                .continuation([], isLast: false),
                .continuation(length),
                .data("hello"),
                expect: hello
            ),
            FrameCase(
                "a field that CONTINUATION divides",
                "§6.10",
                .head(block: status + length.prefix(7), isWhole: false),
                .continuation(Array(length.dropFirst(7))),
                .data("hello"),
                expect: hello
            ),
            FrameCase(
                "CONTINUATION, then another frame",
                "§6.10, client 6.10/2",
                .head(block: status, isWhole: false),
                .continuation(length, isLast: false),
                .data("hello"),
                expect: .malformed("PROTOCOL_ERROR"),
                .goAway([1])
            ),
            FrameCase(
                "CONTINUATION on stream 0",
                "§6.10, client 6.10/3",
                .head(block: status, isWhole: false),
                .continuation(length, stream: 0),
                .data("hello"),
                expect: .malformed("PROTOCOL_ERROR"),
                .goAway([1])
            ),
            FrameCase(
                "CONTINUATION on another stream",
                "§6.10",
                .head(block: status, isWhole: false),
                .continuation(length, stream: 3),
                .data("hello"),
                expect: .malformed("PROTOCOL_ERROR"),
                .goAway([1])
            ),
            FrameCase(
                "CONTINUATION after END_HEADERS",
                "§6.10, client 6.10/4",
                .ok(),
                .continuation(status),
                .data("hello"),
                expect: .malformed("PROTOCOL_ERROR"),
                .goAway([1])
            ),
            FrameCase(
                "CONTINUATION after the last CONTINUATION",
                "§6.10, client 6.10/5",
                .head(block: status, isWhole: false),
                .continuation(length),
                .continuation(status),
                .data("hello"),
                expect: .malformed("PROTOCOL_ERROR"),
                .goAway([1])
            ),
            FrameCase(
                "CONTINUATION after DATA",
                "§6.10, client 6.10/6",
                .ok(),
                .data("hel", ends: false),
                .continuation(status),
                .data("lo"),
                expect: .malformed("PROTOCOL_ERROR"),
                .goAway([1])
            ),
        ]
    }
#endif
