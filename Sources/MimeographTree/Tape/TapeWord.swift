/// One 64-bit word of a document's tape: four bits for the tag, and 60 bits that depend on the tag.
///
/// The tape is the document in reading order, whatever its format. A value takes one word, or two if the second holds 64 bits of
/// it:
///
/// | tag | bits 32–59 | bits 0–31 | next word |
/// |---|---|---|---|
/// | null, false, true | 0 | 0 | – |
/// | smallInteger | bits 0–59 together: a signed 60-bit integer | | – |
/// | int64 | length of its text | offset of its text | the bits of the `Int64` |
/// | uint64 (above `Int64.max`) | length of its text | offset of its text | the `UInt64` |
/// | double | length of its text | offset of its text | the bits of the correctly rounded `Double` |
/// | bigNumber | length of its text | offset of its text | the bits of the nearest `Double`, infinite if out of range |
/// | date | 0 | its offset | the bits of a `Double`: seconds since the beginning of 2001 |
/// | string | length in bytes | offset of its UTF-8 | – |
/// | wideString | length in bytes, an even number | offset of its UTF-16, high byte first | – |
/// | data | length in bytes | offset | – |
/// | shared | 0 | index of the word of an earlier container | – |
/// | extended | an ``Extension`` | index of the word after all of it | a number; its content follows |
/// | array, object | number of elements or members, at most ``maximumPayload`` (saturated) | index of the word after the container | – |
///
/// A number or date without a text has a length of 0 and its own offset in the body. On the tape of an encoding, the offset is 0,
/// or 4 for a double that was a `Float`. Offsets count from the first byte of the document's own copy of the bytes. In this copy,
/// an escape sequence is replaced with its characters, which are never longer. The words after a container's own are its elements
/// or its members: for each member the word of a string (the key), and then the value.
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

    /// A kind of value that only some formats have.
    @frozen
    @usableFromInline
    package enum Extension: Int {
        /// A reference of a keyed archive: the number alone.
        case uid
        /// A tag of CBOR: its number, and its content.
        case tag
        /// A simple value of CBOR that has no tag here: the number alone.
        case simple
        /// An ext of MessagePack: its type as a signed number, and data.
        case ext
        /// An array in which keys and values of a map alternate, because not all keys are strings: 0.
        case pairs
        /// A value in a format of texts that is also an array: the index of the array's word, the other form of the value, and
        /// the array. Values of a repeated name form a list, and so do members whose names are numbers.
        case list
        /// An encoder's note about a value, for a printer of texts: a ``TextNote``, and the value.
        case note
    }

    /// Creates a word whose payload, and whose offset or index, are known to fit.
    @inlinable @inline(__always)
    package init(_ tag: Tag, payload: Int = 0, offset: Int = 0) {
        bits = tag.rawValue &<< 60 | UInt64(truncatingIfNeeded: payload) &<< 32 | UInt64(truncatingIfNeeded: offset)
    }

    /// An empty text in a row that is being written, for a value that could have been nil. No text has that offset.
    package static var presentText: TapeWord { TapeWord(.string, offset: Int(UInt32.max)) }

    /// Creates the word of a signed integer that fits in 60 bits: from -2^59 to 2^59 - 1.
    @inlinable @inline(__always)
    package init(smallInteger value: Int64) {
        bits = Tag.smallInteger.rawValue &<< 60 | UInt64(bitPattern: value) & (1 &<< 60 &- 1)
    }

    @inlinable @inline(__always)
    package static func isSmall(_ value: Int64) -> Bool { value >= -1 << 59 && value < 1 << 59 }

    /// The tag. Every combination of the four bits is a tag.
    @inlinable @inline(__always)
    package var tag: Tag {
        // Spelled out, because this becomes a shift. `Tag(rawValue:)` would become a call.
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
    /// The largest value of bits 32–59: the length of the longest string, and the limit at which counts saturate.
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

    /// Whether it begins an object.
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

    /// Whether the next word holds 64 bits of its value.
    @inlinable @inline(__always)
    package var isLong: Bool {
        bits &>> 60 &- Tag.int64.rawValue <= Tag.date.rawValue &- Tag.int64.rawValue
    }

    /// The number of words of a value, without the content of a container or an extension.
    @inlinable @inline(__always)
    package var width: Int { isLong || has(.extended) ? 2 : 1 }

    /// Returns the index of the word after the value that begins with this word at `index`.
    @inlinable @inline(__always)
    package func end(from index: Int) -> Int {
        // Comparisons, because a switch would become a jump.
        bits &>> 60 >= Tag.extended.rawValue ? offset : index &+ (isLong ? 2 : 1)
    }

    /// Returns the index of the word with the value of this word, which is at `index`. It is another index if this word refers to
    /// an earlier container.
    @inlinable @inline(__always)
    package func target(from index: Int) -> Int { has(.shared) ? offset : index }
}
