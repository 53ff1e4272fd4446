// The tables name what FoundationNetworking of Swift 6.3 does.
#if os(Linux) && compiler(>=6.3)
    import Foundation
    import Mimeograph
    import TestServers
    import TestSupport
    import Testing

    /// Tests of the transport for Apple's platforms, on FoundationNetworking. The files of the transport are compiled into these tests.
    ///
    /// The checks that measure time are not run, because FoundationNetworking counts timeouts in whole seconds.
    @Suite(.needsOddServer, .within(minutes: 10), .serialized)
    struct URLSessionTransportTests {
        /// The checks that FoundationNetworking of Swift 6.3 does not let end. They are not run.
        static let unfinished = [
            "a body in many small pieces": "it traps on trailers",
            "trailers are not fields of the head": "it traps on trailers",
            "trailers are available after the body": "it traps on trailers",
            "forbidden trailers are omitted": "it traps on trailers",
            "redirects, challenges and codings are passed on":
                "it traps if a challenge is answered without a credential",
            "a body with HEAD": "it waits for a response with a body",
            "a producer that fails makes the exchange fail": "it does not cancel a task while it reads from a stream",
            "a body with a wrong declared length makes the exchange fail": "the same",
            "an answer while the producer stalls ends the exchange and the producer": "the same",
            "a cancelled task does not read an endless body to its end": "it receives even while the task is suspended",
            "dropping a body ends the exchange, even if it was never read": "the same",
            "a body is not received faster than it is read": "the same",
            "invalidating lets exchanges end, or ends them": "it often traps when a task is suspended",
        ]
        /// The checks that fail on FoundationNetworking.
        static let differences = [
            "interim responses are not the response": "it takes the first interim response for the final one",
            "interim responses come in order, before the response": "the same",
            "fields with one name stay separate, in order": "it joins them",
            "a field that is not UTF-8 is kept": "it rejects the response",
            "invalid field lines are omitted": "it rejects the response",
            "fields are sent in order, without additions": "it adds fields, and sorts them",
            "metrics": "it reports neither times nor addresses",
            "no body": "it sends Content-Length: 0",
            "bytes": "the transport rejects a body with GET",
            "a stream with a length": "it sends every stream in chunks",
            "trailers are announced, and sent after the body": "it sends none",
            "a failing trailer closure makes the exchange fail": "the same; the transport rejects the request",
            "an answer before the body is sent": "it reports no response if the connection ends",
            "a truncated body is an error": "it reports an unknown error",
            "bytes before an error are delivered": "it reports an unknown error",
            "no response at all": "it reports an unknown error",
            "a response that is not HTTP": "it reports an unsupported URL",
            "an endless head": "it reports an unknown error",
        ]

        /// Runs a check in a child process, and again if FoundationNetworking traps or does not end, which it sometimes does.
        private static func run(_ check: TransportConformance.Check) async throws {
            for _ in 0..<5 {
                let test = "URLSessionTransportTests/runsOne"
                let outcome = try await ChildProcess.runTests(test, environment: [variable: check.name])
                if outcome.status == interrupted { continue }
                #expect(outcome.status == 0 && outcome.text.contains("ran \(check.name)"), "\(outcome.errors)")
                return
            }
            Issue.record("\(check.name): It trapped or did not end, five times.")
        }

        private static let variable = "MIMEOGRAPH_URLSESSION_CHECK"
        private static let own = ProcessInfo.processInfo.environment[variable]
        /// The exit status of a process that trapped or took too long.
        private static let interrupted: Int32 = 75

        /// The test that the child process runs.
        @Test(.enabled(if: own != nil, "runs only in a child process of another test"))
        func runsOne() async throws {
            for number in [SIGILL, SIGTRAP, SIGSEGV, SIGABRT, SIGALRM] { signal(number) { _ in _exit(75) } }
            alarm(40)
            let base = try TestServer.odd("")
            let check = try #require(TransportConformance.checks.first { $0.name == Self.own })
            let transport = TransportConformance.TransportUnderTest(transport: URLSessionTransport()) { base + $0 }
            try await withKnownIssue(isIntermittent: false) {
                try await check.run(transport)
            } when: {
                Self.differences[check.name] != nil
            }
            print("ran \(check.name)")
        }

        @Test(
            arguments: TransportConformance.checks.filter {
                !$0.needs.contains(.time) && unfinished[$0.name] == nil && differences[$0.name] == nil
            }
        )
        func keepsThePromisesOfTransports(_ check: TransportConformance.Check) async throws {
            try await Self.run(check)
        }

        @Test(arguments: TransportConformance.checks.filter { differences[$0.name] != nil })
        func failsInTheNamedChecks(_ check: TransportConformance.Check) async throws {
            try await Self.run(check)
        }

        @Test(arguments: [unfinished, differences])
        func eachNameIsThatOfACheck(_ names: [String: String]) {
            #expect(Set(names.keys).isSubset(of: TransportConformance.checks.map(\.name)))
        }
    }
#endif
