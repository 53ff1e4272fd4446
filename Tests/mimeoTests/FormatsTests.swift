import Mimeograph
import MimeographPropertyList
import Testing

@testable import mimeo

@Suite struct FormatsTests {
    @Test(
        arguments: [
            ("a.json", "application/json"), ("x/y.z/A.JSON", "application/json"), ("notes.txt", "text/plain"),
            ("a.json.txt", "text/plain"), ("json", nil), (".json", nil), ("a.", nil), ("a.unknown", nil),
            ("d.json/a", nil),
            ("", nil), ("/", nil),
        ] as [(String, String?)]
    )
    func extensions(_ path: String, _ type: String?) {
        #expect(Formats.mediaType(ofPath: path)?.description == type)
    }

    /// A suggestion that only the raw bytes serializer reads would be worse than none.
    @Test func everySuggestedTypeIsRead() throws {
        let registry = try Formats.registry(Settings(Arguments([], declared: [])))
        for name in [
            "atom", "csv", "geojson", "gpx", "json", "jsonld", "kml", "log", "md", "plist", "rdf", "rss", "svg", "text",
            "txt", "webmanifest", "xhtml", "xml", "xsd", "xsl", "xslt",
        ] {
            let type = try #require(Formats.mediaType(ofPath: "a.\(name)"))
            let chosen = registry.explain(contentType: type, for: String.self).chosen
            let json = registry.explain(contentType: type, for: CodableValue.self).chosen
            let list = registry.explain(contentType: type, for: PropertyList.self).chosen
            #expect(chosen != nil || json != nil || list != nil, "\(name)")
        }
        for name in ["jsonl", "ndjson", "sse"] {
            let type = try #require(Formats.mediaType(ofPath: "a.\(name)"))
            let head = ResponseHead(status: 200, fields: ["Content-Type": type.description])
            #expect(ElementStream(head, as: .any, registry) != nil, "\(name)")
        }
    }
}
