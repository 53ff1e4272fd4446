import MimeographTree

/// How names of members were written, with their quotation marks and colons: `"id":`.
///
/// A name that is short has a slot by the word that stands for it; a later one takes it over. Small bodies, whose names mostly
/// come once, have none.
struct JSONWrittenNames: ~Copyable {
    private struct Name: BitwiseCopyable {
        var word: UInt64 = 0
        var count = 0
        var text = SIMD4<UInt64>()
    }

    private var names = CodingStack<Name>()
    /// What is left of a number of 64 bits is the number of a slot.
    private var shift: UInt64 = 0

    /// Makes slots for a tape of so many words, unless it is so small that most names come once.
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

    /// Writes a name that was written before, for which and for ``JSONBufferWriter/slack`` there is room.
    @inline(__always)
    func write(_ name: TapeWord, into writer: inout JSONBufferWriter) -> Bool {
        guard names.count > 0 else { return false }
        let known = names[slot(name)]
        guard known.word == name.bits else { return false }
        writer.append(known.text, count: known.count)
        return true
    }

    /// Remembers what was written for a name from an offset on.
    @inline(__always)
    mutating func remember(_ name: TapeWord, from start: Int, of writer: JSONBufferWriter) {
        let count = writer.used &- start
        guard names.count > 0, count <= 32 else { return }
        names[slot(name)] = Name(word: name.bits, count: count, text: writer.words(from: start))
    }
}
