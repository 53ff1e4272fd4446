import Foundation
import Mimeograph
import MimeographSupport
import TestSupport
import Testing

@testable import MimeographSession

/// The work of a cookie storage is in proportion to the server's data, and small if the storage is full.
@Suite struct CookieWorkTests {
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)

    /// A run of marks that Swift's own comparison sorts one by one.
    private static func marks(_ count: Int, _ pair: String = "\u{300}\u{316}") -> String {
        "a" + String(repeating: pair, count: count)
    }

    private static func storage(_ cookies: some Sequence<Cookie>) -> CookieStorage {
        let storage = CookieStorage { $0 == "example" }
        for cookie in cookies { storage.set(cookie) }
        return storage
    }

    /// Only a limited number of lines of a response is read. curl reads 50 of them.
    @Test func aResponseSetsAtMost256Cookies() throws {
        let asked = Locked(0)
        let storage = CookieStorage { domain in
            asked.withLock { $0 += 1 }
            return domain == "example"
        }
        for number in 0..<3000 { storage.set(Cookie(name: "n", value: "v", domain: "h\(number).example")) }
        var fields = HeaderFields()
        for number in 0..<13_000 { try fields.append("Set-Cookie", "n\(number)=1; Domain=h.example") }
        storage.store(fields, from: try RequestURL("http://h.example/"), now: Self.now)
        #expect(asked.withLock { $0 } == 256)
        #expect(storage.cookies(at: Self.now).count == 3000)
    }

    /// A server whose names are hard to compare does not slow down the cookies of other sites.
    @Test func namesOfOtherSitesCostNothing() throws {
        let url = try RequestURL("http://other.example/")
        let growth = GrowthOfWork.perDoubling(from: 32, upTo: 1000) { size in
            Self.storage(
                (0..<50).map {
                    Cookie(name: Self.marks(size) + "\($0)", value: "1", domain: "h.example", isSecure: true)
                }
            )
        } work: { storage in
            for name in ["sid", Self.marks(10)] { storage.store(["Set-Cookie": "\(name)=1"], from: url, now: Self.now) }
        }
        #expect(growth < GrowthOfWork.inProportion)
    }

    /// Nor its own cookies: two spellings of a name are two names, which a comparison of bytes finds immediately.
    @Test func namesAreComparedInProportionToTheirLength() throws {
        let url = try RequestURL("http://h.example/")
        let growth = GrowthOfWork.perDoubling(from: 32, upTo: 1000) { size in
            (
                Self.storage(
                    (0..<40).map { Cookie(name: Self.marks(size) + "\($0)", value: "1", domain: "h.example") }
                ),
                ["Set-Cookie": "\(Self.marks(size, "\u{316}\u{300}"))=1"] as HeaderFields
            )
        } work: { storage, fields in
            storage.store(fields, from: url, now: Self.now)
            #expect(storage.field(for: url, now: Self.now)?.isEmpty == false)
        }
        #expect(growth < GrowthOfWork.inProportion)
    }

    @Test func attributesAreReadInProportionToTheirLength() throws {
        let url = try RequestURL("http://h.example/")
        for attribute in ["Domain", "Path", "Expires", "Max-Age", "x"] {
            let growth = GrowthOfWork.perDoubling(from: 64, upTo: 2000) { size in
                "a=1; \(attribute)=\(Self.marks(size)); \(Self.marks(size, "\u{316}\u{300}"))"
            } work: { line in
                for _ in 0..<20 {
                    _ = ReceivedCookie(line, from: url, now: Self.now, isPublicSuffix: CookieDomain.isPublic)
                }
            }
            #expect(growth < GrowthOfWork.inProportion, "\(attribute)")
        }
    }

    /// Cookies that are not sent cost a request nothing, and storing a cookie costs little.
    @Test func aFullStorageCostsARequestLittle() throws {
        let url = try RequestURL("http://other.example/")
        let growth = GrowthOfWork.perDoubling(from: 16, upTo: 2800, below: 1.5) { count in
            let storage = Self.storage((0..<count).map { Cookie(name: "n", value: "v", domain: "h\($0).example") })
            storage.set(Cookie(name: "own", value: "1", domain: "other.example"))
            return storage
        } work: { storage in
            for _ in 0..<20 { #expect(storage.field(for: url, now: Self.now) == "own=1") }
        }
        // The cost does not depend on the number of stored cookies.
        #expect(growth < 1.5)
    }

    /// One more cookie is stored in one pass, as long as no other has to be removed.
    @Test func aLargeStorageKeepsOneMoreInOnePass() throws {
        let growth = GrowthOfWork.perDoubling(from: 16, upTo: 2800) { count in
            Self.storage((0..<count).map { Cookie(name: "n", value: "v", domain: "h\($0).example", isSecure: true) })
        } work: { storage in
            for number in 0..<10 { Self.store(from: number, in: storage) }
        }
        #expect(growth < GrowthOfWork.inProportion)
    }

    /// If others have to be removed, each cookie takes as many passes as the previous one.
    @Test func aFullStorageKeepsManyMore() throws {
        let growth = GrowthOfWork.perDoubling(from: 8, upTo: 512) { count in
            let full = (0..<3000).map { Cookie(name: "n", value: "v", domain: "h\($0).example", isSecure: true) }
            return (Self.storage(full), count)
        } work: { storage, count in
            for number in 0..<count { Self.store(from: number, in: storage) }
        }
        #expect(growth < GrowthOfWork.inProportion)
    }

    /// An attacker in the network can answer for any host name over an insecure connection.
    @Test func insecureCookiesOfManyHostsDoNotEvictSecureOnes() throws {
        let storage = CookieStorage()
        let secure = try RequestURL("https://bank.example/")
        storage.store(["Set-Cookie": "id=1; Secure; Path=/"], from: secure, now: Self.now)
        for host in 0..<70 {
            var fields = HeaderFields()
            for number in 0..<50 { try fields.append("Set-Cookie", "n\(number)=x") }
            storage.store(fields, from: try RequestURL("http://h\(host).bank.example/"), now: Self.now)
        }
        #expect(storage.cookies(at: Self.now).count == 3000)
        #expect(storage.field(for: secure, now: Self.now) == "id=1")
        // The latest insecure cookies are stored.
        #expect(storage.field(for: try RequestURL("http://h69.bank.example/"), now: Self.now)?.utf8.count == 338)
    }

    private static func store(from number: Int, in storage: CookieStorage) {
        guard let url = try? RequestURL("http://other\(number).example/") else { return }
        storage.store(["Set-Cookie": "n=1"], from: url, now: now)
    }

    @Test(arguments: [false, true])
    func aFileIsReadInProportionToItsLength(_ isOneDomain: Bool) throws {
        let folder = TemporaryFolder()
        let growth = try GrowthOfWork.perDoubling(from: 200, upTo: 24_000) { count in
            let lines = (0..<count).map { "h\(isOneDomain ? 0 : $0)\tFALSE\t/\tFALSE\t99999999999\tn\($0)\tv\n" }
            try folder.write("jar", lines.joined().utf8)
        } work: { _ in
            _ = try CookieStorage(file: folder.file("jar"))
        }
        #expect(growth < GrowthOfWork.inProportion)
    }

    /// Cookies are compared whenever the file may have to be written.
    @Test func cookiesAreComparedByTheirBytes() {
        let growth = GrowthOfWork.perDoubling(from: 64, upTo: 16_000) { size in
            (
                Cookie(name: "n", value: Self.marks(size), domain: "h"),
                Cookie(name: "n", value: Self.marks(size, "\u{316}\u{300}"), domain: "h")
            )
        } work: { one, other in
            #expect((one == other) == false)
            #expect(Set([one, other]).count == 2)
        }
        #expect(growth < GrowthOfWork.inProportion)
    }
}
