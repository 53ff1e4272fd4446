extension StringProtocol {
    /// At most so many scalars of the text, for a message to a person.
    ///
    /// What a terminal or a log might act on instead of showing it (controls, marks of writing direction, separators of
    /// lines) stands there as a question mark, and what was cut off as an ellipsis.
    package func visible(atMost count: Int) -> String {
        var text = ""
        var scalars = unicodeScalars.makeIterator()
        for _ in 0..<count {
            guard let scalar = scalars.next() else { return text }
            text.unicodeScalars.append(scalar.isHidden ? "?" : scalar)
        }
        return scalars.next() == nil ? text : text + "…"
    }
}

extension Unicode.Scalar {
    fileprivate var isHidden: Bool {
        if (0x20...0x7E).contains(value) { return false }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return true
        default: return false
        }
    }
}

extension MediaType {
    /// The type for a message to a person: a peer may have sent a very long one.
    var visible: String { description.visible(atMost: 200) }
    /// The essence for a message to a person.
    var visibleEssence: String { essence.visible(atMost: 100) }
}
