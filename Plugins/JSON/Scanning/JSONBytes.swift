import Mimeograph
import MimeographTree

/// The bytes that a scan reads and unescapes in place.
///
/// No loop needs to look for the end: a zero is legal nowhere in JSON, and what stops at the first zero of the padding sees
/// from the offset whether the text ended there.
typealias JSONBytes = PaddedBytes

/// The tape while it is written.
typealias JSONTape = TapeBuffer

extension JSONTape {
    /// A word that was written before, or the next one. The scanner makes sure of room for four words before it
    /// reads each value.
    @inline(__always)
    subscript(index: Int) -> UInt64 {
        get { self[bits: index] }
        nonmutating set { self[bits: index] = newValue }
    }
}

extension JSONTape {
    /// The byte that ends the container whose word is at that index, or zero where `depth` is zero.
    @inline(__always)
    func end(ofContainerAt index: Int, depth: Int) -> UInt8 {
        if depth == 0 { return 0 }
        return self[index] &>> 60 == TapeWord.Tag.object.rawValue ? UInt8(ascii: "}") : UInt8(ascii: "]")
    }

    /// How many words to begin with.
    static func estimatedCapacity(for bytes: JSONBytes) -> Int { 8 + bytes.count / (bytes.count < 1 << 14 ? 2 : 6) }

    /// How many words are likely to be enough, where `used` words hold the first `consumed` of `count` bytes.
    static func grownCapacity(used: Int, consumed: Int, of count: Int) -> Int {
        let needed = Double(used) * Double(count) / Double(max(consumed, 1)) * 1.05
        // No text needs more than a word for each byte, and then some for the room that is kept free.
        return max(used + used / 4, min(Int(needed), count)) + 16
    }
}
