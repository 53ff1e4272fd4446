import Foundation
import Mimeograph
import MimeographXML
import TestSupport
import Testing

/// Compares libxml2's own location paths with the results of lxml on libxml2 2.9.14.
///
/// lxml evaluates them at the outermost element. The expected results have no targets of processing instructions.
@Suite(.needsCorpora) struct XPathCorporaTests {
    @Test func everyCase() throws {
        let expected = try #require(try Corpora.json("xml-xpath-nodes/expected.json") as? [String: Any])
        let cases = try #require(expected["cases"] as? [[String: Any]])
        let record = SuiteRecord("xml-xpath-nodes")
        var tested = 0
        for (number, entry) in cases.enumerated() {
            let expression = try #require(entry["expression"] as? String)
            let path = try #require(entry["document"] as? String)
            let evaluation = "\(number) \(path): \(expression)"
            guard entry["agree"] as? Bool == true else {
                record.leaveOut(evaluation, because: "libxml2 2.9.14 does not return the suite's own result")
                continue
            }
            let result = try #require(entry["libxml2_2_9_14"] as? [String: Any])
            let document = try XML.Document(parsing: try Corpora.read("xml-xpath-nodes/\(path)"))
            let value = try XML.XPath(expression).evaluate(at: document.root)
            switch value {
            case .nodes(let nodes):
                let wanted = result["nodes"] as? [[String: Any]] ?? []
                record.expect(result["type"] as? String == "nodeset", evaluation, "nodes")
                record.expect(nodes.map(\.shape) == wanted.map(shape), evaluation, "other nodes")
                for (node, next) in zip(nodes, nodes.dropFirst()) {
                    record.expect(node.precedes(next) && !next.precedes(node), evaluation, "another order")
                }
            case .string(let text): record.expect(result["value"] as? String == text, evaluation, text)
            case .boolean(let flag): record.expect(result["value"] as? Bool == flag, evaluation, "\(flag)")
            case .number(let number):
                let wanted = (result["value"] as? NSNumber)?.doubleValue ?? .nan
                record.expect(number == wanted || (number.isNaN && wanted.isNaN), evaluation, "\(number)")
            }
            tested += 1
        }
        #expect(tested == 80)
        try record.write()
    }

    private func shape(_ node: [String: Any]) -> [String] {
        let kind = node["kind"] as? String ?? ""
        return [
            kind, node["name"] as? String ?? node["prefix"] as? String ?? "",
            node["string"] as? String ?? node["uri"] as? String ?? "",
        ]
    }
}

extension XML.Node {
    fileprivate var shape: [String] {
        let kind =
            switch self.kind {
            case .document: "root"
            case .processingInstruction: "pi"
            case .cdata: "text"
            default: self.kind.rawValue
            }
        return [kind, kind == "pi" ? "" : name, stringValue]
    }
}
