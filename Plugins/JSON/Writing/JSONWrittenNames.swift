import MimeographTree

/// The written forms of member names, with their quotation marks and colons: `"id":`.
///
/// A short name has a slot that its word selects; a later name may replace it. Small bodies have no slots, because most of their
/// names occur once.
struct JSONWrittenNames: ~Copyable {
    private struct Name: BitwiseCopyable {
        var word: UInt64 = 0
        var count = 0
        var text = SIMD4<UInt64>()
    }

    private var names = CodingStack<Name>()
    /// The shift that reduces a 64-bit hash to the number of a slot.
    private var shift: UInt64 = 0

    /// Creates slots for a tape of a number of words, unless it is so small that most names occur once.
    init(words: Int) {
        guard words > 512 else { return }
        let slots = min(words / 16, 256)
        shift = UInt64((slots - 1).leadingZeroBitCount)
        names = CodingStack(capacity: 1 << (64 - Int(shift)))
        for _ in 0..<names.capacity { names.appendReserved(Name()) }
    }

    @inline(__always)
    private func slot(_ name: TapeWord) -> Int {
        Int(truncatingIfNeeded: (name.bits &* 0x9E37_79B9_7F4A_7C15) &>> shift)
    }

    /// Writes a name that was written before; false if its form is not known. There must be room for it and
    /// ``JSONBufferWriter/slack``.
    @inline(__always)
    func write(_ name: TapeWord, into writer: inout JSONBufferWriter) -> Bool {
        guard names.count > 0 else { return false }
        let known = names[slot(name)]
        guard known.word == name.bits else { return false }
        writer.append(known.text, count: known.count)
        return true
    }

    /// Remembers the written form of a name, which begins at an offset.
    @inline(__always)
    mutating func remember(_ name: TapeWord, from start: Int, of writer: JSONBufferWriter) {
        let count = writer.used &- start
        guard names.count > 0, count <= 32 else { return }
        names[slot(name)] = Name(word: name.bits, count: count, text: writer.words(from: start))
    }
}
