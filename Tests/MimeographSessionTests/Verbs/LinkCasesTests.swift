import Mimeograph
import MimeographSession
import Testing

/// `Link` fields that other parsers are tested with.
///
/// Source: RFC 8288 §3.5; thlorenz/parse-link-header, test; jhermsmeier/node-http-link-header, test; Chromium,
/// components/link_header_util/link_header_util_unittest.cc and third_party/blink/renderer/platform/loader/link_header_test.cc.
@Suite struct LinkCasesTests {
    /// The target of each link, and its relations.
    private func links(_ field: String) -> [String] {
        HeaderFields(["Link": field]).links.map { ([$0.target] + $0.relations).joined(separator: " ") }
    }

    static let examples: [(String, [String])] = [
        // RFC 8288.
        (
            #"<http://example.com/TheBook/chapter2>; rel="previous"; title="previous chapter""#,
            ["http://example.com/TheBook/chapter2 previous"]
        ), (#"</>; rel="http://example.net/foo""#, ["/ http://example.net/foo"]),
        (##"</terms>; rel="copyright"; anchor="#foo""##, ["/terms copyright"]),
        (
            #"<http://example.org/>; rel="start http://example.net/relation/other""#,
            ["http://example.org/ start http://example.net/relation/other"]
        ),
        (
            #"<https://example.org/>; rel="start", <https://example.org/index>; rel="index""#,
            ["https://example.org/ start", "https://example.org/index index"]
        ),
        // parse-link-header.
        (
            #"<https://api.github.com/user/9287/repos?client_id=1&page=2>; rel="next", "#
                + #"<https://api.github.com/user/9287/repos?client_id=1&page=3>; rel="last""#,
            [
                "https://api.github.com/user/9287/repos?client_id=1&page=2 next",
                "https://api.github.com/user/9287/repos?client_id=1&page=3 last",
            ]
        ), (#"<?page=3>; rel=next, <?page=1>; rel=prev"#, ["?page=3 next", "?page=1 prev"]),
        (#"<?page=3>; rel="next", <?page=1>; pet="cat", "#, ["?page=3 next", "?page=1"]),
        (#"<?page=3>; rel="next"; hello="world"; pet="cat""#, ["?page=3 next"]),
        (#"<https://a.test/?name=What,+me+worry>; rel="next";"#, ["https://a.test/?name=What,+me+worry next"]),
        (
            #"<https://a.test/?name=What,+me+worry>; rel="next page";"#,
            ["https://a.test/?name=What,+me+worry next page"]
        ),
        (
            #"<https://a.test/segment;foo=bar;baz/item?name=What,+me+worry>; rel="next";"#,
            ["https://a.test/segment;foo=bar;baz/item?name=What,+me+worry next"]
        ),
        // http-link-header.
        (
            #"<https://a.test/acme/new-authz>;rel="next", <https://a.test/SA-v1.1.1-August-1-2016.pdf>;rel="terms-of-service""#,
            ["https://a.test/acme/new-authz next", "https://a.test/SA-v1.1.1-August-1-2016.pdf terms-of-service"]
        ), (#"<http://a.test/>; rel="previous"; title="previous; chapter""#, ["http://a.test/ previous"]),
        (#"<http://a.test/>; rel="previous"; title="previous, chapter""#, ["http://a.test/ previous"]),
        (
            #"<example.com>; rel="example,comma", <example-01.com>; rel="alternate;semicolon""#,
            ["example.com example,comma", "example-01.com alternate;semicolon"]
        ), (#"<example.com>; rel="example; start""#, ["example.com example; start"]),
        ("<example.com>; rel=", ["example.com"]),
        // Chromium.
        ("</images/cat.jpg>;rel=prefetch", ["/images/cat.jpg prefetch"]),
        ("</images/cat.jpg>   ;   rel=prefetch", ["/images/cat.jpg prefetch"]),
        ("\t  </images/cat.jpg>; rel=prefetch   ", ["/images/cat.jpg prefetch"]),
        ("</images/cat.jpg>\t\t ; \trel=prefetch \t  ", ["/images/cat.jpg prefetch"]),
        ("</images/cat.jpg>; Rel=PReFetCh   ", ["/images/cat.jpg prefetch"]),
        ("</images/cat.jpg>; rel=prefetch; rel=somethingelse", ["/images/cat.jpg prefetch"]),
        ("<../images/cat.jpg?dog>; rel= prefetch", ["../images/cat.jpg?dog prefetch"]),
        ("</images/cat.jpg>; rel =prefetch", ["/images/cat.jpg prefetch"]),
        ("</images/cat.jpg>; wut=sup ; rel =prefetch  \t  ;", ["/images/cat.jpg prefetch"]),
        ("<http://wut.com/dfsdf?sdf=ghj&wer=rty>;;;;; rel=prefetch", ["http://wut.com/dfsdf?sdf=ghj&wer=rty prefetch"]),
        ("<http://wut.com/%20%20%3dsdfsdf?sd>; rel=preload;as=image", ["http://wut.com/%20%20%3dsdfsdf?sd preload"]),
        ("</images/ca,t.jpg>; rel=prefetch    ;", ["/images/ca,t.jpg prefetch"]),
        (#"<simple.css>; title="title with a DQUOTE \" and backslash: "; rel=stylesheet; "#, ["simple.css stylesheet"]),
        (
            #"<simple.css>; title="title with a DQUOTE \" and ;backslash,: "; rel=stylesheet; "#,
            ["simple.css stylesheet"]
        ),
        (
            #"<simple.css>; title="title with a DQUOTE ' and ;backslash,: "; rel=stylesheet; "#,
            ["simple.css stylesheet"]
        ),
        (#"<simple.css>; title=""; rel="stylesheet"; "#, ["simple.css stylesheet"]),
        (#"<simple.css>; rel=""; title="""#, ["simple.css"]), ("<simple.css>; rel=''; bla", ["simple.css ''"]),
        ("<simple.css>; rel='prefetch", ["simple.css 'prefetch"]),
        ("<http://whatever.com>; rel=preconnect; valid!", ["http://whatever.com preconnect"]),
        ("<http://whatever.com>; rel=preconnect; crossorig|in=whatever", ["http://whatever.com preconnect"]),
        ("<ybg.css>; rel=stylesheet,<simple.css>; rel=stylesheet", ["ybg.css stylesheet", "simple.css stylesheet"]),
        (
            "<ybg.css>; rel=stylesheet;crossorigin , <simple.css>; rel=stylesheet",
            ["ybg.css stylesheet", "simple.css stylesheet"]
        ),
        (
            #"<hel,lo.css>; rel=stylesheet; title="foo,bar", <simple.css>; rel=stylesheet; title="foo;bar""#,
            ["hel,lo.css stylesheet", "simple.css stylesheet"]
        ), (", <foo>, , \t, <bar>", ["foo", "bar"]),
    ]

    @Test(arguments: examples) func readsLinks(_ field: String, _ expected: [String]) {
        #expect(links(field) == expected)
    }

    static let invalid: [(String, [String])] = [
        ("simple.css; rel=prefetch", []), ("<   /images/cat.jpg", []), ("\u{C}</images/cat.jpg>; rel=prefetch", []),
        ("; rel=\"\(String(repeating: " ", count: 10_000))\",", []),
        // A syntax error after the target ends the line. The relations before it count.
        ("</images/cat.jpg> wut=sup ; rel =prefetch", ["/images/cat.jpg"]),
        ("</images/cat.jpg>; rel pel=prefetch", ["/images/cat.jpg"]),
        ("<http://whatever.com>; rel=preconnect; invalid@", ["http://whatever.com preconnect"]),
        // RFC 8288 appendix B.3: a value without quotes extends to the next semicolon or comma.
        ("</images/cat.jpg>; rel=prefetch;media=(max-width: 5000px), <b>", ["/images/cat.jpg prefetch", "b"]),
        ("</images/cat.jpg>; rel=preload junk, <b>", ["/images/cat.jpg preload junk", "b"]),
        ("<a>; rel=prefetch; in@valid=1; title=x, <b>", ["a prefetch", "b"]),
        // RFC 8288 appendix B.4: a string without an end quote extends to the end of the field.
        (#"<simple.css>; rel="prefetch"#, ["simple.css prefetch"]), (#"<simple.css>; rel=""#, ["simple.css"]),
        (#"<simple.css>; rel=stylesheet; title="a DQUOTE \" and backslash: \""#, ["simple.css stylesheet"]),
        (#"<simple.css>; rel=";style,sheet"; title=""#, ["simple.css ;style,sheet"]),
        // Chromium leaves out spaces around a target. Here it is as it was sent.
        ("< /images/cat.jpg >; rel=prefetch", [" /images/cat.jpg  prefetch"]),
    ]

    /// Chromium rejects most of these. RFC 8288 appendix B keeps what can be read.
    @Test(arguments: invalid) func recoversFromSyntaxErrors(_ field: String, _ expected: [String]) {
        #expect(links(field) == expected)
    }

    static let parameters: [(String, String, String?)] = [
        ("title=\"previous; chapter\"", "title", "previous; chapter"),
        ("title*=UTF-8'de'n%c3%a4chstes%20Kapitel", "title", "nächstes Kapitel"),
        (
            "title*=UTF-8'en'%E2%91%A0%E2%93%AB%E2%85%93%E3%8F%A8%E2%99%B3%F0%9D%84%9E%CE%BB", "title",
            "①⓫⅓㏨♳𝄞λ"
        ), ("title*=UTF-8''%E2%91%A0", "title", "①"),
        // GB2312 is a charset that RFC 8187 does not require.
        ("title*=GB2312'cn'%C6%F3%20%D2%B5", "title", nil), ("title*=GB2312'cn'%C6%F3; title=plain", "title", "plain"),
        ("media=\"(max-width: 5000px)\"", "media", "(max-width: 5000px)"),
        ("media=(max-width:5000px)", "media", "(max-width:5000px)"),
        ("media= (max-width: 5000px) \t; title=x", "media", "(max-width: 5000px)"), ("crossorigin", "crossorigin", ""),
        ("crossorigin=use-credentials", "crossorigin", "use-credentials"), ("hello=\"world\"", "hello", "world"),
    ]

    @Test(arguments: parameters) func readsParameters(_ parameter: String, _ name: String, _ value: String?) throws {
        let link = try #require(HeaderFields(["Link": "</a>; rel=\"start\"; \(parameter)"]).link("start"))
        #expect(link[name] == value)
    }
}
