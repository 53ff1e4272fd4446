public import Mimeograph

extension TapeDocument {
    /// Eight bytes of the document, as the machine loads them.
    @inlinable @inline(__always)
    package func eightBytes(at offset: Int) -> UInt64 {
        // SAFETY: offsets are those of words, and there is padding of more than eight bytes behind the last string. The load needs
        // no alignment. Debug builds check both.
        unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
    }

    /// The string whose UTF-8 a word names.
    @inlinable @inline(__always)
    package func utf8String(of word: Word) -> String {
        let range = word.low..<word.low &+ word.aux
        // SAFETY: the content of every string of a document is valid UTF-8.
        return unsafe bytes.withUnsafeBufferPointer { unsafe String(validated: $0.extracting(range)) }
    }

    /// Whether the bytes that a word names are those of `text`; nothing is allocated.
    @inlinable
    package func bytesMatch(_ word: Word, _ text: String) -> Bool {
        guard text.utf8.count == word.aux else { return false }
        var text = text
        return text.withUTF8 { wanted in
            // SAFETY: both buffers hold `word.aux` bytes from their start on.
            unsafe bytes.withUnsafeBytes { bytes in
                unsafe bytes.isEqual(at: word.low, to: UnsafeRawBufferPointer(wanted), at: 0, count: word.aux)
            }
        }
    }

    /// Whether the strings at two indices are the same. No document has one string in two forms.
    @inlinable
    package func stringsMatch(at left: Int, _ right: Int) -> Bool {
        let left = word(at: left)
        let right = word(at: right)
        if left.bits == right.bits { return true }
        guard left.bits &>> 32 == right.bits &>> 32 else { return false }
        return bytes[left.low..<left.low + left.aux].elementsEqual(bytes[right.low..<right.low + right.aux])
    }
}
