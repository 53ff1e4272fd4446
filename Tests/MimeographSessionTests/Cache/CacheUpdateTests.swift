import Foundation
import Mimeograph
import MimeographSessionTesting
import MimeographSupport
import TestSupport
import Testing

@testable import MimeographSession

/// Tests of the changes that a 304 and a HEAD response make to a stored response.
///
/// Source: RFC 9111 §3.2, §4.3.4, §4.3.5; RFC 9110 §6.6.1.
@Suite struct CacheUpdateTests {
    private static let url = "http://h.example/x"
    private static let start = Date(timeIntervalSince1970: 1_700_000_000)
    private static let date = "Tue, 14 Nov 2023 22:13:20 GMT"

    private static func get(_ session: SessionManager, _ method: HTTPMethod = .get) async throws -> ValueResponse<
        [UInt8]
    > {
        try await session.data(for: RequestMessage(method: method, url: url))
    }

    /// The second of two answers, the time between them, and the result of the third request.
    private static func third(
        _ second: ScriptedAnswer,
        by method: HTTPMethod = .get,
        stored: HeaderFields = ["Cache-Control": "max-age=10", "ETag": "\"1\"", "Date": date, "A": "1", "Age": "5"]
    ) async throws -> ValueResponse<[UInt8]> {
        let transport = ScriptedTransport()
        transport.on("*", call: 1, .init(fields: stored, body: "body"))
        transport.on("*", call: 2, second)
        transport.on("*", .init(status: 599))
        let time = Locked(start)
        let session = session(transport) {
            $0.cache = ResponseCache(memory: 1 << 20, disk: nil) { time.withLock { $0 } }
        }
        _ = try await get(session)
        time.withLock { $0 += 20 }
        _ = try await get(session, method)
        return try await get(session)
    }

    /// The age and the date of a response from before it was confirmed no longer count.
    @Test func ageOfAConfirmedResponseIsThatOfThe304() async throws {
        let silent = try await Self.third(.init(status: 304))
        #expect(silent.metrics.cache == .hit)
        #expect(silent.head.fields["Age"] == "0")
        #expect(silent.head.fields["Date"] == "Tue, 14 Nov 2023 22:13:40 GMT")
        let aged = try await Self.third(.init(status: 304, fields: ["Age": "7"]))
        #expect(aged.head.fields["Age"] == "7" && aged.metrics.cache == .hit)
        #expect(try await Self.third(.init(status: 304, fields: ["Age": "15"])).head.status == 599)
    }

    /// A response without Date gets its time of arrival; a date of the server stays, whatever it is.
    @Test func datesAreAddedAndNeverChanged() async throws {
        let transport = ScriptedTransport()
        transport.on("http://h.example/without", .init(fields: ["Cache-Control": "max-age=60"], body: "x"))
        transport.on(
            "http://h.example/with",
            .init(fields: ["Cache-Control": "max-age=60", "Date": "soon"], body: "x")
        )
        let session = session(transport) { $0.cache = ResponseCache(memory: 1 << 20, disk: nil) { Self.start } }
        for (path, date) in [("without", Self.date), ("with", "soon")] {
            let request = RequestMessage(url: "http://h.example/\(path)")
            _ = try await session.data(for: request)
            #expect(try await session.data(for: request).head.fields["Date"] == date)
        }
    }

    /// Fields of a HEAD response, and whether the stored response is then fresh, still stored, or removed.
    private static let heads: [(Int, HeaderFields, ExchangeMetrics.CacheUse)] = [
        (200, ["Cache-Control": "max-age=60", "B": "2"], .hit),
        (200, ["Cache-Control": "max-age=60", "B": "2", "ETag": "\"1\"", "Content-Length": "4"], .hit),
        (200, ["Cache-Control": "max-age=60", "ETag": "\"2\""], .none),
        (200, ["Cache-Control": "max-age=60", "Content-Length": "5"], .none),
        (200, ["Cache-Control": "max-age=60", "Last-Modified": "Tue, 14 Nov 2023 22:13:20 GMT"], .none),
        (200, ["Cache-Control": "no-store"], .none), (200, ["Cache-Control": "max-age=60", "Vary": "*"], .none),
        (304, ["Cache-Control": "max-age=60", "B": "2"], .hit),
        // A HEAD response with another status says nothing about the stored one, which is stale.
        (410, ["Cache-Control": "max-age=60"], .none), (500, [:], .none),
    ]

