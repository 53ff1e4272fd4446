import Foundation
import Mimeograph
import TestSupport
import Testing

@testable import MimeographSession

/// Tests of parsing digest fields.
///
/// Source: RFC 9530 §2; RFC 9651 §4.2.
@Suite struct DigestFieldTests {
    private static let sha256 = "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:"
    private static let sha512 =
        "sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:"

    private static func read(_ lines: String...) -> ExpectedDigest? {
        var fields = HeaderFields()
        for line in lines { try? fields.append("Content-Digest", line) }
        return DigestField.expected("Content-Digest", in: fields)
    }

    /// The example of RFC 9530, Appendix A: the bytes of `{"hello": "world"}` and a line feed.
    @Test func theExampleIsMade() throws {
        let body = Array("{\"hello\": \"world\"}\n".utf8)
        #expect(try DigestAlgorithm.sha256.field(for: body) == "sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:")
        let long = try DigestAlgorithm.sha512.field(for: body)
        #expect(Self.read(long)?.algorithm == .sha512 && Self.read(long)?.bytes.count == 64)
    }

    /// Fields, and the number of bytes of their digest, if any.
    @Test(
        arguments: [
            (sha256, 32), (sha512, 64), ("\(sha256), \(sha512)", 64), ("\(sha512),\(sha256)", 64),
            ("  \(sha256)  ", 32),
            ("\(sha256)\t,\t\(sha512)", 64), ("md5=:AAAA:, \(sha256)", 32), ("unixsum=1, \(sha256)", 32),
            ("a;b;c=\"x\\\"y\";d=?1, \(sha256);e=1.5;f=tok/en:*", 32), ("b=(1 \"x\" :AA==:;q tok);z, \(sha256)", 32),
            ("c=@1659578233, d=%\"f%c3%bc\", e=-15, f=?0, g=(), *x=*y, \(sha256)", 32),
            // If a name occurs twice, the last one counts.
            ("sha-256=:AAAA:, \(sha256)", 32), ("\(sha256), sha-256=:AAAA:", 3), ("\(sha256), sha-256=7", nil),
            // Padding may be missing; a digest of another length matches no body.
            ("sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE:", 32), ("sha-256=::", 0), ("sha-256=:AA:", 1),
            ("sha-256=:AAA=:", 2), ("sha-512=:AAAA:", 3),
            // Not a dictionary.
            ("", nil), (",", nil), ("\(sha256),", nil), (",\(sha256)", nil), ("\(sha256),,\(sha512)", nil),
            ("\(sha256) \(sha512)", nil),
            ("SHA-256=:AAAA:", nil), ("sha-256 = :AAAA:", nil), ("sha-256= :AAAA:", nil), ("sha-256=:AAAA", nil),
            ("sha-256=:A:", nil), ("sha-256=:A===:", nil), ("sha-256=:AA=A:", nil), ("sha-256=:A A:", nil),
            ("sha-256=:AA_-:", nil),
            ("sha-256=AAAA", nil), ("sha-256", nil), ("sha-256=\"AAAA\"", nil), ("sha-256=(:AAAA:)", nil),
            ("sha-256=:AAAA:x", nil),
            ("a=(((1))), \(sha256)", nil), ("a=(1, \(sha256)", nil), ("a=\"x, \(sha256)", nil),
            ("a=\"\\x\", \(sha256)", nil),
            ("a=1.2345, \(sha256)", nil), ("a=1., \(sha256)", nil), ("a=-, \(sha256)", nil),
            ("a=1234567890123456, \(sha256)", nil),
            ("a=?2, \(sha256)", nil), ("a=%x, \(sha256)", nil), ("a;=1, \(sha256)", nil), ("a=\u{E9}, \(sha256)", nil),
            ("1=2, \(sha256)", nil),
            ("md5=:AAAA:", nil), ("sha=:AAAA:, sha-384=:AAAA:", nil), ("a=(1\t2), \(sha256)", nil),
        ] as [(String, Int?)]
    )
    func fieldsAreRead(_ text: String, _ count: Int?) {
        #expect(Self.read(text)?.bytes.count == count)
    }

    /// All supported digests of a field, the strongest first.
    @Test func allSupportedDigestsAreRead() {
        let field = "\(Self.sha256), md5=:AAAA:, \(Self.sha512)"
        let found = DigestField.supported("Content-Digest", in: ["Content-Digest": field])
        #expect(found.map(\.algorithm) == [.sha512, .sha256])
        #expect(DigestField.supported("Content-Digest", in: ["Content-Digest": "\(Self.sha512), sha-256=7"]).isEmpty)
    }

    @Test func linesAreOneField() {
        #expect(Self.read("a=1", Self.sha256)?.bytes.count == 32)
        #expect(Self.read(Self.sha512, "sha-512=:AAAA:")?.bytes.count == 3)
        #expect(Self.read(Self.sha256, "x,") == nil)
        #expect(Self.read() == nil)
    }

    /// Each prefix of a field, and damaged ones, are parsed without a trap; the digest has the size that was written.
    @Test func damagedFieldsAreRead() {
        let text = Array("a;b=\"x\\\\\", c=(1 2.5;d :AA==:), \(Self.sha512), \(Self.sha256);e=?1".utf8)
        var generator = SeededGenerator(seed: 9530)
        for count in 0...text.count { _ = Self.read(String(decoding: text.prefix(count), as: UTF8.self)) }
        for _ in 0..<3000 {
            let bytes = Mutation.mutate(text, dictionary: [Array(", sha-256=:".utf8)], using: &generator)
            if let digest = Self.read(String(decoding: bytes, as: UTF8.self)) { #expect(digest.bytes.count < 8192) }
        }
    }

    @Test func digestFieldsHaveASizeLimit() throws {
        let many = (0..<400).map { "m\($0)=1" }.joined(separator: ",")
        #expect(Self.read("\(many), \(Self.sha256)")?.bytes.count == 32)
        #expect(Self.read("\(Self.sha256), x=\"\(String(repeating: "x", count: 8192))\"") == nil)
        #expect(Self.read("sha-256=:\(String(repeating: "A", count: 8000)):")?.bytes.count == 6000)
        var fields = HeaderFields()
        for _ in 0..<5000 { try fields.append("Content-Digest", Self.sha256) }
        #expect(DigestField.expected("Content-Digest", in: fields) == nil)
    }

    @Test(arguments: ["a=1,", "a=(1 ", "\"\\\"", ";a", "a=::,", "("])
    func fieldsAreReadInProportionToTheirLength(_ piece: String) {
        let growth = GrowthOfWork.perDoubling(from: 16, upTo: 7000 / piece.utf8.count) { count in
            "x=\(String(repeating: piece, count: count))"
        } work: { text in
            for _ in 0..<10 { _ = Self.read(text) }
        }
        #expect(growth < GrowthOfWork.inProportion)
    }
}
