import Foundation
import Mimeograph
import MimeographSessionTesting
import MimeographSupport
import TestSupport
import Testing

@testable import MimeographSession

/// Tests of the age and the lifetime of responses with unusual fields.
@Suite struct CacheFreshnessTests {
    /// A Tuesday: 14 November 2023, 22:13:20 GMT.
    private static let start = Date(timeIntervalSince1970: 1_700_000_000)

    /// Returns whether the cache answers the second of two requests.
    private static func isHit(
        _ fields: HeaderFields,
        status: Int = 200,
        after seconds: Double = 1,
        asking second: HeaderFields = [:],
        first: HeaderFields = [:]
    ) async throws -> Bool {
        let transport = ScriptedTransport()
        transport.on("*", .init(status: status, fields: fields, body: "x"))
        let time = Locked(start)
        let cache = ResponseCache(memory: 1 << 20, disk: nil) { time.withLock { $0 } }
        let session = session(transport) { $0.cache = cache }
        _ = try await session.data(for: RequestMessage(url: "http://h/x", fields: first))
        time.withLock { $0 += seconds }
        return try await session.data(for: RequestMessage(url: "http://h/x", fields: second)).metrics.cache == .hit
    }

    /// Values of Expires, and whether they are a future date. Source: RFC 9111 §4.2, §5.3.
    @Test(arguments: [
        ("Wed, 15 Nov 2023 07:13:20 GMT", true), ("Wednesday, 15-Nov-23 07:13:20 GMT", true),
        ("Wed Nov 15 07:13:20 2023", true), ("WED, 15 NOV 2023 07:13:20 gmt", true),
        // Nine hours ahead is past in a time zone that is ten hours ahead.
        ("Wed, 15 Nov 2023 07:13:20 AEST", false), ("Wed, 15 Nov 2023 07:13:20 UTC", false),
        ("Wed, 15 Nov 2023 07:13:20 +1000", false), ("Wed, 15 Nov 2023 07:13:20", false),
        ("Wed 15 Nov 2023 07:13:20 GMT", false), ("Wed, 15  Nov  2023 07:13:20 GMT", false),
        ("15 Nov 2023 07:13:20 GMT", false), ("Wed, 15-Nov-2023 07:13:20 GMT", false),
        ("2023-11-15T07:13:20Z", false), ("Wed, 15 Nov 2023 07.13.20 GMT", false), ("0", false), ("-1", false),
        ("tomorrow", false), ("", false),
    ])
    func anInvalidExpiresCountsAsPast(_ text: String, _ isFresh: Bool) async throws {
        #expect(try await Self.isHit(["Expires": text, "ETag": "\"1\""]) == isFresh, "\(text)")
    }

    /// Directives of a request, the seconds since the response became stale, and whether it is returned. Source: RFC 9111
    /// §5.2.1.2.
    @Test(arguments: [
        ("max-stale", 1000.0, true), ("max-stale=0", 1, false), ("max-stale=00", 1, false), ("max-stale=abc", 1, false),
        ("max-stale=", 1, false), ("max-stale=\"\"", 1, false), ("max-stale=-5", 1, false), ("max-stale=1.5", 1, false),
        ("max-stale=10", 9, true), ("max-stale=10", 11, false), ("max-stale=\"10\"", 9, true),
        ("max-stale=0000000000010", 9, true), ("max-stale=0000000000010", 11, false),
        ("max-stale=99999999999999999999", 1e6, true), ("max-stale=0, max-stale", 1, false),
    ])
    func maxStaleAllowsStaleResponses(_ directive: String, _ ago: Double, _ isGiven: Bool) async throws {
        let fields: HeaderFields = ["Cache-Control": "max-age=60"]
        let asking: HeaderFields = ["Cache-Control": directive]
        #expect(try await Self.isHit(fields, after: 60 + ago, asking: asking) == isGiven, "\(directive)")
    }

    /// A request with malformed directives gets no response that it may not want.
    @Test(arguments: [
        ("min-fresh=abc", false), ("min-fresh=", false), ("min-fresh=10", true), ("min-fresh=99999999999", false),
        ("max-age=abc", false), ("max-age=99999999999", true), ("@, no-cache", false),
        ("\u{301}no-cache, no-cache", false),
        ("=, no-cache", false), ("x=\"a\"; no-cache", false),
    ])
    func invalidDirectivesGetNoStoredResponse(_ directive: String, _ isGiven: Bool) async throws {
        let asking: HeaderFields = ["Cache-Control": directive]
        #expect(try await Self.isHit(["Cache-Control": "max-age=60"], asking: asking) == isGiven, "\(directive)")
    }