    @Test(arguments: heads.indices)
    func headUpdatesTheStoredResponse(_ index: Int) async throws {
        let (status, fields, use) = Self.heads[index]
        let third = try await Self.third(.init(status: status, fields: fields), by: .head)
        #expect(third.metrics.cache == use, "\(status) \(fields)")
        guard use == .hit else { return }
        #expect(third.value == Array("body".utf8))
        // Fields that it omits stay.
        #expect(third.head.fields["B"] == "2" && third.head.fields["A"] == "1")
    }

    @Test func storedResponseToGetAnswersHead() async throws {
        let transport = ScriptedTransport()
        transport.on("*", .init(fields: ["Cache-Control": "max-age=60", "Content-Length": "4"], body: "body"))
        let session = session(transport) { $0.cache = ResponseCache() }
        // A HEAD response cannot answer GET.
        #expect(try await Self.get(session, .head).metrics.cache == .none)
        #expect(try await Self.get(session).metrics.cache == .stored)
        let head = try await Self.get(session, .head)
        #expect(head.metrics.cache == .hit && head.value.isEmpty)
        #expect(head.head.fields["Content-Length"] == "4" && head.head.requestMethod == .head)
        #expect(transport.requests.count == 2)
    }

    /// Statuses that are not cached by default are stored if the server sends `public`. Source: RFC 9111 §3, §4.2.2.
    @Test(arguments: [
        ("public", 599, true), ("public, must-understand", 599, false), ("private", 599, false), ("x", 599, false),
        ("public, no-store", 599, false), ("public", 403, true), ("public", 401, false), ("public", 206, false),
    ])
    func publicResponsesMayHaveEstimatedFreshness(_ directives: String, _ status: Int, _ isHit: Bool) async throws {
        let transport = ScriptedTransport()
        let fields: HeaderFields = ["Cache-Control": directives, "Last-Modified": "Tue, 14 Nov 2022 22:13:20 GMT"]
        transport.on("*", .init(status: status, fields: fields, body: "x"))
        let session = session(transport) { $0.cache = ResponseCache() }
        _ = try await Self.get(session)
        #expect((try await Self.get(session).metrics.cache == .hit) == isHit)
    }

    /// An argument with a space before its equals sign is malformed. Source: RFC 9111 §4.2.1, §5.2; RFC 9110 §5.6.
    @Test(arguments: [
        ("max-age=60", 60.0), ("max-age=\"60\"", 60), ("max-age=\"6\\0\"", 60), ("max-age =60", 0), ("max-age= 60", 0),
        ("max-age\t=60", 0), ("max-age=60 ", 60), (" max-age=60,", 60), ("max-age=60, max-age=1", 60),
        ("max-age=1, max-age=60", 1), ("max-age=60;x", 60), ("max-age=\"60", 60), ("x=\", max-age=60", 0),
    ])
    func directiveArgumentsAreParsedStrictly(_ text: String, _ seconds: Double) {
        #expect((CacheDirectives(["Cache-Control": text]).seconds("max-age") ?? 0) == seconds, "\(text)")
    }

    /// A date in the current format parses to the same moment.
    @Test func datesAreWrittenAsTheyAreRead() {
        #expect(HTTPDate.text(of: Date(timeIntervalSince1970: 784_111_777)) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate.text(of: Date(timeIntervalSince1970: -1)) == "Wed, 31 Dec 1969 23:59:59 GMT")
        #expect(HTTPDate.text(of: Date(timeIntervalSince1970: 1e300)) == "Fri, 31 Dec 9999 23:59:59 GMT")
        #expect(HTTPDate.text(of: Date(timeIntervalSince1970: -1e300)) == "Mon, 01 Jan 0001 00:00:00 GMT")
        var generator = SeededGenerator(seed: 5_6_7)
        for _ in 0..<2_000 {
            let moment = Double(Int.random(in: -30_000_000_000...100_000_000_000, using: &generator))
            #expect(
                HTTPDate.parse(HTTPDate.text(of: Date(timeIntervalSince1970: moment)))?.timeIntervalSince1970 == moment
            )
        }
    }
}
