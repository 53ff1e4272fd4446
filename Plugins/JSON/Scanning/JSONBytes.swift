import Mimeograph
import MimeographTree

/// The bytes that a scan reads and unescapes in place.
///
/// No loop needs to check for the end. A zero is not legal anywhere in JSON, so a loop stops at the first zero of the padding,
/// and sees from the offset that the text ended there.
typealias JSONBytes = PaddedBytes

/// The tape during writing.
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
    /// Returns the byte that ends the container whose word is at an index, or zero if `depth` is zero.
    @inline(__always)
    func end(ofContainerAt index: Int, depth: Int) -> UInt8 {
        if depth == 0 { return 0 }
        return self[index] &>> 60 == TapeWord.Tag.object.rawValue ? UInt8(ascii: "}") : UInt8(ascii: "]")
    }

    /// Returns the initial number of words.
    static func estimatedCapacity(for bytes: JSONBytes) -> Int { 8 + bytes.count / (bytes.count < 1 << 14 ? 2 : 6) }

    /// Returns a number of words that is likely to be enough if `used` words hold the first `consumed` of `count` bytes.
    static func grownCapacity(used: Int, consumed: Int, of count: Int) -> Int {
        let needed = Double(used) * Double(count) / Double(max(consumed, 1)) * 1.05
        // No text needs more than a word for each byte, plus the room that is kept free.
        return max(used + used / 4, min(Int(needed), count)) + 16
    }
}

/// Calls `body` with memory for some words, which are not initialized: on the stack if they are few.
@inline(__always)
func withTemporaryWords<Result>(
    _ count: Int,
    _ body: (UnsafeMutableBufferPointer<UInt64>, UnsafeMutablePointer<UInt64>) -> Result
) -> Result {
    if count <= 128 {
        return unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: count) {
            unsafe body($0, $0.baseAddress.unsafelyUnwrapped)
        }
    }
    // Faster than the standard library's call, which asks for an alignment.
    let words = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: count)
    defer { unsafe words.deallocate() }
    return unsafe body(words, words.baseAddress.unsafelyUnwrapped)
}
