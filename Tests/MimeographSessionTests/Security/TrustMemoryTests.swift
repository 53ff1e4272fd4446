// Before Swift 6.3, a test in a separate process cannot capture values.
#if os(Linux) && compiler(>=6.3)
    import Foundation
    import MimeographSession
    import TestServers
    import TestSupport
    import Testing

    /// Tests that reading and evaluating certificates leaks no memory.
    @Suite(.needsTLSServer) struct TrustMemoryTests {
        /// Runs in a separate process, because the memory of other tests would count, too.
        @Test(.measuresMemory) func certificatesAreFreed() async throws {
            let folder = try TestServer.tls().path("folder")
            await #expect(processExitsWith: .success) { [folder = folder as String] in
                func evaluate(times: Int) throws {
                    for number in 0..<times {
                        var policy = SecurityPolicy()
                        // The anchors are new each time, and so are OpenSSL's objects for them.
                        policy.anchors = .only(
                            try Certificate.read(path: "\(folder)/\(number % 2 == 0 ? "root" : "self").pem")
                        )
                        let chain = try ["good", "intermediate"].flatMap {
                            try Certificate.read(path: "\(folder)/\($0).pem")
                        }
                        try? policy.evaluate(PresentedCertificates(host: "localhost", certificates: chain))
                        _ = try ClientIdentity(certificatePath: "\(folder)/client.pem", keyPath: "\(folder)/client.key")
                    }
                }
                // The first round creates everything that is created only once, such as OpenSSL's tables.
                try evaluate(times: 200)
                let before = try ResidentMemory.now
                try evaluate(times: 1_000)
                // One leaked certificate each time would add up to about 3 MB.
                let kept = try ResidentMemory.now - before
                try #require(kept < 1 << 20, "\(kept) bytes were kept")
            }
        }
    }
#endif
