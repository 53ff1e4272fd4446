#if os(Linux)
    // Messages and their fields: RFC 9113 §8.
    extension FrameCase {
        private static let protocolError: Reaction = .reset([1])

        /// Makes a case for a head of a response of five bytes that has an invalid field or an invalid status.
        private static func malformed(
            _ name: String,
            _ section: String,
            _ fields: KeyValuePairs<String, String>
        ) -> FrameCase {
            FrameCase(name, section, .head(fields), .data("hello"), expect: .malformed("PROTOCOL_ERROR"), protocolError)
        }

        private static func trailers(
            _ name: String,
            _ section: String,
            _ fields: KeyValuePairs<String, String>,
            ends: Bool = true
        ) -> FrameCase {
            FrameCase(
                name,
                section,
                .ok(),
                .data("hello", ends: false),
                .head(fields, ends: ends),
                expect: .malformed("PROTOCOL_ERROR"),
                protocolError
            )
        }

        static let messages: [FrameCase] = [
            FrameCase(
                "interim responses",
                "§8.1",
                .head([":status": "103", "link": "</a>"]),
                .head([":status": "100"]),
                .ok(),
                .data("hello"),
                expect: hello
            ),
            FrameCase(
                "an interim response with END_STREAM",
                "§8.1",
                .head([":status": "103"], ends: true),
                expect: .malformed("PROTOCOL_ERROR"),
                protocolError
            ),
            FrameCase(
                "an interim response with 101",
                "§8.6",
                .head([":status": "101"]),
                .ok(),
                .data("hello"),
                expect: .malformed("PROTOCOL_ERROR")
            ),
            FrameCase(
                "DATA after an interim response",
                "§8.1",
                .head([":status": "103"]),
                .data("hello"),
                expect: .malformed("PROTOCOL_ERROR"),
                protocolError
            ),
            FrameCase(
                "DATA before HEADERS",
                "§8.1",
                .data("hello", ends: false),
                .ok(),
                .data("hello"),
                expect: .malformed("PROTOCOL_ERROR"),
                protocolError
            ),
            FrameCase(
                "trailers",
                "§8.1, generic 4/4",
                .ok(),
                .data("hello", ends: false),
                .head(["x-last": "1"], ends: true),
                expect: .answer("hello x-last: 1")
            ),
            FrameCase(
                "trailers after a body without a length",
                "§8.1",
                .head([":status": "200"]),
                .data("hello", ends: false),
                .head(["x-last": "1"], ends: true),
                expect: .answer("hello x-last: 1")
            ),
            trailers("a pseudo-field in trailers", "§8.1, §8.3, http2 8.1.2.1/3", [":status": "200"]),
            trailers("trailers in upper case", "§8.2.1", ["X-Last": "1"]),
            trailers("trailers without END_STREAM", "§8.1, http2 8.1/1", ["x-last": "1"], ends: false),
            FrameCase(
                "a response to HEAD with a length",
                "§8.1.1, generic 4/2",
                steps: [.requests(), .send(.head([":status": "200", "content-length": "5"], ends: true))],
                expect: .answer("")
            ) { $0.groups = [[.head]] },
            FrameCase(
                "304 with a length",
                "§8.1.1",
                .head([":status": "304", "content-length": "5"], ends: true),
                expect: .answer("")
            ),
            FrameCase(
                "a body that is longer than Content-Length",
                "§8.1.1, http2 8.1.2.6/2",
                .head([":status": "200", "content-length": "3"]),
                .data("hello"),
                expect: .malformed("PROTOCOL_ERROR"),
                protocolError
            ),
            FrameCase(
                "a body that is shorter than Content-Length",
                "§8.1.1, http2 8.1.2.6/1",
                .head([":status": "200", "content-length": "9"]),
                .data("hello"),
                expect: .malformed("PROTOCOL_ERROR"),
                protocolError
            ),
            FrameCase(
                "a length without a body",
                "§8.1.1",
                .head([":status": "200", "content-length": "5"], ends: true),
                expect: .malformed("PROTOCOL_ERROR"),
                protocolError
            ),
            malformed(
                "two different lengths",
                "§8.1.1",
                [":status": "200", "content-length": "5", "content-length": "6"]
            ),
            malformed("a length that is not a number", "§8.1.1", [":status": "200", "content-length": "five"]),
            malformed(
                "a name in upper case",
                "§8.2.1, http2 8.1.2/1",
                [":status": "200", "X-Name": "1", "content-length": "5"]
            ),
            malformed("a name with a space", "§8.2.1", [":status": "200", "x name": "1", "content-length": "5"]),
            malformed("a name with a colon", "§8.2.1", [":status": "200", "x:name": "1", "content-length": "5"]),
            malformed(
                "a name with bytes above 127",
                "§8.2.1",
                [":status": "200", "x\u{E4}": "1", "content-length": "5"]
            ),
            malformed("an empty name", "§8.2.1", [":status": "200", "": "1", "content-length": "5"]),
            malformed("a value with a zero byte", "§8.2.1", [":status": "200", "x": "a\0b", "content-length": "5"]),
            malformed("a value with a line feed", "§8.2.1", [":status": "200", "x": "a\nb: c", "content-length": "5"]),
            malformed(
                "a value with a carriage return",
                "§8.2.1",
                [":status": "200", "x": "a\rb", "content-length": "5"]
            ),
            malformed(
                "a value with a space at its start",
                "§8.2.1",
                [":status": "200", "x": " a", "content-length": "5"]
            ),
            malformed(
                "a value with a space at its end",
                "§8.2.1",
                [":status": "200", "x": "a ", "content-length": "5"]
            ),
            malformed(
                "connection",
                "§8.2.2, http2 8.1.2.2/1",
                [":status": "200", "connection": "x", "content-length": "5"]
            ),
            malformed("keep-alive", "§8.2.2", [":status": "200", "keep-alive": "1", "content-length": "5"]),
            malformed(
                "proxy-connection",
                "§8.2.2",
                [":status": "200", "proxy-connection": "x", "content-length": "5"]
            ),
            malformed("transfer-encoding", "§8.2.2", [":status": "200", "transfer-encoding": "chunked"]),
            malformed("upgrade", "§8.2.2", [":status": "200", "upgrade": "x", "content-length": "5"]),
            malformed("no :status", "§8.3.2", ["content-length": "5"]),
            malformed("two :status", "§8.3", [":status": "200", ":status": "200", "content-length": "5"]),
            malformed("an empty :status", "§8.3.2", [":status": "", "content-length": "5"]),
            malformed("a :status of letters", "§8.3.2", [":status": "abc", "content-length": "5"]),
            malformed("a :status of four digits", "§8.3.2", [":status": "0200", "content-length": "5"]),
            malformed("a :status after a field", "§8.3, http2 8.1.2.1/4", ["content-length": "5", ":status": "200"]),
            malformed(
                "an unknown pseudo-field",
                "§8.3, http2 8.1.2.1/1",
                [":status": "200", ":what": "1", "content-length": "5"]
            ),
            malformed(
                "a pseudo-field of requests",
                "§8.3, http2 8.1.2.1/2",
                [":status": "200", ":path": "/", "content-length": "5"]
            ),
        ]
    }
#endif
