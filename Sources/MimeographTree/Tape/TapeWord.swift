/// One 64-bit word of a document's tape: four bits that say what it is, and 60 that depend on that.
///
/// The tape is the document in reading order, whatever its format. A value takes one word, or two where the second holds 64
/// bits of it:
///
/// | tag | bits 32–59 | bits 0–31 | next word |
/// |---|---|---|---|
/// | null, false, true | 0 | 0 | – |
/// | smallInteger | bits 0–59 together: a signed 60-bit integer | | – |
/// | int64 | length of its text | offset of its text | the bits of the `Int64` |
/// | uint64 (above `Int64.max`) | length of its text | offset of its text | the `UInt64` |
/// | double | length of its text | offset of its text | the bits of the correctly rounded `Double` |
/// | bigNumber | length of its text | offset of its text | the bits of the nearest `Double`, infinite where out of range |
/// | date | 0 | offset where it stands | the bits of a `Double`: seconds since the beginning of 2001 |
/// | string | length in bytes | offset of its UTF-8 | – |
/// | wideString | length in bytes, an even number | offset of its UTF-16, high byte first | – |
/// | data | length in bytes | offset | – |
/// | shared | 0 | index of the word of a container that came before | – |
/// | extended | an ``Extension`` | index of the word after all of it | a number; what it is about follows |
/// | array, object | number of elements or members, at most ``maximumPayload`` (saturated) | index of the word after the container | – |
///
/// A number or date that has no text here has a length of 0, and the offset where it stands in the body; on the tape of an
/// encoding that is 0, or 4 for a double that a `Float` was. Offsets count from the first byte of the document's own copy of
/// the bytes. What an escape spells out lies
/// there instead of its spelling, which is never shorter. The words after a container's own are its elements, or its
/// members: each a string's word (the key) followed by the value.
///
/// For the JSON text `{"a":[1,2.5],"b":null}` the tape is
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
@frozen
@usableFromInline
package struct TapeWord {
    @usableFromInline package let bits: UInt64

    @inlinable @inline(__always)
    package init(bits: UInt64) { self.bits = bits }

    @frozen
    @usableFromInline
    package enum Tag: UInt64 {
        case null, `false`, `true`, smallInteger
        case int64, uint64, double, bigNumber, date
        case string, wideString, data, shared
        case extended, array, object
    }

    /// What a format has and the others have not.
    @frozen
    @usableFromInline
    package enum Extension: Int {
        /// A reference of a keyed archive: the number alone.
        case uid
        /// A tag of CBOR: its number, and the value that it is about.
        case tag
        /// A simple value of CBOR that has no tag here: the number alone.
        case simple
        /// What MessagePack calls ext: its type as a signed number, and data.
        case ext
        /// An array whose elements are the keys and values of a map, by turns, because not all keys are strings: 0.
        case pairs
        /// A value of a format of texts that is an array, too: the index of the array's word, what it is otherwise, and the array. The
        /// values of a repeated name are one, and so are members whose names are numbers.
        case list
        /// What an encoder notes of a value for a printer of texts: a ``TextNote``, and the value.
        case note
    }

    /// A word whose payload, and whose offset or index, are known to fit.
    @inlinable @inline(__always)
    package init(_ tag: Tag, payload: Int = 0, offset: Int = 0) {
        bits = tag.rawValue &<< 60 | UInt64(truncatingIfNeeded: payload) &<< 32 | UInt64(truncatingIfNeeded: offset)
    }

    /// An empty text of a row that is being written, where nil could stand. No text has that offset.
    package static var presentText: TapeWord { TapeWord(.string, offset: Int(UInt32.max)) }

    /// A signed integer that fits 60 bits: from -2^59 to 2^59 - 1.
    @inlinable @inline(__always)
    package init(smallInteger value: Int64) {
        bits = Tag.smallInteger.rawValue &<< 60 | UInt64(bitPattern: value) & (1 &<< 60 &- 1)
    }

    @inlinable @inline(__always)
    package static func isSmall(_ value: Int64) -> Bool { value >= -1 << 59 && value < 1 << 59 }

    /// The tag; every combination of the four bits is one.
    @inlinable @inline(__always)
    package var tag: Tag {
        // Spelled out, because this becomes a shift, and `Tag(rawValue:)` a call.
        switch bits &>> 60 {
        case 0: .null
        case 1: .false
        case 2: .true
        case 3: .smallInteger
        case 4: .int64
        case 5: .uint64
        case 6: .double
        case 7: .bigNumber
        case 8: .date
        case 9: .string
        case 10: .wideString
        case 11: .data
        case 12: .shared
        case 13: .extended
        case 14: .array
        default: .object
        }
    }
}

extension TapeWord {
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

    @inlinable @inline(__always)
    package func has(_ tag: Tag) -> Bool { bits &>> 60 == tag.rawValue }

    /// Whether it begins an array.
    @inlinable @inline(__always)
    package var isArray: Bool { has(.array) }

    /// Whether it begins members.
    @inlinable @inline(__always)
    package var isObject: Bool { has(.object) }

    @inlinable @inline(__always)
    package var isContainer: Bool { bits &>> 60 >= Tag.array.rawValue }

    /// Whether it is a string of either form.
    @inlinable @inline(__always)
    package var isString: Bool { has(.string) || has(.wideString) }

    /// Whether it begins a number, `true`, `false` or null.
    @inlinable @inline(__always)
    package var isScalar: Bool { bits &>> 60 <= Tag.bigNumber.rawValue }

    /// Whether its next word holds 64 bits of its value.
    @inlinable @inline(__always)
    package var isLong: Bool {
        bits &>> 60 &- Tag.int64.rawValue <= Tag.date.rawValue &- Tag.int64.rawValue
    }

    /// Words that a value takes, without what a container holds, or what an extension is about.
    @inlinable @inline(__always)
    package var width: Int { isLong || has(.extended) ? 2 : 1 }

    /// The index of the word after the value that begins with this word, which stands at `index`.
    @inlinable @inline(__always)
    package func end(from index: Int) -> Int {
        // Comparisons, because a switch becomes a jump.
        bits &>> 60 >= Tag.extended.rawValue ? offset : index &+ (isLong ? 2 : 1)
    }

    /// The index of the word that stands for the value of this one, which stands at `index`: another one where a container
    /// that came before is meant.
    @inlinable @inline(__always)
    package func target(from index: Int) -> Int { has(.shared) ? offset : index }
}
