import Mimeograph
import MimeographSessionTesting
import MimeographSupport
import Testing

@testable import MimeographSession

private struct Asking: CredentialProvider {
    let answers: [Credential?]
    let asked = Locked<[CredentialRequest]>([])

    func credential(for request: CredentialRequest) async -> Credential? {
        let count = asked.withLock { asked in
            asked.append(request)
            return asked.count
        }
        return count <= answers.count ? answers[count - 1] : nil
    }
}

private let ada = Credential(username: "ada", password: "secret")
private let basicAda = "Basic YWRhOnNlY3JldA=="

/// A server that requires Basic for `/private/`.
private func basicServer() -> ScriptedTransport {
    let transport = ScriptedTransport()
    transport.on("*") { request in
        let isOpen = !request.url.contains("/private") || request.fields["Authorization"] == basicAda
        let challenge: HeaderFields = ["WWW-Authenticate": "Basic realm=\"r\""]
        return isOpen ? .init(body: "in") : .init(status: 401, fields: challenge, chunks: [[0]])
    }
    return transport
}

@Test func basicIsAnsweredAndRemembered() async throws {
    let transport = basicServer()
    let asking = Asking(answers: [ada])
    let session = session(transport) { $0.credentials = asking }
    let put = RequestMessage(method: .put, url: "http://h/private/a?q", body: streamed([[1], [2]]))
    let response = try await session.data(for: put)
    #expect(response.head.status == 200)
    #expect(response.metrics.challengeCount == 1)
    #expect(transport.requests.map(\.body) == [[1, 2], [1, 2]])
    #expect(asking.asked.withLock { $0.map(\.origin) } == ["http://h"])
    #expect(asking.asked.withLock { $0.map(\.challenge.realm) } == ["r"])
    // In and below the folder it is sent without a challenge, but not elsewhere or to other servers.
    for url in ["http://h/private/b", "http://h/private/c/d", "http://h/open", "http://other/private/x"] {
        _ = try await session.data(for: RequestMessage(url: url))
    }
    #expect(transport.requests.dropFirst(2).map { $0.fields["Authorization"] } == [basicAda, basicAda, nil, nil])
}

@Test func providerIsAskedAgainUntilItHasNoCredential() async throws {
    let transport = basicServer()
    let wrong = Credential(username: "ada", password: "wrong")
    let asking = Asking(answers: [wrong, nil])
    let session = session(transport) { $0.credentials = asking }
    #expect(try await session.data(for: RequestMessage(url: "http://h/private/a")).head.status == 401)
    #expect(asking.asked.withLock { $0.map(\.failureCount) } == [0, 1])
    #expect(transport.requests.count == 2)
    // A rejected credential is not stored.
    _ = try await session.data(for: RequestMessage(url: "http://h/private/a"))
    #expect(transport.requests[2].fields["Authorization"] == nil)
}

@Test func aProviderThatNeverGivesUpIsNotAskedForever() async throws {
    struct Stubborn: CredentialProvider {
        func credential(for request: CredentialRequest) async -> Credential? {
            Credential(username: "x", password: "\(request.failureCount)")
        }
    }
    let transport = basicServer()
    let session = session(transport) { $0.credentials = Stubborn() }
    #expect(try await session.data(for: RequestMessage(url: "http://h/private/a")).head.status == 401)
    #expect(transport.requests.count <= 8)
}

@Test func aURLsCredentialIsUsedAndNotSentAsPartOfIt() async throws {
    let transport = basicServer()
    let response = try await session(transport).data(for: RequestMessage(url: "http://ada:secret@h/private/a"))
    #expect(response.head.status == 200)
    #expect(transport.requests.map(\.url) == ["http://h/private/a", "http://h/private/a"])
    #expect(response.head.url == "http://h/private/a")
}

@Test func credentialsAreForTheirOrigin() async throws {
    let transport = basicServer()
    let credentials = try Credentials(["http://H:80/": ada])
    let session = session(transport) { $0.credentials = credentials }
    #expect(try await session.data(for: RequestMessage(url: "http://h/private/a")).head.status == 200)
    #expect(try await session.data(for: RequestMessage(url: "http://other/private/a")).head.status == 401)
    #expect(try await session.data(for: RequestMessage(url: "https://h/private/a")).head.status == 401)
}

