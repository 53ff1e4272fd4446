import Mimeograph
import Testing

@Suite struct MediaTypeGroupsTests {
    /// What each letter says: json, xml, html, scriptable, javascript, image, audio or video, font, zip-based, archive.
    @Test(arguments: [
        ("application/json", "j"), ("text/json", "j"), ("x/+json", "j"), ("application/vnd.api+json; a=b", "j"),
        ("application/json-seq", ""), ("application/xjson", ""), ("application/json+x", ""),
        ("application/xml", "xs"), ("text/xml", "xs"), ("a/b+xml", "xs"), ("image/svg+xml", "xsi"),
        ("application/xml-dtd", ""), ("text/html", "hs"), ("application/xhtml+xml", "xs"), ("application/pdf", "s"),
        ("text/javascript", "J"), ("application/x-ecmascript", "J"), ("text/javascript1.5", "J"),
        ("text/javascript1.6", ""), ("image/png", "i"), ("image/x", "i"), ("imagex/png", ""), ("audio/x", "a"),
        ("video/x", "a"), ("application/ogg", "a"), ("font/ttf", "f"), ("application/vnd.ms-opentype", "f"),
        ("application/font-woff", "f"), ("application/font-woff2", ""), ("application/zip", "zA"),
        ("application/epub+zip", "z"), ("application/x-gzip", "A"), ("application/x-rar-compressed", "A"),
        ("application/gzip", ""), ("text/plain", ""),
    ])
    func groups(text: String, letters: String) throws {
        let type = try MediaType(text)
        let groups: [(Character, Bool)] = [
            ("j", type.isJSON), ("x", type.isXML), ("h", type.isHTML), ("s", type.isScriptable),
            ("J", type.isJavaScript), ("i", type.isImage), ("a", type.isAudioOrVideo), ("f", type.isFont),
            ("z", type.isZIPBased), ("A", type.isArchive),
        ]
        #expect(Set(groups.filter(\.1).map(\.0)) == Set(letters))
    }
}
