#if os(Linux)
    import Foundation
    import TestServers
    import TestSupport
    import Testing

    /// The cases of HTTPClientConformance: whether each has a test, and how many pass.
    @Suite(.needsOddServer, .within(minutes: 5))
    struct ClientConformanceRecordTests {
        /// The suite's names.
        ///
        /// Source: apple/swift-http-api-proposal at a7dad952b7e5, Sources/HTTPClientConformance/HTTPClientConformance.swift.
        private static let names = """
            NotHTTP BadHTTPCase NoReason 204WithContentLength 304WithContentLength IncompleteBody NoLengthHint
            ConflictingContentLength Ok EchoString Gzip Deflate Brotli Identity CustomHeader BasicRedirect NotFound
            StatusOutOfRangeButValid StressTest GetConvenience PostConvenience CancelPreHeaders CancelPreBody
            Echo1MBBody UnderRead DripRead ClientSendsEmptyHeaderValue InfiniteRedirect HeadWithContentLength
            ServerSendsMultiValueHeader ClientSendsMultiValueHeader BasicCookieSetAndUse EchoInterleave SpeakInterleave
            EmptyChunkedBody URLParams ETag TrailerRead TrailerWrite
            """.split { $0.isWhitespace }.map { "test\($0)" }

        @Test func everyCaseHasItsOwnTest() throws {
            #expect(Self.names.count == 39 && ClientConformanceCase.all.map(\.name) == Self.names)
            let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            let texts = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .filter { $0.hasPrefix("ClientConformanceTests") }
                .map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
            let tests = texts.flatMap { $0.matches(of: /@Test func (\w+)\(\)/).map { String($0.output.1) } }
            let table = try String(
                contentsOf: folder.appendingPathComponent("ClientConformanceCase.swift"),
                encoding: .utf8
            )
            let listed = table.matches(of: /Tests\.(\w+)[,)]/).map { String($0.output.1) }
            #expect(listed.count == 39 && Set(listed) == Set(tests) && tests.count == 39)
        }

        /// Counts the cases. It runs the tests again, so it is skipped if no folder for the counts is given.
        @Test(
            .enabled(
                if: ProcessInfo.processInfo.environment["MIMEOGRAPH_CONFORMANCE"] != nil,
                "MIMEOGRAPH_CONFORMANCE names no folder for the counts"
            )
        )
        func everyCase() async throws {
            let record = SuiteRecord("http-client-conformance")
            for testCase in ClientConformanceCase.all {
                do {
                    // As in the suite, no case sees the cookies and connections of another one.
                    try await testCase.test(try ClientConformanceTests())()
                    record.expect(true, testCase.name)
                } catch {
                    record.expect(false, testCase.name, "\(error)")
                }
            }
            try record.write()
        }
    }
#endif
