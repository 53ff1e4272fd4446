import Foundation
import Mimeograph
import TestSupport
import Testing

@testable import MimeographJSON

@Suite(.needsCorpora) struct JSONCorporaTests {
    @Test(arguments: ["json-nst", "json-checker", "json-realworld"])
    func everyCase(suite: String) throws {
        let expected = try #require(try Corpora.json("\(suite)/expected.json") as? [String: Any])
        let cases = try #require(expected["cases"] as? [String: [String: Any]])
        #expect(cases.count > 20)
        var limits = DecodingLimits.standard
        limits.depth = 1024
        let record = SuiteRecord(suite)
        for (path, entry) in cases.sorted(by: { $0.key < $1.key }) {
            let bytes = try Corpora.read("\(suite)/\(path)")
            let expectation = entry["expect"] as? String ?? "accept"
            do throws(SerializationError) {
                let document = try withBytes(of: bytes) { (span) throws(SerializationError) in
                    try JSONScanner.parse(span, options: .standard, limits: limits)
                }
                if expectation == "either" { record.leaveOut(path, because: "the suite allows both; it is read") }
                record.expect(expectation != "reject", path, "must be refused")
                guard let digest = entry["canonical_sha256"] as? String else { continue }
                let canonical = document.canonicalText()
                record.expect(SHA256.hexDigest(of: Array(canonical.utf8)) == digest, path, "another value")
            } catch {
                if expectation == "either" { record.leaveOut(path, because: "the suite allows both; it is rejected") }
                record.expect(expectation != "accept", path, "must be accepted: \(error.message)")
            }
        }
        try record.write()
    }
}
