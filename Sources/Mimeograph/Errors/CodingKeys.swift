extension [any CodingKey] {
    /// The path in code notation: `users[3].name`.
    ///
    /// Keys may come from a body, so each key is shortened and its hidden characters are replaced. A long path loses its middle.
    package var text: String {
        if count > 24 { return "\(Array(prefix(12)).text)…\(Array(suffix(12)).text)" }
        var text = ""
        for key in self {
            if !text.isEmpty && key.index == nil { text += "." }
            text += key.shown
        }
        return text
    }
}

extension CodingKey {
    /// The key as it appears in a message.
    package var shown: String {
        if let index { return "[\(index)]" }
        return stringValue.visible(atMost: 64)
    }

    /// The index of an element, or the number of a key that is a number.
    fileprivate var index: Int? {
        guard let intValue,
            stringValue.hasSameBytes(as: "Index \(intValue)") || stringValue.hasSameBytes(as: "\(intValue)")
        else { return nil }
        return intValue
    }
}

/// A coding key of any text or index: an element of an array, a key of a dictionary, a name known only at run time, or `super`.
@usableFromInline
package struct PlainCodingKey: CodingKey {
    @usableFromInline
    package let stringValue: String
    @usableFromInline
    package let intValue: Int?

    @inlinable
    package init(_ name: String) {
        stringValue = name
        intValue = nil
    }

    /// Makes the key of an element, named as in the standard library's coders.
    @usableFromInline
    package init(index: Int) {
        stringValue = "Index \(index)"
        intValue = index
    }

    @usableFromInline
    package init(stringValue: String) { self.init(stringValue) }

    @usableFromInline
    package init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }

    /// The key of the container for a superclass.
    @usableFromInline
    package static let `super` = PlainCodingKey("super")
}
