/// A string that is compared and hashed by its UTF-8 bytes, as formats compare keys; Swift's own `==` goes further.
@usableFromInline
package struct UTF8Key: Hashable, Sendable {
    @usableFromInline package let text: String

    @inlinable
    package init(_ text: String) { self.text = text }

    @inlinable
    package static func == (left: UTF8Key, right: UTF8Key) -> Bool {
        // Most keys differ in their length, which is known at once.
        left.text.utf8.count == right.text.utf8.count && left.text.utf8.elementsEqual(right.text.utf8)
    }

    @inlinable
    package func hash(into hasher: inout Hasher) {
        // Strings of the same bytes hash the same; those that Swift holds equal beyond that merely collide.
        text.hash(into: &hasher)
    }
}
