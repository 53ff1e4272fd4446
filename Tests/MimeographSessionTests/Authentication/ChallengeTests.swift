import Mimeograph
import Testing

@testable import MimeographSession

private let fields: [(String, [(String, [String: String])])] = [
    (#"Basic realm="a""#, [("basic", ["realm": "a"])]),
    (#"basic REALM=a"#, [("basic", ["realm": "a"])]),
    ("Negotiate", [("negotiate", [:])]),
    ("Negotiate YII+abc/==, Basic realm=x", [("negotiate", [:]), ("basic", ["realm": "x"])]),
    (
        #"Newauth realm="apps", type=1, title="Login to \"apps\"", Basic realm="simple""#,
        [("newauth", ["realm": "apps", "type": "1", "title": "Login to \"apps\""]), ("basic", ["realm": "simple"])]
    ),
    (#", ,Basic realm = "a,b" , , Digest nonce=n"#, [("basic", ["realm": "a,b"]), ("digest", ["nonce": "n"])]),
    (#"Digest nonce="unended"#, [("digest", ["nonce": "unended"])]),
    ("", []), ("=", []), ("\"", []),
]

@Test(arguments: fields.indices)
func challengesAreRead(_ index: Int) {
    let challenges = AuthenticationChallenge.parse(fields[index].0)
    #expect(challenges.map(\.scheme) == fields[index].1.map(\.0))
    #expect(challenges.map(\.parameters) == fields[index].1.map(\.1))
}

/// Source: RFC 7616 §3.9.1.
@Test(arguments: [
    ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
    ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
])
func digestsAreThoseOfTheStandard(_ algorithm: String, _ response: String) throws {
    let field = """
        Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=\(algorithm), \
        nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
        """
    let challenge = try #require(AuthenticationChallenge.parse(field).first.flatMap { DigestChallenge($0) })
    let answer = try #require(
        challenge.authorization(
            Credential(username: "Mufasa", password: "Circle of Life"),
            method: "GET",
            uri: "/dir/index.html",
            nonceCount: 1,
            clientNonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
        )
    )
    #expect(answer.contains("response=\"\(response)\""))
    for part in [#"username="Mufasa""#, "nc=00000001", "qop=auth", #"uri="/dir/index.html""#, "algorithm=\(algorithm)"]
    {
        #expect(answer.contains(part))
    }
}

/// Source: RFC 2617 §3.5, whose example has MD5 with a quality, and RFC 2069, whose example has none.
@Test func olderDigestsAreKnown() throws {
    let credential = Credential(username: "Mufasa", password: "Circle Of Life")
    let nonce = "dcd98b7102dd2f0e8b11d0f600bfb0c093"
    let without = try #require(
        AuthenticationChallenge.parse("Digest realm=\"testrealm@host.com\", nonce=\"\(nonce)\"").first
            .flatMap { DigestChallenge($0) }
    )
    let old = try #require(
        without.authorization(credential, method: "GET", uri: "/dir/index.html", nonceCount: 1, clientNonce: "x")
    )
    #expect(old.contains("response=\"670fd8c2df070c60b045671b8b24ff02\""))
    #expect(!old.contains("qop") && !old.contains("cnonce"))
}

@Test(arguments: [
    "Digest realm=x, nonce=n, algorithm=SHA-512-256", "Digest realm=x, nonce=n, qop=auth-int", "Digest realm=x",
    "Basic realm=x",
])
func unsupportedDigestChallengesAreIgnored(_ field: String) throws {
    let challenge = try #require(AuthenticationChallenge.parse(field).first)
    #expect(DigestChallenge(challenge) == nil)
}

@Test func theStrongestChallengeIsAnswered() {
    let field = "Basic realm=x, Digest nonce=a, algorithm=MD5, Digest nonce=b, algorithm=SHA-256, Bearer realm=y"
    let best = AuthenticationCache.best(of: AuthenticationChallenge.parse(field))
    #expect(best?.digest?.nonce == "b")
    #expect(AuthenticationCache.best(of: AuthenticationChallenge.parse("Bearer realm=y, Negotiate")) == nil)
}

@Test func nonASCIIAndHashedNames() throws {
    func user(_ field: String, _ name: String) throws -> String? {
        let challenge = try #require(AuthenticationChallenge.parse(field).first.flatMap { DigestChallenge($0) })
        return challenge.authorization(
            Credential(username: name, password: "x"),
            method: "GET",
            uri: "/",
            nonceCount: 1,
            clientNonce: "c"
        )
    }
    let utf8 = try user("Digest realm=api@example.org, nonce=n, qop=auth, charset=UTF-8", "Jäsøn Doe")
    #expect(utf8?.contains("username*=UTF-8''J%C3%A4s%C3%B8n%20Doe") == true)
    // Source: RFC 7616 §3.9.2 has this name's hash with SHA-512-256; the SHA-256 hash comes from coreutils.
    let hashed = try user("Digest realm=r, nonce=n, qop=auth, userhash=true, algorithm=SHA-256", "ada")
    #expect(hashed?.contains("userhash=true") == true)
    #expect(hashed?.contains("ada") == false)
    #expect(try user("Digest realm=r, nonce=n", "a\"b")?.contains(#"username="a\"b""#) == true)
    #expect(try user("Digest realm=r, nonce=n", "a\r\nX: y") == nil)
}
