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
        // Not `starts(with:)`, which is a call for each byte.
        withBytes(of: utf8) { own in
            withBytes(of: other.utf8) { others in
                guard own.count >= others.count else { return false }
                for index in others.indices where own[index] != others[index] { return false }
                return true
            }
        }
    }

    /// Whether the bytes of the other text stand at the end.
    package func endsWithBytes(of other: some StringProtocol) -> Bool {
        utf8.reversed().starts(with: other.utf8.reversed())
    }

    /// Where the bytes of a short text stand first; nil where they stand nowhere.
    package func index(ofBytes other: String) -> String.Index? {
        utf8.indices.first { utf8[$0...].starts(with: other.utf8) }
    }

    /// Whether a character of ASCII stands anywhere, marks behind it or not.
    package func contains(ascii character: Unicode.Scalar) -> Bool {
        let wanted = UInt8(ascii: character)
        return withBytes(of: utf8) { bytes in
            for index in bytes.indices where bytes[index] == wanted { return true }
            return false
        }
    }
}

extension String {
    /// Whether the other text has the same bytes, and no others: as for any text, and without a call for each byte.
    package func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        return withBytes(of: utf8) { own in
            withBytes(of: other.utf8) { others in
                // SAFETY: both buffers are only read, during the call, and have as many bytes.
                unsafe own.withUnsafeBytes { own in
                    unsafe others.withUnsafeBytes { others in
                        unsafe own.count == others.count && own.isEqual(at: 0, to: others, at: 0, count: own.count)
                    }
                }
            }
        }
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

extension StringProtocol where SubSequence == Substring {
    /// The parts between the occurrences of an ASCII character.
    ///
    /// `split(separator:)` goes by what a reader sees as one character: it does not split at a semicolon that a combining mark
    /// follows, and takes CR LF for one. What a peer sends is cut at bytes, as all other programs cut it.
    ///
    /// - Parameters:
    ///   - separator: The character.
    ///   - most: After how many of them nothing more is split.
    package func parts(at separator: Unicode.Scalar, most: Int = .max) -> [Substring] {
        utf8.split(separator: UInt8(ascii: separator), maxSplits: most, omittingEmptySubsequences: false)
            .map { self[$0.startIndex..<$0.endIndex] }
    }
}

extension UInt8 {
    /// What the byte stands for where it is a hexadecimal digit in ASCII, small or capital; nil where it is none.
    package var hexDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - 48
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - 87
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - 55
        default: nil
        }
    }
}

extension String {
    /// The text of bytes that a reader has validated, so that they are not looked at again where the library lets one say so.
    ///
    /// - Parameter utf8: Valid UTF-8, which the caller vouches for.
    @unsafe @inlinable @inline(__always)
    package init(validated utf8: UnsafeBufferPointer<UInt8>) {
        if utf8.count < 16, SmallText.isKnown {
            self = unsafe SmallText.string(utf8)
            return
        }
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
            unsafe self.init(decoding: utf8, as: UTF8.self)
            return
        }
        // SAFETY: the caller vouches for the bytes, and the spans live no longer than this call.
        unsafe self.init(copying: UTF8Span(unchecked: Span(_unsafeElements: utf8)))
    }
}
