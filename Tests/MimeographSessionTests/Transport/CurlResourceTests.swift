#if os(Linux)
    import Foundation
    import Mimeograph
    import MimeographSession
    import TestServers
    import TestSupport
    import Testing

    /// Tests of threads, descriptors and memory. Each runs in a separate process without other tests.
    @Suite(.needsNginx, .needsOddServer, .within(minutes: 10))
    struct CurlResourceTests {
        @Test func releasedTransportsLeaveNothingBehind() async {
            await #expect(processExitsWith: .success) {
                let url = try TestServer.odd("/bytes/1000")
                _ = try await CurlTransport().whole(url)
                #expect(try await ProcessFigures.settles(0) { ProcessFigures.transportThreads })
                let before = ProcessFigures.allowedDescriptors
                for index in 0..<300 {
                    let transport = CurlTransport()
                    if index % 3 > 0 { #expect(try await transport.whole(url).bytes.count == 1000) }
                    if index % 10 == 0 {
                        // One body is dropped before its end, and one outlives its transport.
                        _ = try await transport.send(TransportRequest(url: try TestServer.odd("/endless")))
                    }
                    if index % 30 == 0 {
                        let body = TransportRequest(method: .put, url: url, body: .file(path: #filePath))
                        #expect(try await transport.whole(body).head.status == 200)
                    }
                }
                #expect(try await ProcessFigures.settles(0) { ProcessFigures.transportThreads })
                #expect(try await ProcessFigures.settles(before) { ProcessFigures.descriptors })
            }
        }

        @Test func aBodyOutlivesItsTransport() async throws {
            var transport: CurlTransport? = CurlTransport()
            let response = try #require(
                try await transport?.send(TransportRequest(url: try TestServer.odd("/slow/4/0.05")))
            )
            transport = nil
            var bytes: [UInt8] = []
            for try await chunk in response.body { bytes += chunk }
            #expect(bytes == TestServer.pattern(4))
        }

        @Test(.measuresMemory) func aSlowReaderOfALargeBodyUsesLittleMemory() async {
            await #expect(processExitsWith: .success) {
                // An environment variable selects the full size; the buffered size does not depend on it.
                let isLong = ProcessInfo.processInfo.environment["MIMEOGRAPH_LONG_TESTS"] != nil
                let file = isLong ? "1G.bin" : "64M.bin"
                let url = "http://127.0.0.1:\(try TestServer.nginx().port("http"))/\(file)"
                // The memory of the tests, all of which are in one program, does not count.
                let before = ProcessFigures.peakMemory
                let response = try await CurlTransport().send(TransportRequest(url: url))
                var count = 0
                for try await chunk in response.body {
                    count += chunk.count
                    if !isLong || count & 0xFF_FFFF < chunk.count { try await Task.sleep(for: .milliseconds(2)) }
                }
                #expect(count == (isLong ? 1 << 30 : 64 << 20))
                #expect(ProcessFigures.peakMemory - before < 24 << 20)
            }
        }

        @Test func aLargeUploadUsesLittleMemory() async {
            await #expect(processExitsWith: .success) {
                let isLong = ProcessInfo.processInfo.environment["MIMEOGRAPH_LONG_TESTS"] != nil
                let count = isLong ? 4096 : 256
                let chunk = [UInt8](repeating: 7, count: 1 << 18)
                let stream = BodyStream {
                    let next = Counter()
                    return AsyncThrowingStream { next.increment() < count ? chunk : nil }
                }
                let url = "http://127.0.0.1:\(try TestServer.nginx().port("http"))/put/large"
                let request = TransportRequest(method: .put, url: url, body: .stream(stream))
                let before = ProcessFigures.peakMemory
                let response = try await CurlTransport().whole(request)
                #expect(response.head.status == 201 && response.metrics.bytesSent >= count << 18)
                #expect(ProcessFigures.peakMemory - before < 24 << 20)
            }
        }
    }
#endif
