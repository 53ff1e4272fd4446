import Foundation
import Mimeograph
import MimeographPropertyList
import TestSupport
import Testing

/// The public suites: CPython's test data, output of plistlib, and the samples of the Rust and Go libraries.
@Suite(.needsCorpora) struct PropertyListCorporaTests {
    /// Files that plistlib reads or does not support, and that have another result here, with the reason.
    static let refused: [String: String] = [
        "data/xml_entity_error.plist": "a reference to a character stands where only tags may",
        "data/xml_error.plist": "the tags do not match",
        "data/binary_circular_array.plist": "an array holds itself",
        "data/binary_zero_offset_size.plist": "offsets of no bytes",
        "xml_unusual_cases/s05.plist": "a declaration inside a key",
        "xml_unusual_cases/s06.plist": "a reference without a semicolon",
        "xml_unusual_cases/s07.plist": "an attribute that does not end; Go ignores attributes",
        "xml_unusual_cases/s08.plist": "text after the root; Go stops reading there",
        "xml_unusual_cases/s09.plist": "a document type that does not end; Go ignores it",
        "xml_unusual_cases/s10.plist": "an attribute without a name, and an invalid comment; Go ignores both",
    ]

    @Test(arguments: ["plist-cpython", "plist-rust", "plist-go"])
    func everyCase(suite: String) throws {
        let expected = try #require(try Corpora.json("\(suite)/expected.json") as? [String: Any])
        let cases = try #require(expected["cases"] as? [String: [String: Any]])
        #expect(cases.count > 10)
        let record = SuiteRecord(suite)
        for (path, entry) in cases.sorted(by: { $0.key < $1.key }) {
            let bytes = try Corpora.read("\(suite)/\(path)")
            let options = PropertyListReadingOptions(allowsOpenStep: entry["format"] as? String == "other")
            do throws(SerializationError) {
                let list = try PropertyList(parsing: bytes, options: options)
                record.expect(!path.hasPrefix("invalid/") && Self.refused[path] == nil, path, "must be refused")
                // One list in several encodings, not all of which plistlib reads.
                let twin = path.contains("/encoding-") ? cases["valid/encoding-utf-8-bom.xml.plist"]?["value"] : nil
                if let value = entry["value"] ?? twin {
                    record.expect(list == (try? TypedJSON.value(value)), path, "another value")
                } else if let digest = entry["value_sha256"] as? String {
                    let isSame = SHA256.hexDigest(of: Array(TypedJSON.text(list).utf8)) == digest
                    record.expect(isSame, path, "another value")
                } else {
                    // Foundation can read the files that plistlib cannot.
                    record.expect(list == (try? FoundationValue.list(reading: bytes)), path, "another value")
                }
            } catch {
                // The suite of the Go library has the files that the library reads, without expected results.
                if suite == "plist-go", let reason = Self.refused[path] {
                    record.differs(path, because: "rejected: \(reason)")
                }
                let isExpected = path.hasPrefix("invalid/") || Self.refused[path] != nil
                record.expect(isExpected, path, "must be read: \(error.description)")
                record.expect(error.location != nil && error.remedy != nil, path, "no place, or no remedy")
            }
        }
        try record.write()
    }
}
