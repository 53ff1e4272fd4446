import Mimeograph

/// A node in a node set. Namespaces are shared by the elements that they are in scope of, so that each comes with its own.
struct XPathNode: Hashable {
    let node: XMLTreeNode
    /// The element in whose scope a namespace is; nil for all other kinds.
    var holder: XMLTreeNode?

    /// The number in document order, that of its element for a namespace.
    var order: Int { (holder ?? node).order }

    /// Whether it can have children.
    var isParent: Bool { holder == nil && node.kind != .attribute }

    /// By what the namespaces of an element are sorted: that of `xml` comes first.
    private var sortedPrefix: String {
        let prefix = node.prefix ?? ""
        return prefix.hasSameBytes(as: "xml") ? "" : prefix
    }

    /// Whether it stands before another one. An element comes before its namespaces, and these before its attributes.
    /// Source: XPath 1.0 §5.
    func precedes(_ other: XPathNode) -> Bool {
        let (one, two) = (order, other.order)
        if one != two { return one < two }
        if holder == nil || other.holder == nil { return holder == nil && other.holder != nil }
        return sortedPrefix.utf8.lexicographicallyPrecedes(other.sortedPrefix.utf8)
    }
}
