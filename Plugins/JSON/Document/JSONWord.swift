import Mimeograph
public import MimeographTree

/// One 64-bit word of a document's tape.
///
/// The tape is the document in reading order. A value takes one word, or two where the second holds 64 bits of a number:
///
/// | tag | bits 32–59 | bits 0–31 | next word |
/// |---|---|---|---|
/// | null, false, true | 0 | 0 | – |
/// | smallInteger | bits 0–59 together: a signed 60-bit integer | | – |
/// | int64 | length of its text | offset of its text | the bits of the `Int64` |
/// | uint64 (above `Int64.max`) | length of its text | offset of its text | the `UInt64` |
/// | double | length of its text | offset of its text | the bits of the correctly rounded `Double` |
/// | bigNumber | length of its text | offset of its text | the bits of the nearest `Double`, infinite where out of range |
/// | string | length in bytes | offset | – |
/// | array, object | number of elements or members, at most 2^28 - 1 (saturated) | index of the word after the container | – |
///
/// Offsets count from the first byte of the document's own copy of the bytes; strings lie there unescaped, instead of
/// their escaped form, which is never shorter. The words after a container's own are its elements, or its members: each
/// a string word (the key) followed by the value.
///
/// For `{"a":[1,2.5],"b":null}` the tape is
/// ```
/// 0 object  count 2, end 8
/// 1 string  offset 2, length 1      "a"
/// 2 array   count 2, end 6
/// 3 smallInteger 1
/// 4 double  offset 8, length 3      2.5
/// 5         bits of 2.5
/// 6 string  offset 14, length 1     "b"
/// 7 null
/// ```
@usableFromInline
package struct JSONWord: TapeWord {
    @usableFromInline
    package let bits: UInt64

    @usableFromInline
    package init(bits: UInt64) { self.bits = bits }

    enum Tag: UInt64 {
        case null, `false`, `true`, smallInteger, int64, uint64, double, bigNumber, string, array, object
    }

    /// A word whose payload, and whose offset or index, are known to fit.
    init(_ tag: Tag, payload: Int = 0, offset: Int = 0) {
        bits = tag.rawValue &<< 60 | UInt64(truncatingIfNeeded: payload) &<< 32 | UInt64(truncatingIfNeeded: offset)
    }

    /// A signed integer that fits 60 bits: from -2^59 to 2^59 - 1.
    init(smallInteger value: Int64) {
        bits = Tag.smallInteger.rawValue &<< 60 | UInt64(bitPattern: value) & (1 &<< 60 &- 1)
    }

    /// Every word that begins a value has a valid tag, because only the scanner and the builder write them.
    @inline(__always)
    var tag: Tag {
        // Spelled out, because this becomes a shift and a comparison, and `Tag(rawValue:)` a call.
        switch bits &>> 60 {
        case 1: .false
        case 2: .true
        case 3: .smallInteger
        case 4: .int64
        case 5: .uint64
        case 6: .double
        case 7: .bigNumber
        case 8: .string
        case 9: .array
        case 10: .object
        default: .null
        }
    }

    @inline(__always) @usableFromInline
    package var isArray: Bool { tag == .array }

    @inline(__always) @usableFromInline
    package var isObject: Bool { tag == .object }

    @inline(__always) @usableFromInline
    package func end(from index: Int) -> Int {
        // Comparisons, because a switch becomes a jump.
        let tag = bits &>> 60
        if tag >= Tag.array.rawValue { return offset }
        let isLong = tag &- Tag.int64.rawValue <= Tag.bigNumber.rawValue &- Tag.int64.rawValue
        return index &+ (isLong ? 2 : 1)
    }

    /// Whether it begins a number, `true`, `false` or `null`.
    var isScalar: Bool {
        switch tag {
        case .string, .array, .object: false
        default: true
        }
    }

    /// Words that a value takes, for a container its own only.
    var width: Int {
        switch tag {
        case .int64, .uint64, .double, .bigNumber: 2
        default: 1
        }
    }
}
