import Mimeograph

/// One 64-bit word of a document's tape: four bits that say what it is, and 60 that depend on that.
///
/// | what | bits 32–59 | bits 0–31 |
/// |---|---|---|
/// | an array, an object | number of elements or members, at most ``maximumPayload`` (saturated) | index of the word after the container |
/// | a key | length in bytes | offset of its bytes |
///
/// The words after a container's own are its elements, or its members: each a key's word followed by the value. All else is
/// the format's own.
@usableFromInline
package protocol TapeWord {
    /// The word.
    var bits: UInt64 { get }
    init(bits: UInt64)

    /// Whether it begins an array.
    var isArray: Bool { get }
    /// Whether it begins members: an object's, or a dictionary's.
    var isObject: Bool { get }
    /// The index of the word after the value that begins with this word, which stands at `index`.
    func end(from index: Int) -> Int
    /// The index of the word that stands for the value of this one, which stands at `index`: another one where a container
    /// that came before is meant.
    func target(from index: Int) -> Int
}

extension TapeWord {
    @inlinable @inline(__always)
    package func target(from index: Int) -> Int { index }

    /// The largest value of bits 32–59: the longest string, and where counts saturate.
    @inlinable
    package static var maximumPayload: Int { 1 << 28 - 1 }

    /// Bits 32–59: a count or a length.
    @inlinable @inline(__always)
    package var payload: Int { Int(truncatingIfNeeded: bits &>> 32) & Self.maximumPayload }

    /// Bits 0–31: an offset in the bytes, or an index on the tape.
    @inlinable @inline(__always)
    package var offset: Int { Int(truncatingIfNeeded: bits & 0xFFFF_FFFF) }

    /// Bits 0–59 as a signed integer.
    @inlinable @inline(__always)
    package var smallInteger: Int64 { Int64(bitPattern: bits &<< 4) &>> 4 }
}
