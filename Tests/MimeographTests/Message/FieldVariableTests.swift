import Mimeograph
import Testing

/// Variables can be values in a dictionary of fields.
@Suite struct FieldVariableTests {
    @Test func variables() {
        let page = 2
        let etag: String? = "\"a\""
        let none: String? = nil
        let fields: HeaderFields = [
            "X-Page": page, "If-None-Match": etag, "X-None": none, "X-On": true, "Accept": "a/b",
        ]
        #expect(
            fields.lines.map { "\($0.name): \($0.value)" } == [
                "X-Page: 2", "If-None-Match: \"a\"", "X-On: true", "Accept: a/b",
            ]
        )
    }

    @Test func dictionaries() {
        let given = ["B": "2", "A": "1", "C d": "3"]
        let fields = HeaderFields(given)
        #expect(fields.lines.map(\.name) == ["A", "B"] && fields["A"] == "1")
        #expect(fields.refused.map(\.name) == ["C d"])
    }
}
