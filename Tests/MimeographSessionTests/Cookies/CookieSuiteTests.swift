import Foundation
import Mimeograph
import TestSupport
import Testing

@testable import MimeographSession

/// The public tests of cookies, http-state's, which the browsers' authors wrote beside RFC 6265.
@Suite struct CookieSuiteTests {
    /// A test of the suite: what a server sets, where the next request goes, and which cookies it has.
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

    /// When the suite was changed last: it knows dates of 2007, which are over, and of 2019, which are to come.
    private static let now = Date(timeIntervalSince1970: 1_502_287_322)

    /// What is sent instead, because a cookie may have a value and no name since.
    private static let nameless: [String: String] = [
        "0004": "foo", "0021": "a=b; x; c=d", "0023": "foo", "0024": "foo", "0025": "foo", "0026": "foo", "0027": "bar",
        "0028": "foo", "CHROMIUM0009": "BLAHHH", "CHROMIUM0010": #""BLA\"HHH""#, "CHROMIUM0012": "ABC",
        "MOZILLA0012": #"test="fubar! = foo; five"#, "MOZILLA0014": "six", "MOZILLA0015": "seven",
        "MOZILLA0016": "eight",
        "MOZILLA0017": "eight; test=six", "NAME0017": "a=bar", "NAME0023": "foo", "NAME0025": "==a=bar",
        "NAME0028": "a",
        "NAME0031": #""foo"#, "NAME0032": #""foo\"bar"#, "NAME0033": "aaa",
    ]
    /// What is sent instead, because a Domain without a value takes back the one before since.
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
