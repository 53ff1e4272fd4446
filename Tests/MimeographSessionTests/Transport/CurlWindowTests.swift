#if os(Linux)
    import Foundation
    import Mimeograph
    import TestServers
    import TestSupport
    import Testing

    @testable import MimeographSession

    /// Tests of the memory of unread bodies on a shared HTTP/2 connection. Each runs in a separate process.
    @Suite(.needsTLSServer, .within(minutes: 10))
    struct CurlWindowTests {
        static func transport() throws -> CurlTransport {
            CurlTransport(
                configuration: .init(
                    maximumConnectionsPerHost: nil,
                    certificateAuthorities: .file(try TestServer.frames().path("authority"))
                )
            )
        }

        /// Reads some bytes of a body.
        static func read(_ body: inout TransportBody.AsyncIterator, _ count: Int) async throws {
            var left = count
            while left > 0, let chunk = try await body.next() { left -= chunk.count }
            #expect(left <= 0)
        }

        @Test(.measuresMemory) func unreadBodiesUseLittleMemoryWhileAnotherIsRead() async {
            await #expect(processExitsWith: .success) {
                let transport = try CurlWindowTests.transport()
                var request = try FrameTests.request("endless")
                request.options.idleTimeout = .seconds(60)
                let before = ProcessFigures.peakMemory
                var bodies: [TransportBody.AsyncIterator] = []
                for _ in 0..<20 { bodies.append(try await transport.send(request).body.makeAsyncIterator()) }
                try await CurlWindowTests.read(&bodies[0], 128 << 20)
                // Each body buffers at most 768 KiB and one piece.
                #expect(ProcessFigures.peakMemory - before < 48 << 20)
                // All bodies continue after any number of pauses, and bodies that pause again use no more memory.
                for _ in 0..<3 {
                    for index in bodies.indices { try await CurlWindowTests.read(&bodies[index], 3 << 20) }
                }
                #expect(ProcessFigures.peakMemory - before < 48 << 20)
            }
        }

        @Test(.measuresMemory) func theWindowHasTheSizeOfTheBuffer() async {
            await #expect(processExitsWith: .success) {
                var configuration = try CurlWindowTests.transport().configuration
                configuration.receiveBufferSize = 1
                let transport = CurlTransport(configuration: configuration)
                let request = try FrameTests.request("endless")
                var bodies: [TransportBody.AsyncIterator] = []
                let before = ProcessFigures.peakMemory
                for _ in 0..<20 { bodies.append(try await transport.send(request).body.makeAsyncIterator()) }
                try await CurlWindowTests.read(&bodies[0], 16 << 20)
                #expect(ProcessFigures.peakMemory - before < 24 << 20)
            }
        }
    }
#endif
