import Foundation
import Mimeograph
import TestSupport
import Testing

@testable import MimeographSession

/// The public http-state tests of cookies, which the browsers' authors wrote along with RFC 6265.
@Suite struct CookieSuiteTests {
    /// A test of the suite: the server's cookies, the URL of the next request, and the cookies that it sends.
    private struct Case: Decodable {
        struct Pair: Decodable {
            let name: String
            let value: String
        }

        let test: String
        let received: [String]
        let target: String?
        let sent: [Pair]

        enum CodingKeys: String, CodingKey {
            case test, received, sent
            case target = "sent-to"
        }
    }

    private struct DateCase: Decodable {
        let test: String
        let expected: String?
    }

    /// The date of the last change of the suite: its dates in 2007 are past, and those in 2019 are in the future.
    private static let now = Date(timeIntervalSince1970: 1_502_287_322)

    /// The cookies that are sent instead, because newer rules allow a value without a name.
    private static let nameless: [String: String] = [
        "0004": "foo", "0021": "a=b; x; c=d", "0023": "foo", "0024": "foo", "0025": "foo", "0026": "foo", "0027": "bar",
        "0028": "foo", "CHROMIUM0009": "BLAHHH", "CHROMIUM0010": #""BLA\"HHH""#, "CHROMIUM0012": "ABC",
        "MOZILLA0012": #"test="fubar! = foo; five"#, "MOZILLA0014": "six", "MOZILLA0015": "seven",
        "MOZILLA0016": "eight",
        "MOZILLA0017": "eight; test=six", "NAME0017": "a=bar", "NAME0023": "foo", "NAME0025": "==a=bar",
        "NAME0028": "a",
        "NAME0031": #""foo"#, "NAME0032": #""foo\"bar"#, "NAME0033": "aaa",
    ]
    /// The cookies that are sent instead, because in newer rules an empty Domain overrides an earlier one.
    private static let withoutDomain = ["OPTIONAL_DOMAIN0042": "foo=bar"]

    @Test(.needsSuite("cookies-http-state"))
    func everyTest() throws {
        let cases = try JSONDecoder().decode([Case].self, from: Data(Corpora.read("cookies-http-state/parser.json")))
        #expect(cases.count > 200)
        let record = SuiteRecord("cookies-http-state", part: "sent fields")
        for each in cases {
            if each.test.hasPrefix("DISABLED") {
                record.leaveOut(each.test, because: "the suite disables it")
                continue
            }
            let list = PublicSuffixList("org\ncom\n")
            let storage = CookieStorage(isPublicSuffix: list.contains)
            let base = "http://home.example.org:8888"
            let from = try RequestURL("\(base)/cookie-parser?\(each.test.lowercased())")
            var fields = HeaderFields()
            for line in each.received { try? fields.append("Set-Cookie", line) }
            storage.store(fields, from: from, now: Self.now)
            let target = each.target ?? "/cookie-parser-result?\(each.test.lowercased())"
            let url = try RequestURL(target.hasPrefix("/") ? base + target : target)
            let sent = storage.field(for: url, now: Self.now.addingTimeInterval(1)) ?? ""
            if let expected = Self.nameless[each.test] {
                #expect(sent.hasSameBytes(as: expected))
                record.differs(each.test, because: "a cookie may have no name: draft-ietf-httpbis-rfc6265bis §5.6")
            } else if let expected = Self.withoutDomain[each.test] {
                #expect(sent.hasSameBytes(as: expected))
                record.differs(
                    each.test,
                    because:
                        "the last Domain counts, and an empty one means the host: draft-ietf-httpbis-rfc6265bis §5.6.3"
                )
            } else {
                let expected = each.sent.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
                let received = each.received.map { $0.prefix(80) }
                record.expect(sent.hasSameBytes(as: expected), each.test, "\(received) gives \(sent), not \(expected)")
            }
        }
        try record.write()
    }

    @Test(.needsSuite("cookies-http-state"))
    func everyDate() throws {
        let bytes = try Corpora.read("cookies-http-state/examples.json")
        let cases = try JSONDecoder().decode([DateCase].self, from: Data(bytes))
        let record = SuiteRecord("cookies-http-state", part: "dates")
        for each in cases {
            let expected = each.expected.flatMap { HTTPDate.parse($0) }
            #expect((expected == nil) == (each.expected == nil))
            let date = CookieDate.parse(each.test)
            record.expect(date == expected, each.test, "is \(String(describing: date))")
        }
        try record.write()
    }
}
