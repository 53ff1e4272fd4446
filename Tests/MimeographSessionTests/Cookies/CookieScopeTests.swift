import Foundation
import Mimeograph
import MimeographSessionTesting
import TestSupport
import Testing

@testable import MimeographSession

/// Tests of the servers that a cookie is stored for, and of access to the cookie file.
@Suite struct CookieScopeTests {
    private let folder = TemporaryFolder()
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)

    /// A session over a socket; nil means the network.
    private static func session(_ socket: String?, _ cookies: CookieStorage) -> (SessionManager, ScriptedTransport) {
        let transport = ScriptedTransport()
        transport.on("*", .init(fields: ["Set-Cookie": "id=\(socket ?? "network"); Max-Age=600"]))
        let session = MimeographSessionTests.session(transport) {
            $0.cookies = cookies
            $0.options.unixSocketPath = socket
        }
        return (session, transport)
    }

    /// Two sockets are two servers, even under the same host name.
    @Test(arguments: ["http://localhost/", "http://h.example/"])
    func socketsHaveSeparateCookies(_ url: String) async throws {
        let cookies = CookieStorage()
        let sockets = ["/run/one", "/run/two", nil]
        for socket in sockets {
            let (session, transport) = Self.session(socket, cookies)
            _ = try await session.data(for: RequestMessage(url: url))
            #expect(transport.requests.last?.fields["Cookie"] == nil, "\(socket ?? "the network") got another one's")
        }
        for socket in sockets {
            let (session, transport) = Self.session(socket, cookies)
            _ = try await session.data(for: RequestMessage(url: url))
            #expect(transport.requests.last?.fields["Cookie"] == "id=\(socket ?? "network")")
        }
        #expect(cookies.cookies.count == 3)
    }

    /// The file has no column for a socket, so the cookie would be sent over all sockets.
    @Test func cookiesOfSocketsAreNotWritten() async throws {
        let cookies = try CookieStorage(file: folder.file("jar"))
        for socket in ["/run/one", nil] {
            let (session, _) = Self.session(socket, cookies)
            _ = try await session.data(for: RequestMessage(url: "http://localhost/"))
        }
        #expect(cookies.cookies.count == 2)
        #expect(cookies.save())
        #expect(try CookieStorage(file: folder.file("jar")).cookies.map(\.value) == ["network"])
    }

    /// Source: draft-ietf-httpbis-rfc6265bis §5.7.
    @Test(arguments: [
        ("__Host-a=1; Secure", "https://h/", false), ("__Host-a=1; Secure; Path", "https://h/", true),
        ("__Host-a=1; Secure; Path=/", "https://h/x/y", true), ("__Host-a=1; Secure; Path=/x", "https://h/x/y", false),
        ("__Host-a=1; Secure; Path", "https://h/x/y", false), ("__HOST-a=1; Secure", "https://h/", false),
        ("__Host-a=1; Secure; Path\u{301}=/", "https://h/", false),
    ])
    func aCookieOfAHostNamesItsPath(_ line: String, _ url: String, _ isKept: Bool) throws {
        let storage = CookieStorage()
        try storage.store(from: ["Set-Cookie": line], url: url)
        #expect(storage.cookies.count == (isKept ? 1 : 0), "\(line)")
    }

    /// Text that only looks like an attribute or like the domain, if characters are compared instead of bytes.
    @Test(arguments: [
        ("a=1; Domain=\u{212A}.example", "http://x.k.example/", nil),
        ("a=1; \u{212A}=2", "http://k.example/", "k.example"),
        ("a=1; Domain=k.example\u{301}", "http://k.example/", nil),
        ("a=1; Domain=.k.example; Path=\u{301}/", "http://k.example/", "k.example"),
        ("a=1; Max-Age=0; max-age=x", "http://k.example/", nil),
        ("a=1; Max-Age=60; max-age=x", "http://k.example/", "k.example"),
        ("a=1; Expires=Wed, 21 Oct 2015 07:28:00 GMT; expires=x", "http://k.example/", nil),
    ])
    func attributesAreReadByTheirBytes(_ line: String, _ url: String, _ domain: String?) throws {
        let storage = CookieStorage { $0 == "example" }
        storage.store(["Set-Cookie": line], from: try RequestURL(url), now: Self.now)
        #expect(storage.cookies(at: Self.now).map(\.domain) == [domain].compactMap { $0 })
    }

    /// Two names are the same only if their bytes are.
    @Test func namesAreComparedByTheirBytes() throws {
        let storage = CookieStorage()
        let url = try RequestURL("http://h/")
        storage.store(["Set-Cookie": "\u{E9}=1", "set-cookie": "e\u{301}=2"], from: url, now: Self.now)
        #expect(storage.field(for: url, now: Self.now) == "\u{E9}=1; e\u{301}=2")
        let cookies = storage.cookies(at: Self.now)
        #expect(cookies.count == 2)
        #expect(cookies.first != cookies.last && Set(cookies).count == 2)
        storage.remove { $0.value.utf8.elementsEqual("1".utf8) }
        #expect(storage.field(for: url, now: Self.now) == "e\u{301}=2")
    }

    // MARK: - The file

    private static let line = "h\tFALSE\t/\tFALSE\t99999999999\tname\tvalue\n"

    @Test func aLinkToAFileIsNotFollowed() throws {
        try folder.write("real", Self.line.utf8)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link"),
            withDestinationPath: folder.file("real")
        )
        #expect(throws: SessionError.self) { try CookieStorage(file: folder.file("link")) }
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("dangling"),
            withDestinationPath: folder.file("none")
        )
        #expect(throws: SessionError.self) { try CookieStorage(file: folder.file("dangling")) }
        #expect(try CookieStorage(file: folder.file("real")).cookies.count == 1)
    }

    @Test func aFileThatEveryoneCanWriteIsRejected() throws {
        try folder.write("jar", Self.line.utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: folder.file("jar"))
        #expect(throws: SessionError.self) { try CookieStorage(file: folder.file("jar")) }
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.file("jar"))
        let storage = try CookieStorage(file: folder.file("jar"))
        #expect(storage.cookies.count == 1)
        // Writing the file closes it to other users.
        storage.set(Cookie(name: "b", value: "1", domain: "h", expires: .distantFuture))
        let mode = try FileManager.default.attributesOfItem(atPath: folder.file("jar"))[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test(.enabled(if: getuid() == 0, "Only the administrator can change the owner of a file."))
    func aFileOfAnotherUserIsRejected() throws {
        try folder.write("jar", Self.line.utf8)
        try FileManager.default.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: folder.file("jar"))
        #expect(throws: SessionError.self) { try CookieStorage(file: folder.file("jar")) }
    }

    /// The first cookie would replace the file.
    @Test(arguments: ["a letter\n", "\n\n{\"id\": 7}", "h\tFALSE\t/\n", "\0\u{1}x"])
    func aFileOfSomethingElseIsRefused(_ text: String) throws {
        try folder.write("jar", text.utf8)
        let error = #expect(throws: SessionError.self) { try CookieStorage(file: folder.file("jar")) }
        #expect(error?.code == .fileNotWritable)
        #expect(folder.read("jar") == Array(text.utf8))
    }

    @Test(arguments: ["", "\n", " \r\n", "# Netscape HTTP Cookie File\n", "# mine\nbroken\n", "broken\n" + Self.line])
    func aFileWithoutCookiesIsAccepted(_ text: String) throws {
        try folder.write("jar", text.utf8)
        #expect(try CookieStorage(file: folder.file("jar")).cookies.count == (text.hasSuffix(Self.line) ? 1 : 0))
    }

    @Test func aFileThatIsTooLongIsRefused() throws {
        try folder.write("jar", [UInt8](repeating: 0x23, count: 16 << 20 + 1))
        #expect(throws: SessionError.self) { try CookieStorage(file: folder.file("jar")) }
    }

    /// Files left by a crash are removed. Files of a running process and of other programs stay.
    @Test func filesLeftByACrashAreDeleted() throws {
        let (dead, random) = ("\(Int32.max)", "1a2b3c4d5e6f7")
        let gone = ["jar.\(dead).\(random).tmp"]
        let kept = [
            "jar.\(getpid()).\(random).tmp", "jar.tmp", "jar.A.tmp", "jar.1a2b.tmp", "jar.\(random).tmp",
            "jar.notes.tmp", "jar.\(dead).notes.tmp", "jar.0.\(random).tmp", "jar.-1.\(random).tmp",
            "jar.+\(dead).\(random).tmp", "jar.\(dead).\(random.uppercased()).tmp", "jar.\(dead).\(random)8.tmp",
            "jar.\(dead).\(random).tmp.txt", "other.\(dead).\(random).tmp",
        ]
        for name in gone + kept { try folder.write(name, [1]) }
        _ = try CookieStorage(file: folder.file("jar"))
        #expect(folder.names == kept.sorted())
    }

    /// A missing folder has the effect of a full disk.
    @Test func aFileThatCannotBeWrittenIsWrittenLater() throws {
        let path = folder.file("later/jar")
        let storage = try CookieStorage(file: path)
        storage.set(Cookie(name: "a", value: "1", domain: "h", expires: .distantFuture))
        #expect(!storage.save())
        #expect(!storage.save())
        try FileManager.default.createDirectory(atPath: folder.file("later"), withIntermediateDirectories: false)
        #expect(storage.save())
        #expect(try CookieStorage(file: path).cookies.map(\.name) == ["a"])
        // The next change tries again, too.
        try FileManager.default.removeItem(atPath: folder.file("later"))
        storage.set(Cookie(name: "b", value: "1", domain: "h", expires: .distantFuture))
        #expect(!storage.save())
        try FileManager.default.createDirectory(atPath: folder.file("later"), withIntermediateDirectories: false)
        storage.set(Cookie(name: "c", value: "1", domain: "h", expires: .distantFuture))
        #expect(storage.save())
        #expect(try CookieStorage(file: path).cookies.map(\.name) == ["a", "b", "c"])
    }

    /// A file with more cookies than a storage holds is read up to the limit.
    @Test func aFileIsReadUpToTheLimits() throws {
        var text = ""
        for number in 0..<100 { text += "one\tFALSE\t/\tFALSE\t99999999999\tn\(number)\tv\n" }
        for number in 0..<4000 { text += "h\(number)\tFALSE\t/\tFALSE\t99999999999\tn\tv\n" }
        try folder.write("jar", text.utf8)
        let storage = try CookieStorage(file: folder.file("jar"))
        #expect(storage.cookies.count == 3000)
        #expect(storage.cookies.last?.domain == "h3999")
        for number in 0..<60 { storage.set(Cookie(name: "n\(number)", value: "v", domain: "two")) }
        #expect(storage.cookies.count { $0.domain == "two" } == 50)
        #expect(storage.cookies.count == 3000)
    }
}
