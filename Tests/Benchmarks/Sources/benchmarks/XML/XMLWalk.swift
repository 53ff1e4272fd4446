import Foundation
import MimeographXML

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// A sum over a whole document. It converts every name, value and text to a Swift `String`.
struct XMLWalk: Equatable {
    /// The UTF-8 bytes of all strings.
    var characters = 0
    var nodes = 0

    /// Walks one of our nodes.
    mutating func add(_ node: XML.Node) {
        nodes += 1
        switch node.kind {
        case .element:
            characters += node.name.utf8.count
            for attribute in node.attributes {
                nodes += 1
                characters += attribute.name.utf8.count + attribute.stringValue.utf8.count
            }
            for child in node.children { add(child) }
        default: characters += node.stringValue.utf8.count
        }
    }

    /// Walks one of Foundation's nodes.
    mutating func add(foundation node: XMLNode) {
        nodes += 1
        if node.kind == .element, let element = node as? XMLElement {
            characters += element.localName?.utf8.count ?? 0
            for attribute in element.attributes ?? [] {
                nodes += 1
                characters += (attribute.localName?.utf8.count ?? 0) + (attribute.stringValue?.utf8.count ?? 0)
            }
            for child in element.children ?? [] { add(foundation: child) }
        } else {
            characters += node.stringValue?.utf8.count ?? 0
        }
    }
}
