import Foundation
import MimeographXML

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// A sum over a whole document, for which every name, value and text must be a Swift `String`.
struct XMLWalk: Equatable {
    /// Bytes of all strings in UTF-8.
    var characters = 0
    var nodes = 0

    /// Walks a node of ours.
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

    /// Walks a node of Foundation's.
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
