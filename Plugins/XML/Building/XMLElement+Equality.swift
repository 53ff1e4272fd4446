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
                switch (child, counterpart) {
                case (.element(let child), .element(let counterpart)):
                    pairs.append((child.storage, counterpart.storage))
                case (.text(let text), .text(let other)), (.cdata(let text), .cdata(let other)),
                    (.comment(let text), .comment(let other)):
                    if text != other { return false }
                case (
                    .processingInstruction(let target, let data), .processingInstruction(let otherTarget, let otherData)
                ):
                    if target != otherTarget || data != otherData { return false }
                default: return false
                }
            }
        }
        return true
    }
}
