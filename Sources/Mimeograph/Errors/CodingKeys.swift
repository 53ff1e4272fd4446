extension [any CodingKey] {
    /// The path as code would have it: `users[3].name`.
    ///
    /// Keys may have come with a body, so each is held to what can be shown, and a long path to its ends.
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
    /// The key as it stands in a message to a person.
    package var shown: String {
        if let index { return "[\(index)]" }
        return stringValue.visible(atMost: 64)
    }

    /// The number, where the key has no other name: that of an element, or a key that is a number itself.
    fileprivate var index: Int? {
        guard let intValue,
            stringValue.hasSameBytes(as: "Index \(intValue)") || stringValue.hasSameBytes(as: "\(intValue)")
        else { return nil }
        return intValue
    }
}

/// A coding key of any text or index, for what has no key type of its own: elements of arrays, keys of dictionaries, names
/// that are known at run time only, and `super`.
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

    /// The key of an element, as the standard library's own coders name it.
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

    /// What a class asks for where its superclass has a container of its own.
    @usableFromInline
    package static let `super` = PlainCodingKey("super")
}
