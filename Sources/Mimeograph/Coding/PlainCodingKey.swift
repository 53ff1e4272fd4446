/// A coding key of any text or place, for what has no key type of its own: elements of arrays, keys of dictionaries, names
/// that are known at run time only, and `super`.
package struct PlainCodingKey: CodingKey {
    package let stringValue: String
    package let intValue: Int?

    @inlinable
    package init(_ name: String) {
        stringValue = name
        intValue = nil
    }

    /// The key of an element, as the standard library's own coders name it.
    package init(index: Int) {
        stringValue = "Index \(index)"
        intValue = index
    }

    package init(stringValue: String) { self.init(stringValue) }

    package init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }

    /// What a class asks for where its superclass has a container of its own.
    package static let `super` = PlainCodingKey("super")
}
