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
            let transportUnderTest = TransportConformance.TransportUnderTest(transport: CurlTransport()) { path in
                looksAtTheClock ? try TestServer.calm(path) : try TestServer.odd(path)
            }
            try await check.run(transportUnderTest)
        }
    }
#endif
