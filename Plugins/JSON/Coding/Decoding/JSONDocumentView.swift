/// A document's tape and bytes, read without counting references to them.
///
/// Reading through the arrays costs a retain and a release of the tape for each member, which was a tenth of the time of
/// decoding. This is the only file of the decoder that holds pointers. An index outside of the tape, such as
/// ``JSONDecodingContext/absent``, reads as null.
@safe
struct JSONDocumentView {
    private let words: UnsafeBufferPointer<UInt64>
    private let bytes: UnsafeBufferPointer<UInt8>

    /// Views a document, which whoever keeps the view must keep too.
    init(_ document: JSONDocument) {
        // SAFETY: both arrays are constants of a class, so that their elements stay where they are as long as the
        // document lives, and the only owner of a view holds the document beside it.
        unsafe words = document.tape.withUnsafeBufferPointer { unsafe $0 }
        unsafe bytes = document.bytes.withUnsafeBufferPointer { unsafe $0 }
    }

    /// The word at an index; null where there is none.
    @inline(__always)
    func word(at index: Int) -> JSONWord { JSONWord(bits: bits(at: index)) }

    /// The 64 bits at an index; 0, which is null's word, where there are none.
    @inline(__always)
    func bits(at index: Int) -> UInt64 {
        // SAFETY: the index was compared with the count.
        unsafe UInt(bitPattern: index) < UInt(bitPattern: words.count) ? words[index] : 0
    }

    /// The index of the word after the value that begins at `index`.
    @inline(__always)
    func index(after index: Int) -> Int {
        let bits = bits(at: index)
        let tag = bits &>> 60
        if tag >= JSONWord.Tag.array.rawValue { return Int(truncatingIfNeeded: bits & 0xFFFF_FFFF) }
        let isLong =
            tag &- JSONWord.Tag.int64.rawValue <= JSONWord.Tag.bigNumber.rawValue &- JSONWord.Tag.int64.rawValue
        return index &+ (isLong ? 2 : 1)
    }

    /// Whether the value at an index has that tag.
    @inline(__always)
    func has(_ tag: JSONWord.Tag, at index: Int) -> Bool { bits(at: index) &>> 60 == tag.rawValue }

    /// The text that a string's word names.
    @inline(__always)
    func string(_ word: JSONWord) -> String {
        let buffer = unsafe buffer(of: word)
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
            return unsafe String(decoding: buffer, as: UTF8.self)
        }
        // SAFETY: the scanner let only valid UTF-8 into the document, and cuts strings at quotation marks.
        return unsafe String(copying: UTF8Span(unchecked: Span(_unsafeElements: buffer)))
    }

    /// The bytes that a string's word names; none where the document has no such bytes.
    @inline(__always)
    private func buffer(of word: JSONWord) -> UnsafeBufferPointer<UInt8> {
        let (start, count) = (word.low, word.aux)
        guard unsafe start &+ count <= bytes.count else { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
        // SAFETY: the range was compared with the bytes.
        return unsafe UnsafeBufferPointer(rebasing: bytes[start..<start &+ count])
    }
}

// MARK: - Names

extension JSONDocumentView {
    /// The index of the value of the first member of that name, among those that begin from `start` on and before `end`.
    @inline(__always)
    func value(of name: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int? {
        var current = start
        while current < end {
            let word = word(at: current)
            if word.aux == name.count, unsafe JSONDocumentView.areEqual(buffer(of: word), name) { return current &+ 1 }
            current = index(after: current &+ 1)
        }
        return nil
    }

    /// Whether two strings' words name the same bytes.
    func areEqual(_ left: JSONWord, _ right: JSONWord) -> Bool {
        unsafe JSONDocumentView.areEqual(buffer(of: left), buffer(of: right))
    }

    /// Compares in steps of eight bytes; the last step, or the two halves of a short text, may overlap what was seen.
    @inline(__always)
    private static func areEqual(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        let count = left.count
        guard count == right.count else { return false }
        let (left, right) = (UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
        @inline(__always)
        func same<Word: BitwiseCopyable & Equatable>(_ type: Word.Type, _ offset: Int) -> Bool {
            // SAFETY: each offset is at least the load's width before the end of both.
            unsafe left.loadUnaligned(fromByteOffset: offset, as: type)
                == right.loadUnaligned(fromByteOffset: offset, as: type)
        }
        if count >= 8 {
            var offset = 0
            while offset < count &- 8 {
                if !same(UInt64.self, offset) { return false }
                offset &+= 8
            }
            return same(UInt64.self, count &- 8)
        }
        if count >= 4 { return same(UInt32.self, 0) && same(UInt32.self, count &- 4) }
        if count >= 2 { return same(UInt16.self, 0) && same(UInt16.self, count &- 2) }
        return count == 0 || same(UInt8.self, 0)
    }

    /// A number that most different strings have different ones of: made of the length, the first and the last bytes.
    @inline(__always)
    func fingerprint(of word: JSONWord) -> UInt64 {
        let text = unsafe UnsafeRawBufferPointer(buffer(of: word))
        let count = text.count
        // SAFETY: each offset is at least the load's width before the end.
        if count >= 8 {
            let head = unsafe text.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
            let tail = unsafe text.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
            return (head ^ tail &* 0x9E37_79B9_7F4A_7C15) &+ UInt64(truncatingIfNeeded: count)
        }
        var mixed = UInt64(truncatingIfNeeded: count) &<< 56
        if count >= 4 {
            mixed ^= UInt64(unsafe text.loadUnaligned(fromByteOffset: 0, as: UInt32.self))
            mixed ^= UInt64(unsafe text.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)) &<< 24
        } else if count > 0 {
            mixed ^= UInt64(unsafe text[0]) | UInt64(unsafe text[count / 2]) &<< 8
            mixed ^= UInt64(unsafe text[count &- 1]) &<< 16
        }
        return mixed
    }
}
