import Foundation
import Mimeograph
import MimeographXML
import TestSupport
import Testing

/// libxml2's own location paths, with what lxml on libxml2 2.9.14 makes of them.
///
/// lxml evaluates them at the outermost element, and the expectations name no targets of processing instructions.
@Suite(.needsCorpora) struct XPathCorporaTests {
    @Test func everyCase() throws {
        let expected = try #require(try Corpora.json("xml-xpath-nodes/expected.json") as? [String: Any])
        let cases = try #require(expected["cases"] as? [[String: Any]])
        var tested = 0
        for entry in cases where entry["agree"] as? Bool == true {
            let expression = try #require(entry["expression"] as? String)
            let path = try #require(entry["document"] as? String)
            let result = try #require(entry["libxml2_2_9_14"] as? [String: Any])
            let document = try XML.Document(parsing: try Corpora.read("xml-xpath-nodes/\(path)"))
            let value = try XML.XPath(expression).evaluate(at: document.root)
            let evaluation = "\(path): \(expression)"
            switch value {
            case .nodes(let nodes):
                let wanted = result["nodes"] as? [[String: Any]] ?? []
                #expect(result["type"] as? String == "nodeset", "\(evaluation)")
                #expect(nodes.map(\.shape) == wanted.map(shape), "\(evaluation)")
                for (node, next) in zip(nodes, nodes.dropFirst()) {
                    #expect(node.precedes(next), "\(evaluation)")
                    #expect(!next.precedes(node), "\(evaluation)")
                }
            case .string(let text): #expect(result["value"] as? String == text, "\(evaluation)")
            case .boolean(let flag): #expect(result["value"] as? Bool == flag, "\(evaluation)")
            case .number(let number):
                let wanted = (result["value"] as? NSNumber)?.doubleValue ?? .nan
                #expect(number == wanted || (number.isNaN && wanted.isNaN), "\(evaluation)")
            }
            tested += 1
        }
        #expect(tested == 80)
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
