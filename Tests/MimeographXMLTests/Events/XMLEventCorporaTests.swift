import Foundation
import Mimeograph
import MimeographXML
import TestSupport
import Testing

/// Compares events with documents for the public suites: results and content must be the same.
@Suite(.needsCorpora) struct XMLEventCorporaTests {
    /// Files for which events and documents differ, with reasons.
    static let differences: [String: String] = [
        "errors/doctype1.xml": "libxml2 reads \"<!DOCTYPE doc>[]>\" as a document type, but not in push mode",
        "errors/trailing-null-1.xml": "libxml2 takes a zero byte for the end of a document in memory",
        "errors/truncated-utf16.xml": "libxml2 drops half a character at the end of a document in memory",
        "errors/ns-ent.xml": "libxml2 gives the elements of an entity the namespaces of one reference at all others",
    ]

    @Test(arguments: ["xml-roxmltree", "xml-libxml2", "xml-realworld"])
    func everyCase(suite: String) throws {
        let expected = try #require(try Corpora.json("\(suite)/expected.json") as? [String: Any])
        let cases = try #require(expected["cases"] as? [String: [String: Any]])
        let record = SuiteRecord(suite, part: "events")
        for path in cases.keys.sorted() {
            let bytes = try Corpora.read("\(suite)/\(path)")
            let reading = try Reading.events(bytes)
            let size = bytes.count < 4000 ? 1 : 997
            let cuts = Array(stride(from: 0, to: bytes.count, by: size))
            record.expect(try Reading.events(bytes, cutAt: cuts) == reading, path, "other events in pieces")
            if let reason = Self.differences[path] {
                record.differs(path, because: reason)
                continue
            }
            do throws(SerializationError) {
                let document = try XML.Document(parsing: bytes)
                record.expect(reading.code == nil, path, reading.message ?? "")
                let lines = EventWalk.lines(of: document)
                record.expect(reading.contentLines == lines, path, "other content than that of the document")
            } catch {
                record.expect(reading.code != nil, path, "\(error)")
            }
        }
        try record.write()
    }
}
