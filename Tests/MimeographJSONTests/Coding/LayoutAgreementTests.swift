import Mimeograph
import MimeographJSON
import Testing

@testable import TestSupport

/// The same layout for every way to write a value: through `Codable`, from a tape, or from a built `JSON`.
@Suite struct LayoutAgreementTests {
    @Test(arguments: [
        "[]", "{}", "[[]]", #"{"a":[],"b":{}}"#, #"[1,[2,{"x":"/"}],"é"]"#, #"{"b":1,"a":{"d":[true],"c":null}}"#,
    ])
    func sameText(_ text: String) throws {
        for pretty in [false, true] {
            for slashes in [false, true] {
                let options = JSONWritingOptions(pretty: pretty, sortedKeys: true, escapesSlashes: slashes)
                let format = JSONFormat(writing: options)
                let parsed = try JSON(parsing: text.utf8)
                let expected = String(decoding: try parsed.serialized(options), as: UTF8.self)
                let loose = try format.decode(Loose.self, from: text.utf8)
                #expect(String(decoding: try format.encode(loose), as: UTF8.self) == expected)
                #expect(String(decoding: try format.encode(parsed), as: UTF8.self) == expected)
            }
        }
    }
}
