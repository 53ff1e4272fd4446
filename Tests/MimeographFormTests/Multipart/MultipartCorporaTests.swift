import Foundation
import Mimeograph
import MimeographForm
import TestSupport
import Testing

@Suite(.needsCorpora) struct MultipartCorporaTests {
    /// Checks each case for which three other parsers agree.
    @Test(arguments: [("multipart-pymultipart", 24), ("multipart-werkzeug", 5)])
    func everyCaseThatOthersAgreeOn(suite: String, count: Int) throws {
        let expected = try #require(try Corpora.json("\(suite)/expected.json") as? [String: Any])
        let cases = try #require(expected["cases"] as? [String: [String: Any]])
        var scored = 0
        let record = SuiteRecord(suite)
        for (name, entry) in cases.sorted(by: { $0.key < $1.key }) {
            guard entry["agree"] as? Int == 3 else {
                record.leaveOut(name, because: "werkzeug, multipart and python-multipart do not agree on it")
                continue
            }
            scored += 1
            let body = try Corpora.read("\(suite)/\(try #require(entry["file"] as? String))")
            let boundary = try #require(entry["boundary"] as? String)
            let type = try MediaType.multipartFormData.adding(parameter: "boundary", value: boundary)
            let parts = entry["parts"] as? [[String: Any]]
            do throws(SerializationError) {
                let form = try Multipart(parsing: body, type: type)
                record.expect(form.parts.count == parts?.count, name, "a body that others refuse, or other parts")
                for (part, wanted) in zip(form.parts, parts ?? []) {
                    let type = part.head.fields["Content-Type"]
                    record.expect(part.name == wanted["name"] as? String, name, "another name")
                    record.expect(part.fileName == wanted["filename"] as? String, name, "another file name")
                    record.expect(type == wanted["content_type"] as? String, name, "another type")
                    record.expect(SHA256.hexDigest(of: part.bytes) == wanted["sha256"] as? String, name, "other bytes")
                }
            } catch {
                record.expect(parts == nil, name, "\(error)")
            }
        }
        #expect(scored == count)
        try record.write()
    }
}
