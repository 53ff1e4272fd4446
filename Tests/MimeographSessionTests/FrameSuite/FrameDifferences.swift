#if os(Linux)
    @testable import MimeographSession

    /// The cases that differ from RFC 9113, and why. A case that no longer differs fails the test.
    ///
    /// Most reasons belong to versions of libcurl; the version of nghttp2 is taken to be as new as libcurl's.
    enum FrameDifferences {
        /// The versions of libcurl in which a case differs.
        private enum Versions {
            case all
            /// libcurl reports no frames: before 8.3.
            case before8_3
            /// Seen with 8.14.1.
            case from8_13before8_18
            case before8_18
            case from8_18

            var areInUse: Bool {
                switch self {
                case .all: true
                case .before8_3: !CurlLibrary.reportsFrames
                case .from8_13before8_18: CurlLibrary.sharesConnections && !CurlLibrary.countsRates
                case .before8_18: !CurlLibrary.countsRates
                case .from8_18: CurlLibrary.countsRates
                }
            }
        }

        /// Returns the reason why a case differs with the libcurl in use, or nil.
        static func reason(for name: String) -> String? {
            reasons[name]
        }

        static var names: [String] { groups.flatMap(\.1) }

        private static let reasons: [String: String] = {
            var reasons: [String: String] = [:]
            for (versions, names, reason) in groups where versions.areInUse {
                for name in names { reasons[name] = reason }
            }
            return reasons
        }()

        private static let groups: [(Versions, [String], String)] = [
            (
                .all,
                ["a value with a space at its start", "a value with a space at its end"],
                "libcurl makes nghttp2 accept white space around a value, because servers send it."
            ),
            (
                .from8_18,
                [
                    "a name with a space", "a name with a colon", "a name with bytes above 127", "an empty name",
                    "a value with a zero byte", "a value with a line feed", "a value with a carriage return",
                ],
                "nghttp2 omits an invalid field, as this library does over HTTP/1.1. The response is accepted without it."
            ),
            (
                .from8_18,
                ["PRIORITY on stream 0"],
                "nghttp2 ignores PRIORITY, which RFC 9113 §5.3.2 deprecates, without a check of its stream."
            ),
            (
                .before8_18,
                ["PRIORITY on the stream itself"],
                "nghttp2 ends the connection, as RFC 7540 §5.3.1 requires. RFC 9113 deprecates priorities."
            ),
            (
                .from8_13before8_18,
                [
                    "RST_STREAM on stream 0", "RST_STREAM on an idle stream", "a flood of RST_STREAM on idle streams",
                    "HEADERS on stream 0", "HEADERS on a stream of the server",
                    "HEADERS on a stream that the client did not open", "PRIORITY on stream 0",
                    "PUSH_PROMISE on stream 0", "ENABLE_PUSH of 1 from a server", "ENABLE_PUSH of 2",
                    "INITIAL_WINDOW_SIZE above the maximum", "MAX_FRAME_SIZE above the maximum",
                    "MAX_FRAME_SIZE below the minimum", "WINDOW_UPDATE of 0 on the connection",
                    "WINDOW_UPDATE on an idle stream", "a window of the connection above 2³¹ - 1",
                ],
                "libcurl closes the connection without the GOAWAY of nghttp2. The request fails, but the message does not name the code."
            ),
            (
                .before8_3,
                [
                    "DATA of 16,385 bytes", "DATA with more padding than bytes", "DATA with padding and no payload",
                    "CONTINUATION after END_HEADERS", "CONTINUATION after the last CONTINUATION",
                    "CONTINUATION after DATA",
                ],
                "libcurl 7.88 sends GOAWAY, but ends the exchange only when the server closes. The idle timeout ends it."
            ),
            (
                .before8_3,
                ["RST_STREAM with NO_ERROR after a response, during the request"],
                "libcurl 7.88 does not deliver the response if its reset arrives with it, until the body of the request continues."
            ),
            (
                .before8_3,
                ["MAX_CONCURRENT_STREAMS of 0"],
                "libcurl reports no frames, and lets the next request wait on the connection until the idle timeout."
            ),
            (
                .before8_3,
                ["GOAWAY twice, at last below the request", "GOAWAY with an error below the request"],
                "libcurl does not report which streams the server has not processed, so the request fails."
            ),
            (
                .before8_3,
                [
                    "GOAWAY with an error, and the end of the connection",
                    "GOAWAY with an error during a response, and the end of the connection",
                ],
                "libcurl does not report the error code of GOAWAY, so the message does not name it."
            ),
            (
                .before8_3,
                ["RST_STREAM with REFUSED_STREAM for each attempt"],
                "libcurl reports no refusals, and repeats a refused request up to five times."
            ),
        ]
    }
#endif
