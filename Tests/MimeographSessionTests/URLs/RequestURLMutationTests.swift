import Foundation
import Mimeograph
import TestSupport
import Testing

@testable import MimeographSession

/// Every accepted URL can be sent: it contains only characters of a URL, and parsing it again changes nothing.
@Test func acceptedURLsAreStable() throws {
    var generator = SeededGenerator(seed: 3986)
    let base = try RequestURL("http://a.example/b/c/d;p?q")
    let seeds = [
        "https://ada:p%40ss@example.com:8443/a/../b/./c?x=[1]&y=ü#f", "//host/x", "?q=a b", "../../%2e%2E/g;x=1/../y",
        "http://[2001:db8::1]:80/\u{7F}", "a:b", "100%", "http://h", "http://h?x", "http://h#x",
    ]
    let pieces = ["%", "%2", "/..", "@", ":", "[", "]", "\\", "\r\n", "?", "#", "é", "\u{0}"].map { Array($0.utf8) }
    var accepted = 0
    for seed in seeds {
        for _ in 0..<120 {
            let bytes = Mutation.mutate(Array(seed.utf8), dictionary: pieces, using: &generator)
            let text = String(decoding: bytes, as: UTF8.self)
            _ = RequestURL.redacted(text)
            guard let url = try? RequestURL(text, relativeTo: base) else { continue }
            accepted += 1
            #expect(url.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\\\"<>`{}#".utf8.contains($0) }, "\(text)")
            let again = try RequestURL(url.textWithCredential)
            #expect(again.text == url.text, "\(text)")
            #expect(again.userInformation == url.userInformation)
            #expect(!url.path.contains("/../") && !url.path.hasSuffix("/.."))
            #expect(url.hasSameOrigin(as: again))
        }
    }
    #expect(accepted > 300)
}

/// The fast path for plain references returns the same result as the general one, which a base with a query always uses.
@Test func theFastPathMatchesTheGeneralOne() throws {
    let base = try RequestURL.base("http://ada:pw@example.com:8080/v1")
    let withQuery = try RequestURL.base("http://ada:pw@example.com:8080/v1?q=1")
    var generator = SeededGenerator(seed: 3986)
    let pieces = [
        "a", "7", "-", "~", "_", "Z", "/", "/", ".", "..", ":", "%2e", "%41", "?", "#", " ", "ü", "@", "\\", ";",
    ]
    for reference in ["users", "users/7", "users/", "users/.", "a.b/c.", "a/b", "a//b", "//b", "/a", "a/.b"] {
        #expect(try RequestURL(reference, relativeTo: base) == RequestURL(reference, relativeTo: withQuery))
    }
    for _ in 0..<1000 {
        let count = Int.random(in: 1...6, using: &generator)
        let reference = "a" + (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
        let plain = try? RequestURL(reference, relativeTo: base)
        #expect(plain == (try? RequestURL(reference, relativeTo: withQuery)), "\(reference)")
    }
}

@Test(
    arguments: [
        (["7"], 7), (["7", "7"], 7), (["7", "8"], nil), (["7, 7"], 7), (["7, 8"], nil), ([""], nil), (["+7"], nil),
        (["٧"], nil),
        (["999999999999999999"], 999_999_999_999_999_999), (["9223372036854775808"], nil), ([], nil),
    ] as [([String], Int64?)]
)
func aLengthIsOneNumber(_ lines: [String], _ expected: Int64?) throws {
    var head = ResponseHead(status: 200)
    for line in lines { try head.fields.append("Content-Length", line) }
    #expect(head.contentLength == expected)
}

/// Randomly changed texts of peers and environments never trap.
@Test func mutatedTextsNeverTrapOtherParsers() {
    var generator = SeededGenerator(seed: 7616)
    let seeds = [
        "bytes 40-99/100", "Digest realm=\"r\", nonce=\"n\", qop=\"auth\", algorithm=MD5-sess, stale=true",
        "max-age=60, private=\"x, y\", no-cache", "http://ada:pw@proxy:3128", "10.0.0.0/8,::1,.example.com:80,*",
        "mimeograph-resumption 1\nhttp://h/\n/tmp/x\n7\n\"v\"\n9", "Tue, 14 Nov 2023 22:13:20 GMT", "120",
    ]
    for seed in seeds {
        for _ in 0..<80 {
            let bytes = Mutation.mutate(Array(seed.utf8), using: &generator)
            let text = String(decoding: bytes, as: UTF8.self)
            let fields: HeaderFields = [
                "Content-Range": text, "Cache-Control": text, "Retry-After": text, "WWW-Authenticate": text,
                "Content-Length": text, "Expires": text, "Age": text, "Date": text,
            ]
            let head = ResponseHead(status: 503, fields: fields)
            _ = ContentRange(head)
            _ = head.contentLength
            _ = CacheDirectives(fields).seconds("max-age")
            for challenge in AuthenticationChallenge.challenges(in: fields) { _ = DigestChallenge(challenge) }
            _ = RetryPolicy.retryAfter(head, now: .init(timeIntervalSince1970: 0))
            _ = ProxyRules.environment(["http_proxy": text, "no_proxy": text])
            _ = try? DownloadResumption(data: bytes)
            let stored = CachedResponse(
                status: 200,
                fields: fields,
                body: [],
                requestTime: .init(timeIntervalSince1970: 0),
                responseTime: .init(timeIntervalSince1970: 1),
                varyingFields: [],
                variant: ""
            )
            _ = stored.isUsable(for: CacheDirectives(fields), now: .init(timeIntervalSince1970: 100))
        }
    }
}
