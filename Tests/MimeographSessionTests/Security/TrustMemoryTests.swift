// Before Swift 6.3 a test in a process of its own can be handed nothing.
#if os(Linux) && compiler(>=6.3)
    import Foundation
    import MimeographSession
    import TestServers
    import TestSupport
    import Testing

    /// What reading and evaluating certificates leaves behind.
    @Suite(.needsTLSServer) struct TrustMemoryTests {
        /// In a process of its own, because what other tests hold would be counted too.
        @Test(.measuresMemory) func certificatesAreFreed() async throws {
            let folder = try TestServer.tls().path("folder")
            await #expect(processExitsWith: .success) { [folder = folder as String] in
                func evaluate(times: Int) throws {
                    for number in 0..<times {
                        var policy = SecurityPolicy()
                        // The anchors are new each time, and so is what OpenSSL makes of them.
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
                // What is made once, such as tables of OpenSSL, is made now.
                try evaluate(times: 200)
                let before = try ResidentMemory.now
                try evaluate(times: 1_000)
                // One certificate each time would come to some 3 MB.
                let kept = try ResidentMemory.now - before
                try #require(kept < 1 << 20, "\(kept) bytes were kept")
            }
        }
    }
#endif
