import Mimeograph
import Testing

@Suite struct MediaTypeGroupsTests {
    /// The letters stand for json, xml, html, scriptable and image.
    @Test(arguments: [
        ("application/json", "j"), ("text/json", "j"), ("x/+json", "j"), ("application/vnd.api+json; a=b", "j"),
        ("application/json-seq", ""), ("application/xjson", ""), ("application/json+x", ""),
        ("application/xml", "xs"), ("text/xml", "xs"), ("a/b+xml", "xs"), ("image/svg+xml", "xsi"),
        ("application/xml-dtd", ""), ("text/html", "hs"), ("application/xhtml+xml", "xs"), ("application/pdf", "s"),
        ("text/javascript", ""), ("image/png", "i"), ("image/x", "i"), ("imagex/png", ""), ("application/zip", ""),
        ("text/plain", ""),
    ])
    func groups(text: String, letters: String) throws {
        let type = try MediaType(text)
        let groups: [(Character, Bool)] = [
            ("j", type.isJSON), ("x", type.isXML), ("h", type.isHTML), ("s", type.isScriptable),
            ("i", type.isImage),
        ]
        #expect(Set(groups.filter(\.1).map(\.0)) == Set(letters))
    }
}
