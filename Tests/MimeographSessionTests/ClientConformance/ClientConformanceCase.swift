#if os(Linux)
    /// A case of the suite HTTPClientConformance, and the test for it.
    struct ClientConformanceCase: Sendable {
        /// The name of the case in the suite.
        let name: String
        /// The test, a member of ``ClientConformanceTests``.
        let test: @Sendable (ClientConformanceTests) -> () async throws -> Void

        init(_ name: String, _ test: @escaping @Sendable (ClientConformanceTests) -> () async throws -> Void) {
            self.name = name
            self.test = test
        }

        /// All cases, in the suite's order. The session differs in none of them.
        ///
        /// By default it stores no responses and decodes no content codings. So testETag sets a cache, and testGzip, testDeflate and
        /// testBrotli need plugins in the registry.
        static let all: [ClientConformanceCase] = [
            .init("testNotHTTP", Tests.rejectsBytesThatAreNotHTTP),
            .init("testBadHTTPCase", Tests.rejectsAStatusLineWithAnotherCase),
            .init("testNoReason", Tests.acceptsAStatusLineWithoutAReason),
            .init("test204WithContentLength", Tests.readsNoBodyAfter204),
            .init("test304WithContentLength", Tests.readsNoBodyAfter304),
            .init("testIncompleteBody", Tests.rejectsAnIncompleteBody),
            .init("testNoLengthHint", Tests.readsABodyUntilTheConnectionCloses),
            .init("testConflictingContentLength", Tests.rejectsConflictingLengths),
            .init("testOk", Tests.sendsEachMethodWithoutABody),
            .init("testEchoString", Tests.receivesTheBodyThatItSends),
            .init("testGzip", Tests.decodesGzip),
            .init("testDeflate", Tests.decodesDeflate),
            .init("testBrotli", Tests.decodesBrotli),
            .init("testIdentity", Tests.readsABodyWithoutACoding),
            .init("testCustomHeader", Tests.sendsAFieldOfTheCaller),
            .init("testBasicRedirect", Tests.followsARedirect),
            .init("testNotFound", Tests.returnsNotFoundAsAResponse),
            .init("testStatusOutOfRangeButValid", Tests.returnsAStatusAbove599),
            .init("testStressTest", Tests.answersAHundredRequestsAtOnce),
            .init("testGetConvenience", Tests.getsAValueWithOneCall),
            .init("testPostConvenience", Tests.postsABodyWithOneCall),
            .init("testCancelPreHeaders", Tests.endsWithoutAHeadWhenItIsCancelled),
            .init("testCancelPreBody", Tests.endsInTheMiddleOfTheBodyWhenItIsCancelled),
            .init("testEcho1MBBody", Tests.receivesAMegabyteWhileItSendsIt),
            .init("testUnderRead", Tests.leavesTheRestOfABodyUnread),
            .init("testDripRead", Tests.readsABodyByteByByte),
            .init("testClientSendsEmptyHeaderValue", Tests.sendsAnEmptyField),
            .init("testInfiniteRedirect", Tests.stopsAnEndlessRedirect),
            .init("testHeadWithContentLength", Tests.readsNoBodyAfterHEAD),
            .init("testServerSendsMultiValueHeader", Tests.keepsFieldsOfOneNameApart),
            .init("testClientSendsMultiValueHeader", Tests.sendsFieldsOfOneNameInOrder),
            .init("testBasicCookieSetAndUse", Tests.sendsAReceivedCookie),
            .init("testEchoInterleave", Tests.receivesEachByteBeforeItSendsTheNext),
            .init("testSpeakInterleave", Tests.answersEachByteOfTheServer),
            .init("testEmptyChunkedBody", Tests.sendsAnEmptyStream),
            .init("testURLParams", Tests.sendsParametersInTheirOrder),
            .init("testETag", Tests.revalidatesByEntityTag),
            .init("testTrailerRead", Tests.returnsTrailers),
            .init("testTrailerWrite", Tests.sendsTrailers),
        ]

        private typealias Tests = ClientConformanceTests
    }
#endif
