extension XML.Element: Equatable {
    /// Whether names with their prefixes, declarations, attributes and contents are the same, in the same order.
    public static func == (one: XML.Element, other: XML.Element) -> Bool {
        var pairs = [(one.storage, other.storage)]
        while let (left, right) = pairs.popLast() {
            if left === right { continue }
            guard left.name == right.name, left.attributes == right.attributes, left.namespaces == right.namespaces,
                left.children.count == right.children.count
            else { return false }
            for (child, counterpart) in zip(left.children, right.children) {
                if case (.element(let child), .element(let counterpart)) = (child, counterpart) {
                    pairs.append((child.storage, counterpart.storage))
                } else if child != counterpart {
                    return false
                }
            }
        }
        return true
    }
}