@Test func withoutAProviderA401IsTheResponse() async throws {
    let transport = basicServer()
    let response = try await session(transport).data(for: RequestMessage(url: "http://h/private/a"))
    #expect(response.head.status == 401)
    #expect(response.value == [0])
}

/// A server that checks digests with an independent implementation.
private func digestServer(_ nonces: [String], staleAfter: Int = .max, marksStale: Bool = true) -> ScriptedTransport {
    let transport = ScriptedTransport()
    let uses = Locked((nonce: 0, count: 0))
    transport.on("*") { request in
        let (index, count) = uses.withLock { uses in
            uses.count += 1
            if uses.count > staleAfter, uses.nonce + 1 < nonces.count { uses = (uses.nonce + 1, 1) }
            return (uses.nonce, uses.count)
        }
        let given =
            request.fields["Authorization"].flatMap { AuthenticationChallenge.parse($0).first?.parameters } ?? [:]
        let uri = String(request.url.dropFirst("http://h".count))
        let secret = MessageDigest.md5.hexadecimal(of: "ada:r:secret") ?? ""
        let message = MessageDigest.md5.hexadecimal(of: "\(request.method):\(uri)") ?? ""
        let middle = "\(given["nc"] ?? ""):\(given["cnonce"] ?? ""):auth"
        let expected = MessageDigest.md5.hexadecimal(of: "\(secret):\(nonces[index]):\(middle):\(message)")
        if given["response"] == expected, given["nonce"] == nonces[index], given["uri"] == uri {
            return .init(fields: ["X-NC": given["nc"] ?? "", "X-Count": "\(count)"])
        }
        let stale = given["nonce"] != nil && given["nonce"] != nonces[index] && marksStale ? ", stale=true" : ""
        return .init(
            status: 401,
            fields: ["WWW-Authenticate": "Digest realm=r, qop=\"auth\", nonce=\"\(nonces[index])\"\(stale)"]
        )
    }
    return transport
}

@Test func digestIncrementsItsNonceCount() async throws {
    let transport = digestServer(["n1"])
    let session = session(transport) { $0.credentials = Asking(answers: [ada]) }
    var counts: [String?] = []
    for path in ["a?b=c", "d", "e"] {
        counts.append(try await session.data(for: RequestMessage(url: "http://h/\(path)")).head.fields["X-NC"])
    }
    #expect(counts == ["00000001", "00000002", "00000003"])
    #expect(transport.requests.count == 4)
}

@Test(arguments: [true, false])
func anExpiredNonceNeedsNoNewPassword(_ marksStale: Bool) async throws {
    let transport = digestServer(["n1", "n2"], staleAfter: 2, marksStale: marksStale)
    let asking = Asking(answers: [ada])
    let session = session(transport) { $0.credentials = asking }
    #expect(try await session.data(for: RequestMessage(url: "http://h/a")).head.status == 200)
    #expect(try await session.data(for: RequestMessage(url: "http://h/b")).head.status == 200)
    #expect(asking.asked.withLock { $0.count } == 1)
    #expect(transport.requests.count == 4)
}

@Test func nextNonceIsUsed() async throws {
    let transport = ScriptedTransport()
    transport.on("*") { request in
        let nonce = request.fields["Authorization"].flatMap {
            AuthenticationChallenge.parse($0).first?.parameters["nonce"]
        }
        guard let nonce else {
            return .init(status: 401, fields: ["WWW-Authenticate": "Digest realm=r, nonce=one, qop=auth"])
        }
        return .init(fields: ["Authentication-Info": "nextnonce=\"after-\(nonce)\", qop=auth"])
    }
    let session = session(transport) { $0.credentials = Asking(answers: [ada]) }
    for path in ["a", "b"] { _ = try await session.data(for: RequestMessage(url: "http://h/\(path)")) }
    #expect(transport.requests.last?.fields["Authorization"]?.contains("nonce=\"after-one\"") == true)
    #expect(transport.requests.count == 3)
}
