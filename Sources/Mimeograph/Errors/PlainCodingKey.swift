/// A coding key of any text or place, for what has no key type of its own: elements of arrays, keys of dictionaries, names
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
