#if os(Linux)
    import Foundation
    import TestServers
    import TestSupport
    import Testing

    @testable import MimeographSession

    /// The behaviors of h2spec and further rules of RFC 9113, against the session.
    ///
    /// Each case starts an HTTP/2 server that follows a script of frames. It compares what the session delivered, and what the
    /// server received, with and without TLS.
    @Suite(.needsTLSServer) struct FrameSuiteTests {
        @Test(.within(minutes: 5)) func everyCase() async throws {
            let record = SuiteRecord("h2spec")
            #expect(Set(FrameCase.all.map(\.name)).count == FrameCase.all.count)
            #expect(Set(FrameDifferences.names).isSubset(of: FrameCase.all.map(\.name)))
            await withTaskGroup(of: (FrameCase, String?).self) { group in
                var rest = FrameCase.all[...]
                for each in rest.prefix(8) { group.addTask { (each, await each.problem) } }
                rest = rest.dropFirst(8)
                for await (each, problem) in group {
                    Self.record(each, problem, in: record)
                    if let next = rest.popFirst() { group.addTask { (next, await next.problem) } }
                }
            }
            try record.write()
        }

        private static func record(_ each: FrameCase, _ problem: String?, in record: SuiteRecord) {
            if each.sharesConnection, !CurlLibrary.sharesConnections {
                return record.leaveOut(
                    each.name,
                    because: "libcurl before 8.13 has one exchange at a time on a connection of HTTP/2."
                )
            }
            switch (problem, FrameDifferences.reason(for: each.name)) {
            case (nil, nil): record.expect(true, each.name)
            case (nil, .some): record.expect(false, each.name, "the case no longer differs")
            case (_?, let reason?): record.differs(each.name, because: reason)
            case (let problem?, nil): record.expect(false, each.name, "\(problem) (RFC 9113 \(each.section))")
            }
        }
    }

    extension FrameCase {
        /// The differences of the case with and without TLS, or nil.
        fileprivate var problem: String? {
            get async {
                if sharesConnection, !CurlLibrary.sharesConnections { return nil }
                var copy = self
                // Some cases differ by waiting for a timeout.
                if FrameDifferences.reason(for: name) != nil { copy.idleTimeout = .seconds(2) }
                do {
                    if let problem = try await copy.problem(secure: true) { return problem }
                    return try await copy.problem(secure: false).map { "without TLS: \($0)" }
                } catch {
                    return "the runner failed: \(error)"
                }
            }
        }
    }
#endif
