/// A string that is compared and hashed by its UTF-8 bytes, as formats compare keys; Swift's own `==` goes further.
@usableFromInline
package struct ByteEqualString: Hashable, Sendable {
    @usableFromInline package let text: String

    @inlinable
    package init(_ text: String) { self.text = text }

    @inlinable
    package static func == (left: ByteEqualString, right: ByteEqualString) -> Bool {
        // Most keys differ in their length, which is known at once.
        left.text.utf8.count == right.text.utf8.count && left.text.utf8.elementsEqual(right.text.utf8)
    }

    @inlinable
    package func hash(into hasher: inout Hasher) {
        // Not the string's own hash, which is the same for all spellings of one text: a peer could send thousands of them.
        // SAFETY: the buffer is only read, during the call.
        let isDone: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        }
        if isDone == nil { unsafe Array(text.utf8).withUnsafeBytes { unsafe hasher.combine(bytes: $0) } }
        hasher.combine(0xFF as UInt8)
    }
}

extension ByteEqualString: ExpressibleByStringLiteral {
    /// A text of our own, so that `switch ByteEqualString(text) { case "none": … }` compares bytes.
    @usableFromInline package init(stringLiteral text: String) { self.text = text }
}
