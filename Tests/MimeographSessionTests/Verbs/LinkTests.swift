import Mimeograph
import MimeographSession
import Testing

@Suite struct LinkTests {
    @Test(
        arguments: [
            (#"<https://a/b?page=2>; rel="next""#, ["https://a/b?page=2 next"]),
            (#"<?page=2>; rel=next, <?page=9>; rel="last""#, ["?page=2 next", "?page=9 last"]),
            // Commas and semicolons in a target or in a quoted value are not separators.
            (#"</a,b;c>; title="x, <y>; rel=\"z\""; rel="NEXT  Start""#, ["/a,b;c next start"]),
            // RFC 8288 §3.3: only the first rel counts.
            (#"<a>;rel=next;rel=prev"#, ["a next"]),
            (#" , <a> ; rel = next ;; , ,<b>"#, ["a next", "b "]),
            // A syntax error ends the line.
            (#"<a>; rel=next, b, <c>; rel=last"#, ["a next"]), ("<a", []), ("", []), ("next", []),
            (#"<>; rel="self""#, [" self"]), (#"<a>; rel="next"#, ["a next"]), (#"<a>; rel"#, ["a "]),
            (#"<a>; rel="next" x <b>"#, ["a next"]),
        ]
    )
    func reads(_ field: String, _ links: [String]) {
        let fields: HeaderFields = ["Link": field]
        #expect(fields.links.map { "\($0.target) \($0.relations.joined(separator: " "))" } == links)
    }

    @Test func severalLinesAndParameters() throws {
        let fields: HeaderFields = [
            "Link": "<a>; rel=prev", "link": #"<b>; rel="next"; title="Tea \"x\""; hreflang=de"#,
        ]
        #expect(fields.links.count == 2)
        let next = try #require(fields.link("next"))
        #expect(next.target == "b" && next["title"] == #"Tea "x""# && next["hreflang"] == "de" && next["type"] == nil)
        #expect(fields.link("last") == nil)
        #expect("\(next)" == #"<b>; rel="next""#)
    }

    /// RFC 8288 §3.4.1: `title*` takes precedence over `title`, unless it cannot be parsed.
    @Test(
        arguments: [
            ("title=a; title*=UTF-8''%e2%82%ac", "€"), ("title*=utf-8'de'b; title=a", "b"),
            ("title=a; title*=UTF-8''%ff", "a"),
            ("title=a; title*=b", "a"), ("title*=UTF-8''a%00", nil),
        ] as [(String, String?)]
    )
    func extendedTitles(parameters: String, title: String?) throws {
        let link = try #require(HeaderFields(["Link": "<a>; rel=next; \(parameters)"]).link("next"))
        #expect(link["title"] == title)
    }

    /// RFC 8288 §3.2: a link with an anchor belongs to another resource.
    @Test func linksOfOtherResourcesDoNotCount() {
        let fields: HeaderFields = ["Link": ##"<b>; rel=next; anchor="#part", <c>; rel=next"##]
        #expect(fields.link("next")?.target == "c")
    }

    @Test func takesTimeInProportion() {
        let many = String(repeating: "<a>; rel=next, ", count: 20_000)
        #expect(HeaderFields(["Link": many]).links.count == 20_000)
        #expect(HeaderFields(["Link": String(repeating: "<", count: 300_000)]).links.isEmpty)
    }
}
