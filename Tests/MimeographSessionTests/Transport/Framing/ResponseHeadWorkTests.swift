#if os(Linux)
    import Foundation
    import Glibc
    import Mimeograph
    import MimeographSession
    import TestServers
    import TestSupport
    import Testing

    @testable import struct MimeographSession.ResponseHeadParser

    /// Tests that the work for a head is proportional to its size, whatever it contains.
    @Suite(.measuresTime, .serialized)
    struct ResponseHeadWorkTests {
        private static let shapes: [(name: String, unit: String)] = [
            ("fields", "a:\r\n"), ("equal fields", "Set-Cookie: a=1\r\n"), ("folded lines", " \r\n"),
            ("folded lines of text", " vvvvvvvvvv\r\n"), ("interim heads", "HTTP/1.1 100 C\r\n\r\n"),
            ("interim heads with fields", "HTTP/1.1 103 C\r\nLink: </a>\r\n\r\n"), ("no fields", "x\r\n"),
            ("lengths", "Content-Length: 5\r\n"), ("folded lines with marks", " \u{301}\u{316}\r\n"),
            ("bytes that are not UTF-8", "a: \u{FF}\u{FF}\u{FF}\u{FF}\u{FF}\u{FF}\r\n"),
        ]

        @Test(arguments: shapes.map(\.name))
        func theWorkForAHostileHeadIsLinear(_ name: String) throws {
            let unit = try #require(Self.shapes.first { $0.name == name }?.unit)
            let lines = unit.components(separatedBy: "\r\n").dropLast().map { line in
                name == "bytes that are not UTF-8"
                    ? line.unicodeScalars.map { UInt8($0.value) } + [13, 10] : Array("\(line)\r\n".utf8)
            }
            // A little less than the maximum size and number of lines of a head, and a quarter of that.
            let largest = min(280 << 10, 4900 / lines.count * lines.reduce(0) { $0 + $1.count })
            let growth = GrowthOfWork.perDoubling(from: largest / 4, upTo: largest) { Self.parse(lines, bytes: $0) }
            #expect(growth < GrowthOfWork.inProportion)
        }

        @Test func theWorkForALongLineIsLinear() {
            let growth = GrowthOfWork.perDoubling(from: 70 << 10, upTo: 280 << 10) { bytes in
                Self.parse(
                    [Array("X-Long: ".utf8) + [UInt8](repeating: 0x76, count: bytes - 200) + [13, 10]],
                    bytes: 1
                )
            }
            #expect(growth < GrowthOfWork.inProportion)
        }

        @Test(arguments: [(4997, false), (4998, true)])
        func aHeadHasAtMostFiveThousandLines(_ fields: Int, _ isTooLarge: Bool) {
            var parser = ResponseHeadParser()
            var last = parser.read(Array("HTTP/1.1 200 OK\r\n".utf8).span)
            for _ in 0..<(fields + 1) { last = parser.read(Array("a:\r\n".utf8).span) }
            last = parser.read(Array("\r\n".utf8).span)
            if case .broken(.tooLarge) = last { #expect(isTooLarge) } else { #expect(!isTooLarge) }
        }

        private static func parse(_ lines: [[UInt8]], bytes: Int) {
            var parser = ResponseHeadParser()
            _ = parser.read(Array("HTTP/1.1 200 OK\r\n".utf8).span)
            _ = parser.read(Array("X-First: 1\r\n".utf8).span)
            var count = 0
            while count < bytes {
                for line in lines {
                    _ = parser.read(line.span)
                    count += line.count
                }
            }
            _ = parser.read(Array("\r\n".utf8).span)
        }

        /// Sends a head byte by byte through libcurl, and measures the processor time of the transport's thread, in another process.
        @Test(.needsOddServer, .needsTLSServer, .within(minutes: 5))
        func theWorkForAHeadSentByteByByteIsLinear() async {
            await #expect(processExitsWith: .success) {
                func cost(_ count: Int) async throws -> Double {
                    let transport = CurlTransport()
                    let url = "http://127.0.0.1:\(try TestServer.framing().port("plain"))"
                    _ = try await transport.whole("\(url)/bytes/1")
                    let before = ProcessFigures.transportNanoseconds
                    let response = try await transport.whole("\(url)/dribbled/\(count)")
                    #expect(response.head.fields["X-Long"]?.utf8.count == count)
                    let after = ProcessFigures.transportNanoseconds
                    transport.invalidate(cancelling: true)
                    #expect(try await ProcessFigures.settles(0) { ProcessFigures.transportThreads })
                    return after - before
                }
                // The system decides how many bytes a read gets, so the most expensive half is compared with the cheapest whole.
                var half = 0.0
                var whole = Double.infinity
                for _ in 0..<3 {
                    half = max(half, try await cost(20_000))
                    whole = min(whole, try await cost(40_000))
                }
                #expect(whole < 2.5 * half + 10e6, "\(half) and \(whole) ns")
            }
        }
    }

    extension ProcessFigures {
        /// Returns the processor time of all threads of transports, in nanoseconds.
        static var transportNanoseconds: Double {
            threads(named: "mimeo-transport").reduce(0) { sum, thread in
                let text = try? String(contentsOfFile: "/proc/self/task/\(thread)/schedstat", encoding: .utf8)
                return sum + (text?.split(separator: " ").first.flatMap { Double($0) } ?? 0)
            }
        }
    }
#endif
