import Mimeograph
import MimeographXML
import Testing

/// Compares every pair of axes with their definitions, for all nodes of a document. Source: XPath 1.0 §2.2.
@Suite struct XPathAxesTests {
    static let axes = [
        "ancestor", "ancestor-or-self", "attribute", "child", "descendant", "descendant-or-self", "following",
        "following-sibling", "parent", "preceding", "preceding-sibling", "self",
    ]
    static let text = """
        <?before it?><!DOCTYPE a [<!ELEMENT a ANY>]><!--first--><a x="1" y="2">t<b z="3"><c/>u<c w="4"><d><d/></d></c><!--c--></b><b/>\
        <e><b><c>v</c></b><?p q?></e>w<![CDATA[x]]></a><!--last--><?after it?>
        """
    /// The same document with an entity, so that libxml2 builds it.
    static let texts = [
        text,
        text.replacing("<!ELEMENT a ANY>", with: "<!ENTITY i '<f g=\"5\"><c/>y</f>'>").replacing(
            "<b/>",
            with: "<b/>&i;"
        ),
    ]

    /// All nodes of a document in order, with their axes.
    private struct Model {
        var nodes: [XML.Node] = []
        var parents: [Int?] = []
        let indices: [XML.Node: Int]

        init(_ document: XML.Document) {
            var nodes: [XML.Node] = []
            var parents: [Int?] = []
            func add(_ node: XML.Node, _ parent: Int?) {
                let index = nodes.count
                nodes.append(node)
                parents.append(parent)
                for attribute in node.attributes {
                    nodes.append(attribute)
                    parents.append(index)
                }
                for child in node.children { add(child, index) }
            }
            add(document.node, nil)
            self.nodes = nodes
            self.parents = parents
            indices = Dictionary(uniqueKeysWithValues: nodes.enumerated().map { ($0.element, $0.offset) })
        }

        private func ancestors(_ index: Int) -> [Int] {
            var found: [Int] = []
            var next = parents[index]
            while let ancestor = next {
                found.append(ancestor)
                next = parents[ancestor]
            }
            return found
        }

        private func isAttribute(_ index: Int) -> Bool { nodes[index].kind == .attribute }

        /// Returns the nodes in the order of the axis.
        func axis(_ name: String, of index: Int) -> [Int] {
            let children = nodes.indices.filter { !isAttribute($0) }
            let siblings = isAttribute(index) ? [] : children.filter { parents[$0] == parents[index] && $0 != index }
            switch name {
            case "self": return [index]
            case "parent": return parents[index].map { [$0] } ?? []
            case "ancestor": return ancestors(index)
            case "ancestor-or-self": return [index] + ancestors(index)
            case "child": return children.filter { parents[$0] == index }
            case "attribute": return nodes.indices.filter { isAttribute($0) && parents[$0] == index }
            case "descendant": return children.filter { ancestors($0).contains(index) }
            case "descendant-or-self": return [index] + axis("descendant", of: index)
            case "following-sibling": return siblings.filter { $0 > index }
            case "preceding-sibling": return siblings.filter { $0 < index }.reversed()
            case "following": return children.filter { $0 > index && !ancestors($0).contains(index) }
            case "preceding": return children.filter { $0 < index && !ancestors(index).contains($0) }.reversed()
            default: return []
            }
        }
    }

    @Test(arguments: axes, axes) func everyPair(first: String, second: String) throws {
        for text in Self.texts {
            let document = try XML.Document(parsing: text.utf8)
            let model = Model(document)
            for (test, passes) in [
                ("node()", { (_: XML.Node) in true }), ("*", { $0.kind == .element || $0.kind == .attribute }),
                ("text()", { $0.kind == .text || $0.kind == .cdata }),
            ] as [(String, (XML.Node) -> Bool)] {
                let all = "(//node()|//@*|/)"
                func indices(_ expression: String) throws -> [Int] {
                    try document.nodes(expression).map { try #require(model.indices[$0]) }
                }
                func accepted(_ axis: String, _ index: Int) -> [Int] {
                    // A name test matches the principal kind of the axis.
                    model.axis(axis, of: index).filter {
                        let node = model.nodes[$0]
                        return passes(node) && (test != "*" || (node.kind == .attribute) == (axis == "attribute"))
                    }
                }
                let start = model.nodes.indices.flatMap { model.axis(first, of: $0) }
                let wanted = Set(Set(start).flatMap { accepted(second, $0) }).sorted()
                #expect(
                    try indices("\(all)/\(first)::node()/\(second)::\(test)") == wanted,
                    "\(first) \(second) \(test)"
                )
                for position in ["2", "last()", "position() != 1", "position() mod 2 = 0"] {
                    let positioned = Set(start)
                        .flatMap { index -> [Int] in
                            let found = accepted(second, index)
                            return found.enumerated()
                                .filter { index, _ in
                                    switch position {
                                    case "2": index == 1
                                    case "last()": index == found.count - 1
                                    case "position() != 1": index != 0
                                    default: index % 2 == 1
                                    }
                                }
                                .map(\.element)
                        }
                    let expression = "\(all)/\(first)::node()/\(second)::\(test)[\(position)]"
                    #expect(try indices(expression) == Set(positioned).sorted(), "\(expression)")
                }
            }
        }
    }

    /// Document order is total and the same, whichever parser has built the document.
    @Test(arguments: texts) func order(text: String) throws {
        let document = try XML.Document(parsing: text.utf8)
        let nodes = Model(document).nodes
        for (index, node) in nodes.enumerated() {
            for (other, second) in nodes.enumerated() { #expect(node.precedes(second) == (index < other)) }
        }
        #expect(try document.nodes("//@*|//node()|/") == nodes)
        #expect(try document.nodes("/|//node()|//@*|//node()") == nodes)
    }
}
