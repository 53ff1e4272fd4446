import Mimeograph
public import MimeographTree

/// One 64-bit word of a document's tape; every value takes exactly one, and a container its own and those of its content.
///
/// | tag | bits 32–59 | bits 0–31 |
/// |---|---|---|
/// | null, false, true | 0 | 0 |
/// | smallInteger | bits 0–59 together: a signed 60-bit integer | |
/// | int64, uint64 | 0 | offset of its 8 bytes |
/// | real, date | 0 | offset of the 8 bytes of a double |
/// | singleReal | 0 | offset of the 4 bytes of a float |
/// | string | length in bytes | offset of its UTF-8 |
/// | wideString | length in bytes, an even number | offset of its UTF-16, high byte first |
/// | data | length in bytes | offset |
/// | uid | 0 | the number |
/// | array, dictionary | number of elements or members | index of the word after the container |
/// | shared | 0 | index of the word of an array or a dictionary that came before |
///
/// Offsets count from the first byte of the document's own copy of the bytes, and numbers lie there with their high byte
/// first, as the binary format has them. What an XML text spells out lies there instead of its spelling, which is longer.
/// The words after a container's own are its elements, or its members: each the word of a string (the key) and a value.
///
/// For `<dict><key>a</key><array><integer>1</integer></array></dict>` the tape is
/// ```
/// 0 dictionary    count 1, end 4
/// 1 string        offset 11, length 1     "a"
/// 2 array         count 1, end 4
/// 3 smallInteger  1
/// ```
@usableFromInline
package struct PropertyListWord: TapeWord {
    @usableFromInline
    package let bits: UInt64

    @usableFromInline
    package init(bits: UInt64) { self.bits = bits }

    enum Tag: UInt64 {
        case null, `false`, `true`, smallInteger, int64, uint64, real, singleReal, date, string, wideString, data, uid
        case array, dictionary, shared
    }

    @inline(__always)
    init(_ tag: Tag, payload: Int = 0, offset: Int = 0) {
        bits =
            tag.rawValue &<< 60 | UInt64(truncatingIfNeeded: payload) &<< 32 | UInt64(truncatingIfNeeded: offset)
            & 0xFFFF_FFFF
    }

    /// A signed integer that fits 60 bits: from -2^59 to 2^59 - 1.
    @inline(__always)
    init(smallInteger value: Int64) {
        bits = Tag.smallInteger.rawValue &<< 60 | UInt64(bitPattern: value) & (1 &<< 60 &- 1)
    }

    @inline(__always)
    static func isSmall(_ value: Int64) -> Bool { value >= -1 << 59 && value < 1 << 59 }

    /// The tag; every combination of the four bits is one.
    @inline(__always)
    var tag: Tag {
        // Spelled out, because this becomes a shift, and `Tag(rawValue:)` a call.
        switch bits &>> 60 {
        case 0: .null
        case 1: .false
        case 2: .true
        case 3: .smallInteger
        case 4: .int64
        case 5: .uint64
        case 6: .real
        case 7: .singleReal
        case 8: .date
        case 9: .string
        case 10: .wideString
        case 11: .data
        case 12: .uid
        case 13: .array
        case 14: .dictionary
        default: .shared
        }
    }

    /// Whether it is a string of either form.
    @inline(__always)
    var isString: Bool { tag == .string || tag == .wideString }

    @inline(__always) @usableFromInline
    package var isArray: Bool { tag == .array }

    @inline(__always) @usableFromInline
    package var isObject: Bool { tag == .dictionary }

    /// Whether it begins an array or a dictionary here.
    @inline(__always)
    var isContainer: Bool { isArray || isObject }

    @inline(__always) @usableFromInline
    package func end(from index: Int) -> Int { isContainer ? offset : index &+ 1 }

    @inline(__always) @usableFromInline
    package func target(from index: Int) -> Int { bits &>> 60 == Tag.shared.rawValue ? offset : index }
}
