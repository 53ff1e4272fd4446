import Mimeograph
import MimeographJSON
import MimeographJSONPatch
import TestSupport
import Testing

@Suite(.needsCorpora) struct JSONPatchCorporaTests {
    @Test func everyCase() throws {
        let cases = try #require(JSON(parsing: try Corpora.read("json-patch/tests.json")).array)
        let record = SuiteRecord("json-patch")
        var count = 0
        for (number, example) in cases.enumerated() {
            let name = "\(number): \(example["comment"].string ?? example["error"].string ?? "")"
            guard let members = example.object, example["disabled"].bool != true, let patch = members["patch"] else {
                record.leaveOut(name, because: "the suite disables it, or it has no patch")
                continue
            }
            count += 1
            let bytes = try patch.serialized()
            var document = example["doc"]
            do {
                try document.apply(try JSONPatchSerializer().read(bytes))
                record.expect(members["error"] == nil, name, "must fail")
                if let expected = members["expected"] { record.expect(document == expected, name, "another result") }
            } catch {
                record.expect(members["error"] != nil, name, "must not fail: \(error)")
                record.expect(document == example["doc"], name, "the document is changed")
            }
        }
        #expect(count > 85)
        try record.write()
    }
}
