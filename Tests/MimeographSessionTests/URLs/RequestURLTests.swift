import Testing

@testable import MimeographSession

/// A reference, and its URL relative to `http://a/b/c/d;p?q`.
private let examples: [(String, String)] = [
    // Source: RFC 3986 §5.4.1.
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
    ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"),
    ("g#s", "http://a/b/c/g"), ("g?y#s", "http://a/b/c/g?y"), (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"),
    ("g;x?y#s", "http://a/b/c/g;x?y"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
    ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
    ("../../", "http://a/"), ("../../g", "http://a/g"),
    // Source: RFC 3986 §5.4.2.
    ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
    ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"),
    ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
    ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g"),
    // Browsers treat encoded dots as dots, and so does this library.
    ("%2e%2E/g", "http://a/b/g"), ("HTTPS://Example.COM:443/x", "https://example.com/x"),
    ("http://u:p@h:8080/x?y#z", "http://h:8080/x?y"),
]

@Test(arguments: examples)
func resolvesReferencesAsInRFC3986(_ reference: String, _ expected: String) throws {
    let base = try RequestURL("http://a/b/c/d;p?q")
    #expect(try RequestURL(reference, relativeTo: base).text == expected)
}

@Test(arguments: [
    ("https://example.com", "https://example.com/"), ("https://example.com/v1", "https://example.com/v1/"),
    ("https://example.com/v1/", "https://example.com/v1/"),
    ("https://example.com/v1?k=1", "https://example.com/v1/?k=1"),
    ("https://example.com/v1#top", "https://example.com/v1/"),
])
func basesEndWithASlash(_ text: String, _ expected: String) throws {
    let base = try RequestURL.base(text)
    #expect(base.text == expected)
    #expect(base.fragment == nil)
}

@Test(arguments: [
    ("users/7", "https://example.com/v1/users/7"), ("/users", "https://example.com/users"),
    ("", "https://example.com/v1/"), ("https://other.example/x", "https://other.example/x"),
    ("?page=2", "https://example.com/v1/?page=2"),
    ("a b/ü?q=ä ö", "https://example.com/v1/a%20b/%C3%BC?q=%C3%A4%20%C3%B6"),
    ("100%", "https://example.com/v1/100%25"), ("a%20b", "https://example.com/v1/a%20b"),
    ("x?filter[a]=1", "https://example.com/v1/x?filter[a]=1"),
])
func pathsAreRelativeToTheBase(_ text: String, _ expected: String) throws {
    #expect(try RequestURL(text, relativeTo: .base("https://example.com/v1")).text == expected)
}

@Test(arguments: [
    "", "users", "/users", "ftp://example.com/", "http://", "http:///x", "http:x", "http://a b/", "http://ex%41mple/",
    "http://bücher..example/", "http://h:0/", "http://h:65536/", "http://h:-1/", "http://h:12x/", "http://[::1/",
    "http://[zz]/", "http://[]/", "http://h/a\u{1}", "file:///etc/passwd", "javascript:alert(1)", "http://h/\r\nX: y",
])
func rejectsInvalidURLs(_ text: String) {
    #expect { try RequestURL(text) } throws: { ($0 as? SessionError)?.code == .invalidURL }
}

@Test func originsDifferInSchemeHostAndPort() throws {
    let url = try RequestURL("https://example.com/a")
    #expect(try url.hasSameOrigin(as: RequestURL("https://EXAMPLE.com:443/b?c")))
    for other in ["http://example.com/", "https://example.com:444/", "https://www.example.com/"] {
        #expect(try !url.hasSameOrigin(as: RequestURL(other)))
    }
    #expect(try RequestURL("http://[2001:DB8::1]:8080/").origin == "http://[2001:db8::1]:8080")
}

@Test func decodesCredentialsAndNeverShowsThem() throws {
    let url = try RequestURL("https://ada:p%40ss:w@example.com/x?token=1#y")
    #expect(url.credential == Credential(username: "ada", password: "p@ss:w"))
    #expect(url.text == "https://example.com/x?token=1")
    #expect("\(url)" == "https://example.com/x?…")
    #expect(RequestURL.redacted("https://ada:secret@h/x?token=1#y") == "https://h/x?…")
    #expect(!"\(url.credential as Any)".contains("p@ss"))
}
