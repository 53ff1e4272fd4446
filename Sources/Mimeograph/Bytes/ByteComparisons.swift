/// Comparisons of text by its UTF-8 bytes.
///
/// Swift's own `==`, `hasPrefix`, `contains` and `hash(into:)` normalize both sides first. They treat different spellings as
/// equal, and their time is quadratic in a run of combining marks, so a peer can cost minutes with a few kilobytes. If one side
/// comes from a peer, use these functions and ``ByteEqualString``; `.ci/check-comparisons` finds other comparisons.
extension StringProtocol {
    /// Whether both texts have the same bytes.
    package func hasSameBytes(as other: some StringProtocol) -> Bool {
        utf8.elementsEqual(other.utf8)
    }

    /// Whether the text begins with the bytes of another.
    package func beginsWithBytes(of other: some StringProtocol) -> Bool {
        // `starts(with:)` would make a call for each byte.
        withBytes(of: utf8) { own in
            withBytes(of: other.utf8) { others in
                guard own.count >= others.count else { return false }
                for index in others.indices where own[index] != others[index] { return false }
                return true
            }
        }
    }

    /// Whether the text ends with the bytes of another.
    package func endsWithBytes(of other: some StringProtocol) -> Bool {
        utf8.reversed().starts(with: other.utf8.reversed())
    }

    /// Returns the first index of the bytes of a short text; nil if they do not occur.
    package func index(ofBytes other: String) -> String.Index? {
        utf8.indices.first { utf8[$0...].starts(with: other.utf8) }
    }

    /// Whether the text contains an ASCII character, even if combining marks follow it.
    package func contains(ascii character: Unicode.Scalar) -> Bool {
        let wanted = UInt8(ascii: character)
        return withBytes(of: utf8) { bytes in
            for index in bytes.indices where bytes[index] == wanted { return true }
            return false
        }
    }
}

extension String {
    /// Whether both texts have the same bytes; faster than the generic method, which makes a call for each byte.
    package func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        return withBytes(of: utf8) { own in
            withBytes(of: other.utf8) { others in
                // SAFETY: both buffers are only read, during the call, and have the same count.
                unsafe own.withUnsafeBytes { own in
                    unsafe others.withUnsafeBytes { others in
                        unsafe own.count == others.count && own.isEqual(at: 0, to: others, at: 0, count: own.count)
                    }
                }
            }
        }
    }

    /// The text as a key that is compared and hashed by its bytes.
    package var utf8Key: ByteEqualString { ByteEqualString(self) }

    /// The text with ASCII capitals in lower case, as HTTP compares names; nothing else changes.
    package var lowercasedASCII: String {
        withBytes(of: utf8) { String(lowercasedASCII: $0) }
    }
}

extension String? {
    /// The text, if any, as a key that is compared and hashed by its bytes.
    package var utf8Key: ByteEqualString? { map { ByteEqualString($0) } }
}

extension StringProtocol where SubSequence == Substring {
    /// Splits the text at an ASCII character.
    ///
    /// `split(separator:)` splits at characters as people see them: not at a semicolon with a combining mark, and CR LF is one
    /// character. This method splits at bytes, as other programs split what a peer sends.
    ///
    /// - Parameter most: The maximum number of splits.
    package func parts(at separator: Unicode.Scalar, most: Int = .max) -> [Substring] {
        utf8.split(separator: UInt8(ascii: separator), maxSplits: most, omittingEmptySubsequences: false)
            .map { self[$0.startIndex..<$0.endIndex] }
    }
}

extension UInt8 {
    /// The value of the byte as an ASCII hexadecimal digit of either case; nil if it is not a digit.
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
    /// Makes a string of validated bytes, and does not validate them again if the standard library allows that.
    ///
    /// - Parameter utf8: Valid UTF-8, as the caller guarantees.
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
        // SAFETY: the caller guarantees valid UTF-8, and the spans live no longer than this call.
        unsafe self.init(copying: UTF8Span(unchecked: Span(_unsafeElements: utf8)))
    }
}