    /// The Cache-Control of a response, and whether it is returned one second before an hour has passed.
    @Test(arguments: [
        ("max-age=3600", true), ("max-age=0000000000003600", true), ("max-age=99999999999", true),
        ("max-age=abc", false),
        ("max-age=3600a", false), ("max-age=-3600", false), ("max-age='3600'", false), ("max-age", false),
        ("@@@, no-store, max-age=3600", false), ("\u{20AC}, no-store, max-age=3600", false),
        ("extension=\"max-age=3600\", max-age=1", false), ("max-age=3600, no-store, must-understand", true),
    ])
    func directivesOfResponsesAreRead(_ directive: String, _ isFresh: Bool) async throws {
        #expect(
            try await Self.isHit(["Cache-Control": directive, "ETag": "\"1\""], after: 3599) == isFresh,
            "\(directive)"
        )
    }

    /// Values of Age, and the age of the response in seconds. Source: RFC 9111 §1.2.2, §5.1.
    @Test(
        arguments: [
            (["Age": "7200"], 7200.0), (["Age": "99999999999"], 2_147_483_648), (["Age": "2147483649"], 2_147_483_648),
            (["Age": "99999999999999999999999999"], 2_147_483_648), (["Age": "7200, 0"], 7200), (["Age": "0, 7200"], 0),
            (["Age": "7200,"], 7200), (["Age": "7200", "age": "0"], 7200), (["Age": "0", "age": "7200"], 0),
            (["Age": "0000000000007200"], 7200), (["Age": "abc"], 0), (["Age": "-7200"], 0), (["Age": "7200.0"], 0),
            (["Age": ""], 0), (["Age": "\u{301}7200"], 0), (["Age": " 7200 , 1"], 7200),
        ] as [(HeaderFields, Double)]
    )
    func agesAreParsedCompletely(_ fields: HeaderFields, _ age: Double) {
        let response = CachedResponse(
            status: 200,
            fields: fields,
            body: [],
            requestTime: Self.start,
            responseTime: Self.start,
            varyingFields: [],
            variant: ""
        )
        #expect(response.age(Self.start) == age, "\(fields)")
    }

    /// Statuses with explicit freshness. Source: RFC 9111 §3.
    @Test(arguments: [
        200, 203, 204, 299, 300, 301, 302, 303, 307, 308, 400, 403, 404, 405, 410, 414, 499, 500, 501, 502, 503, 504,
        599,
    ])
    func anyFinalStatusIsStoredWithExplicitFreshness(_ status: Int) async throws {
        #expect(try await Self.isHit(["Cache-Control": "max-age=60"], status: status))
        #expect(try await Self.isHit(["Expires": "Wed, 15 Nov 2023 07:13:20 GMT"], status: status))
        #expect(try await !Self.isHit(["Cache-Control": "max-age=60"], status: status, after: 61))
        #expect(try await !Self.isHit(["Cache-Control": "max-age=60, no-store"], status: status))
    }

    /// Statuses that answer a condition or a challenge, and statuses that must not be stored. Source: RFC 9111 §3.1, §3.3; RFC
    /// 6585 §3 to §6.
    @Test(arguments: [206, 401, 407, 412, 416, 428, 429, 431, 511])
    func someStatusesAreNeverKept(_ status: Int) async throws {
        #expect(try await !Self.isHit(["Cache-Control": "max-age=60", "ETag": "\"1\""], status: status))
    }

    /// The answer to a request's own condition does not answer a request without it.
    @Test func a304ForACallersConditionIsNotStored() async throws {
        let fields: HeaderFields = ["Cache-Control": "max-age=60", "ETag": "\"1\""]
        #expect(try await !Self.isHit(fields, status: 304, first: ["If-None-Match": "\"1\""]))
    }

    /// Without explicit freshness, only the statuses in RFC 9110 §15.1 are stored.
    @Test(arguments: [
        (200, true), (404, true), (202, false), (299, false), (302, false), (403, false), (500, false), (503, false),
    ])
    func freshnessIsEstimatedForSomeStatuses(_ status: Int, _ isKept: Bool) async throws {
        let fields: HeaderFields = ["Last-Modified": "Tue, 14 Nov 2022 22:13:20 GMT", "ETag": "\"1\""]
        #expect(try await Self.isHit(fields, status: status) == isKept)
    }

    @Test func unknownStatusWithMustUnderstandIsNotStored() async throws {
        #expect(try await !Self.isHit(["Cache-Control": "max-age=60, must-understand"], status: 599))
        #expect(try await Self.isHit(["Cache-Control": "max-age=60, must-understand"], status: 404))
    }

    /// Fields of one connection are not stored; fields that the cache needs stay. Source: RFC 9111 §3.1; RFC 9110 §7.6.1.
    @Test func fieldsOfAConnectionAreNotStored() async throws {
        let transport = ScriptedTransport()
        let fields: HeaderFields = [
            "Cache-Control": "max-age=60", "Connection": "a, Cache-Control, \u{301}b", "A": "1", "Keep-Alive": "1",
            "Proxy-Authenticate": "x", "TE": "x", "Transfer-Encoding": "x", "C": "3",
        ]
        transport.on("*", .init(fields: fields, body: "x"))
        let session = session(transport) { $0.cache = ResponseCache() }
        _ = try await session.data(for: RequestMessage(url: "http://h/x"))
        let again = try await session.data(for: RequestMessage(url: "http://h/x"))
        #expect(again.metrics.cache == .hit)
        #expect(again.head.fields.map(\.name).sorted() == ["Age", "C", "Cache-Control", "Date"])
    }
}
