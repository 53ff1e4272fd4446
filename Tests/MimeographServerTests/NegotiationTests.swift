import Mimeograph
import MimeographServer
import Testing

@Suite struct NegotiationTests {
    /// Returns the order of all acceptable offers as text, separated by spaces.
    private func order(_ accept: String, _ offers: String, _ options: ContentNegotiation.Options = []) throws -> String
    {
        let offers = try offers.split(separator: " ").map { ContentNegotiation.Offer(try MediaType(String($0))) }
        return ContentNegotiation.rank(offers: offers, accept: AcceptField(parsing: accept), options: options)
            .map { offers[$0.offerIndex].type.description }.joined(separator: " ")
    }

    /// RFC 9110 §12.5.1, with verified erratum 7138: `text/html;level=3` is 0.3.
    @Test(arguments: [
        ("text/plain;format=flowed", 1000), ("text/plain", 700), ("text/html", 300), ("image/jpeg", 500),
        ("text/plain;format=fixed", 400), ("text/html;level=3", 300),
    ])
    func qualitiesOfTheStandard(type: String, thousandths: Int) throws {
        let accept = AcceptField(
            parsing:
                "text/*;q=0.3, text/plain;q=0.7, text/plain;format=flowed, text/plain;format=fixed;q=0.4, */*;q=0.5"
        )
        #expect(accept.quality(of: try MediaType(type)).thousandths == thousandths)
    }

    /// RFC 7231 §5.3.2, the older table.
    @Test(arguments: [
        ("text/html;level=1", 1000), ("text/html", 700), ("text/plain", 300), ("image/jpeg", 500),
        ("text/html;level=2", 400), ("text/html;level=3", 700),
    ])
    func qualitiesOfTheOlderStandard(type: String, thousandths: Int) throws {
        let accept = AcceptField(
            parsing: "text/*;q=0.3, text/html;q=0.7, text/html;level=1, text/html;level=2;q=0.4, */*;q=0.5"
        )
        #expect(accept.quality(of: try MediaType(type)).thousandths == thousandths)
    }

    @Test func whatBrowsersGet() {
        let accept = AcceptField(parsing: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")
        let offers: [ContentNegotiation.Offer] = [.init(.json), .init(.xml, weight: 0.8)]
        #expect(
            ContentNegotiation.negotiate(offers: offers, accept: accept)
                == .selected(offerIndex: 1, quality: 0.9, matchedRange: "application/xml")
        )
        #expect(
            ContentNegotiation.negotiate(offers: offers, accept: accept, options: .multiplyWeights)
                == .selected(offerIndex: 0, quality: 0.8, matchedRange: "*/*")
        )
    }

    /// Accept, offers, the order by default, the order with `clientOrder`.
    @Test(arguments: [
        // No preference, or none that can be parsed: all offers in the server's order.
        ("", "text/html application/json", "text/html application/json", "text/html application/json"),
        ("junk", "text/html application/json", "text/html application/json", "text/html application/json"),
        ("*/*", "text/html application/json", "text/html application/json", "text/html application/json"),
        // No offer matches.
        ("application/json", "text/html image/png", "", ""),
        ("application/json", "", "", ""),
        ("*/*;q=0", "text/html", "", ""),
        // A specific rejection overrides a general preference, and the reverse.
        ("text/html;q=0, */*", "text/html text/plain", "text/plain", "text/plain"),
        ("text/*, text/plain;q=0", "text/plain text/html", "text/html", "text/html"),
        ("text/html, */*;q=0", "text/plain text/html", "text/html", "text/html"),
        // Weight first.
        ("text/html;q=0.3, text/plain", "text/html text/plain", "text/plain text/html", "text/plain text/html"),
        ("a/b;q=0.001, c/d;q=0.002", "a/b c/d", "c/d a/b", "c/d a/b"),
        // Then the specificity of the range.
        (
            "text/*, application/json", "text/html application/json", "application/json text/html",
            "application/json text/html"
        ),
        (
            "*/*, text/*, text/html", "image/png text/plain text/html", "text/html text/plain image/png",
            "text/html text/plain image/png"
        ),
        (
            "text/*, text/html;level=1", "text/html text/html;level=1", "text/html;level=1 text/html",
            "text/html;level=1 text/html"
        ),
        (
            "*/*+json, application/*", "application/xml text/x+json", "text/x+json application/xml",
            "text/x+json application/xml"
        ),
        (
            "application/*+json, */*+json", "a/b+json application/b+json", "application/b+json a/b+json",
            "application/b+json a/b+json"
        ),
        // Then the server's order, or the client's.
        (
            "application/json, text/html", "text/html application/json", "text/html application/json",
            "application/json text/html"
        ),
        (
            "text/*, application/*", "application/json text/html", "application/json text/html",
            "text/html application/json"
        ),
        ("a/b;q=0.5, c/d;q=0.5, e/f", "c/d e/f a/b", "e/f c/d a/b", "e/f a/b c/d"),
        ("text/*", "text/plain text/html", "text/plain text/html", "text/plain text/html"),
        // Parameters matter only if a range requires them.
        (
            "application/json", "application/json;charset=utf-8", "application/json;charset=utf-8",
            "application/json;charset=utf-8"
        ),
        ("text/html;level=1", "text/html", "", ""),
        ("text/html;level=1", "text/html;level=2", "", ""),
    ])
    func orderOfOffers(accept: String, offers: String, byServer: String, byClient: String) throws {
        #expect(try order(accept, offers) == byServer)
        #expect(try order(accept, offers, .clientOrder) == byClient)
    }

    @Test func theServersWeightDecidesBetweenEquals() {
        let offers: [ContentNegotiation.Offer] = [
            .init("a/b", weight: 0.5), .init("c/d", weight: 0.9), .init("e/f", weight: 0),
        ]
        func first(_ accept: String, _ options: ContentNegotiation.Options = []) -> Int? {
            ContentNegotiation.rank(offers: offers, accept: AcceptField(parsing: accept), options: options).first?
                .offerIndex
        }
        #expect(first("*/*") == 1)
        #expect(first("a/b, c/d") == 1)
        #expect(first("a/b, c/d", .clientOrder) == 0)
        #expect(first("a/b, */*") == 0)
        #expect(first("a/b, c/d;q=0.6", .multiplyWeights) == 1)
        #expect(first("e/f") == 2)
        #expect(first("e/f", .multiplyWeights) == nil)
    }

    @Test func withoutAnAcceptFieldTheFirstOfferIsTaken() {
        let offers: [ContentNegotiation.Offer] = [.init(.xml, weight: 0.8), .init(.json)]
        #expect(
            ContentNegotiation.negotiate(offers: offers, accept: nil)
                == .selected(offerIndex: 0, quality: .one, matchedRange: nil)
        )
        #expect(ContentNegotiation.negotiate(offers: [], accept: nil) == .notAcceptable(available: []))
    }

    @Test func whatIsAvailableIsListed() {
        let outcome = ContentNegotiation.negotiate(
            offers: [.init(.json), .init(.xml)],
            accept: AcceptField(parsing: "image/*")
        )
        #expect(outcome == .notAcceptable(available: [.json, .xml]))
    }

    @Test func varyIsNeededWhereThereWasAChoice() {
        #expect(ContentNegotiation.vary(offerCount: 0) == [])
        #expect(ContentNegotiation.vary(offerCount: 1) == [])
        #expect(ContentNegotiation.vary(offerCount: 2) == ["Accept"])
    }
}
