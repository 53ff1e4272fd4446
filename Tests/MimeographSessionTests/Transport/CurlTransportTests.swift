#if os(Linux)
    import Mimeograph
    import MimeographSession
    import TestServers
    import TestSupport
    import Testing

    @Suite(.needsOddServer, .within(minutes: 10))
    struct CurlTransportTests {
        @Test(arguments: TransportConformance.checks)
        func keepsThePromisesOfTransports(_ check: TransportConformance.Check) async throws {
            let looksAtTheClock = check.needs.contains(.time)
            let subject = TransportConformance.Subject(transport: CurlTransport()) { path in
                looksAtTheClock ? try TestServer.calm(path) : try TestServer.odd(path)
            }
            try await check.run(subject)
        }
    }
#endif
