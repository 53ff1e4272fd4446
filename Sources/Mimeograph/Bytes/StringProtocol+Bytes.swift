/// Comparisons of text by its UTF-8 bytes.
///
/// Swift's own `==`, `hasPrefix`, `contains` and `hash(into:)` normalise both sides first. They take two spellings for one text, and
/// their time grows with the square of a run of combining marks, so that a peer can buy minutes with a few kilobytes. Wherever one
/// side comes from a peer, the functions here and ``ByteEqualString`` are the ones to use; `.ci/check-comparisons` finds the others.
extension StringProtocol {
    /// Whether the other text has the same bytes, and no others.
    package func hasSameBytes(as other: some StringProtocol) -> Bool {
        utf8.elementsEqual(other.utf8)
    }

    /// Whether the bytes of the other text stand at the beginning.
    package func beginsWithBytes(of other: some StringProtocol) -> Bool {
        utf8.starts(with: other.utf8)
    }

    /// Whether the bytes of the other text stand at the end.
    package func endsWithBytes(of other: some StringProtocol) -> Bool {
        utf8.reversed().starts(with: other.utf8.reversed())
    }

    /// Whether a character of ASCII stands anywhere, marks behind it or not.
    package func contains(ascii character: Unicode.Scalar) -> Bool {
        utf8.contains(UInt8(ascii: character))
    }
}

extension String {
    /// Whether the other text has the same bytes, and no others: as for any text, and without a call for each byte.
    package func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        // SAFETY: both buffers are only read, during the call, and have as many bytes.
        let isSame: Bool?? = unsafe utf8.withContiguousStorageIfAvailable { own in
            unsafe other.utf8.withContiguousStorageIfAvailable { others in
                unsafe own.count == others.count
                    && UnsafeRawBufferPointer(own)
                        .isEqual(at: 0, to: UnsafeRawBufferPointer(others), at: 0, count: own.count)
            }
        }
        return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
    }

    /// The text as something that is equal and hashed by its bytes.
    package var utf8Key: ByteEqualString { ByteEqualString(self) }

    /// The text with the capital letters of ASCII made small, as names in HTTP are compared; nothing else changes.
    package var lowercasedASCII: String {
        withBytes(of: utf8) { String(lowercasedASCII: $0) }
    }
}

extension String? {
    /// The text, if any, as something that is equal and hashed by its bytes.
    package var utf8Key: ByteEqualString? { map { ByteEqualString($0) } }
}
