import Mimeograph
import MimeographJSON
import MimeographJSONPatch
import TestSupport
import Testing

@Suite(.needsCorpora) struct JSONPatchCorporaTests {
    @Test func everyCase() throws {
        let cases = try #require(JSON(parsing: try Corpora.read("json-patch/tests.json")).array)
        var count = 0
        for (number, example) in cases.enumerated() {
            guard let members = example.object, example["disabled"].bool != true, let patch = members["patch"] else {
                continue
            }
            count += 1
            let name = "\(number): \(example["comment"].string ?? example["error"].string ?? "")"
            let bytes = try patch.serialized()
            var document = example["doc"]
            do {
                try document.apply(try JSONPatchSerializer().read(bytes))
                #expect(members["error"] == nil, "\(name) must fail")
                if let expected = members["expected"] { #expect(document == expected, "\(name)") }
            } catch {
                #expect(members["error"] != nil, "\(name) must not fail: \(error)")
                #expect(document == example["doc"])
            }
        }
        #expect(count > 85)
    }
}
