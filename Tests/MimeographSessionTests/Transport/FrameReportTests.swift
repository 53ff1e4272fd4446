#if os(Linux)
    import TestSupport
    import Testing

    @testable import MimeographSession

    /// Tests of the reports that are parsed from libcurl's lines.
    struct FrameReportTests {
        static func report(_ line: String) -> FrameReport? { FrameReport(Array(line.utf8).span) }

        @Test(arguments: [
            ("[HTTP/2] [1] OPENED stream for https://localhost/", 1, FrameReport.Kind.opened),
            ("[HTTP/2] [3] <- FRAME[DATA, len=5, eos=1, padlen=0]", 3, .ended),
            ("[7-12] [HTTP/2] [5] <- FRAME[DATA, len=0, eos=1, padlen=0]", 5, .ended),
            ("[HTTP/2] [2147483647] <- FRAME[HEADERS, len=10, hend=1, eos=1]", 2_147_483_647, .ended),
            ("[HTTP/2] [1] <- FRAME[HEADERS, len=10, hend=0, eos=1]", 1, .ended),
            ("[HTTP/2] [1] <- FRAME[RST_STREAM, len=4, flags=0, error=0]", 1, .reset),
            ("[HTTP/2] [0] <- FRAME[GOAWAY, error=2, reason='why', last_stream=1]", 0, .left(2)),
            ("[HTTP/2] [1] RESET: REFUSED_STREAM (err 7)", 1, .refused),
            ("[HTTP/2] [1] RESET: PROTOCOL_ERROR (err 1)", 1, .broken),
            (
                "[HTTP2] [1] received invalid frame: FRAME[HEADERS, len=1, hend=1, eos=1], error -532: Violation", 1,
                .broken
            ),
            ("[HTTP/2] [0] MAX_CONCURRENT_STREAMS: 0", 0, .full),
            ("[0-0] [HTTP/2] [1] cf_recv(len=65536) -> 0 0, window=0/65536, connection 0/1048576000", 1, .read),
        ])
        func parsesReportsAboutStreams(_ line: String, _ stream: UInt32, _ kind: FrameReport.Kind) {
            let report = Self.report(line + "\n")
            #expect(report?.stream == stream && report?.kind == kind)
        }

        @Test(arguments: [
            "", "[", "[HTTP/2] [", "[HTTP/2] [1] ", "[HTTP/2] [1] CLOSED",
            "[HTTP/2] [1] <- FRAME[DATA, len=5, eos=0, padlen=0]",
            "[HTTP/2] [1] -> FRAME[DATA, len=5, eos=1, padlen=0]",
            "[HTTP/2] [1] <- FRAME[HEADERS, len=10, hend=1, eos=0]",
            "[HTTP/2] [] <- FRAME[DATA, len=5, eos=1, padlen=0]",
            "[HTTP/2] [4294967296] <- FRAME[DATA, len=5, eos=1, padlen=0]",
            "[HTTP/2] [-1] <- FRAME[DATA, len=5, eos=1, padlen=0]", "[HTTP/2] [1] progress ingress: done",
            "[HTTP/2] [0] MAX_CONCURRENT_STREAMS: 100",
            "[H2-PROXY] [1] <- FRAME[DATA, len=5, eos=1, padlen=0]",
            " [HTTP/2] [1] <- FRAME[DATA, len=5, eos=1, padlen=0]",
            "[HTTP/2] [1] header: x: [HTTP/2] [1] <- FRAME[DATA, len=5, eos=1, padlen=0]",
            "[HTTP/2] [0] <- FRAME[GOAWAY, error=0, reason='[HTTP/2] [1] <- FRAME[DATA, len=5, eos=1,', last_stream=1]",
            "[1-x] [HTTP/2] [1] <- FRAME[DATA, len=5, eos=1, padlen=0]",
        ])
        func ignoresOtherLines(_ line: String) { #expect(Self.report(line + "\n") == nil) }

        @Test func ignoresIncompleteLines() {
            for line in [
                "[9-9] [HTTP/2] [3] <- FRAME[DATA, len=5, eos=1,",
                "[HTTP/2] [1] <- FRAME[HEADERS, len=1, hend=1, eos=1]",
            ] {
                for count in 0..<line.utf8.count {
                    #expect(FrameReport(Array(line.utf8.prefix(count)).span) == nil)
                }
                #expect(Self.report(line) != nil)
            }
        }
    }
#endif
