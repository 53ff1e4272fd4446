import Foundation
import Mimeograph
import MimeographXML
import TestSupport
import Testing

/// Compares results and trees with xmllint 2.9.14 (`memory_noent`: from memory, entities substituted) for three public suites.
@Suite(.needsCorpora) struct XMLCorporaTests {
    /// Files that this module rejects although xmllint calls them well-formed, with reasons. The opposite never occurs.
    static let differences: [String: String] = [
        "ent2": "a reference to an external entity",
        "errors/extparsedent.xml": "a reference to an external entity",
        "errors/rec_ext_ent.xml": "a reference to an external entity",
        "undeclared-entity.xml": "a reference to an entity that only the external document type could define",
        "ent7": "a reference to a parameter entity",
        "xml2": "a reference to a parameter entity",
    ]

    /// Files that later versions of libxml2 reject, because they are not well-formed or cost too much.
    static let refusedLater: Set = [
        "errors/doctype1.xml", "errors/doctype2.xml", "errors/dup-xml-attr2.xml", "errors/quadratic-defattr.xml",
        "errors/trailing-null-1.xml", "errors/truncated-utf16.xml",
    ]

    private static let reasonOfLater = "libxml2 2.12 and later, to which the reading is left, is stricter than 2.9.14"

    /// Whether the library is a later version, detected by a rejected document.
    private static let isLater = (try? XML.Document(parsing: "<!DOCTYPE a>[]><a/>".utf8)) == nil

    /// Files that later versions of libxml2 read differently: two white-space characters are two spaces if one is a reference.
    static let readOtherwiseLater: Set = ["attributes.xml"]

    @Test(arguments: ["xml-roxmltree", "xml-libxml2", "xml-realworld"], XMLUndeclaredPrefixes.allCases)
    func everyCase(suite: String, prefixes: XMLUndeclaredPrefixes) throws {
        let expected = try #require(try Corpora.json("\(suite)/expected.json") as? [String: Any])
        let cases = try #require(expected["cases"] as? [String: [String: Any]])
        #expect(cases.count >= 8)
        let record = SuiteRecord(suite, part: "documents")
        var trees = 0
        // Large documents without errors are read once only.
        if suite == "xml-realworld", prefixes == .accept { return }
        for (path, entry) in cases.sorted(by: { $0.key < $1.key }) {
            let verdicts = try #require(entry["xmllint"] as? [String: [String: Any]])
            let verdict = try #require(verdicts["memory_noent"])
            // xmllint reports violations of namespace rules, but calls the document well-formed.
            let breaksNamespaces = prefixes == .refuse && verdict["ns_error"] as? Bool == true
            let isWellFormed = verdict["wf"] as? Bool == true && !breaksNamespaces && Self.differences[path] == nil
            if let reason = Self.differences[path] { record.differs(path, because: "\(reason) is rejected") }
            if breaksNamespaces, verdict["wf"] as? Bool == true {
                record.differs(
                    path,
                    because:
                        "documents that violate namespace rules are rejected, unless `undeclaredPrefixes: .accept` is set"
                )
            }
            let bytes = try Corpora.read("\(suite)/\(path)")
            do throws(SerializationError) {
                let document = try XML.Document(
                    parsing: bytes,
                    options: XMLReadingOptions(undeclaredPrefixes: prefixes)
                )
                record.expect(isWellFormed, path, "must be refused")
                guard let digest = entry["tree_sha256"] as? String else { continue }
                let isSame = SHA256.hexDigest(of: Array(document.contentDump().utf8)) == digest
                let isReadOtherwise = Self.isLater && Self.readOtherwiseLater.contains(path)
                if isReadOtherwise { record.differs(path, because: Self.reasonOfLater) }
                record.expect(isSame || isReadOtherwise, path, "another tree")
                trees += 1
            } catch {
                let isRefusedLater = Self.isLater && Self.refusedLater.contains(path)
                if isRefusedLater { record.differs(path, because: Self.reasonOfLater) }
                record.expect(!isWellFormed || isRefusedLater, path, "must be accepted: \(error)")
                record.expect((error.location?.offset ?? 0) <= bytes.count, path, "a place behind the end")
            }
        }
        #expect(trees > 6)
        // The suite does not cover the other setting, so only the differences are checked.
        if prefixes == .refuse { try record.write() }
    }
}
