public import MimeographTree

/// What the scans of binary formats have in common: the tape that they write, the containers whose items are not all read, and
/// the limits.
///
/// A scan does not recurse: containers wait on a stack, and so do tags. Strings and data stay where they are in the copy of the
/// body.
///
/// A map whose keys are all strings is an object, any other one is an extension with an array of keys and values, whose first
/// words take more room. A map is what its first key says, which is right for nearly all. Where a later key is no string
/// after all, the offset of the map is recorded, the scan goes on, and in the end the whole is scanned a second time, when
/// these maps are known. So no input costs more than two passes, however its maps are nested.
@usableFromInline
package struct BinaryScan: ~Copyable {
    /// A container or tag whose items are not all read.
    @usableFromInline
    package struct Frame: BitwiseCopyable {
        @usableFromInline
        package enum Kind: UInt8, BitwiseCopyable { case whole, array, object, pairs, tag }

        /// The index of its first word.
        @usableFromInline package let start: Int
        /// The offset of its first byte.
        @usableFromInline package let offset: Int
        /// Items that are left, keys and values together; many where no number was given, see ``endless``.
        @usableFromInline package var remaining: Int
        @usableFromInline package var kind: Kind

        @inlinable @inline(__always)
        package init(start: Int, offset: Int, remaining: Int, kind: Kind) {
            self.start = start
            self.offset = offset
            self.remaining = remaining
            self.kind = kind
        }

        /// No body has half as many items. It is even, as the number of keys and values is.
        @inlinable
        package static var endless: Int { 1 << 60 }

        /// Whether a break ends it.
        @inlinable @inline(__always)
        package var isEndless: Bool { remaining > Frame.endless / 2 }
    }

    @usableFromInline package let bytes: PaddedBytes
    @usableFromInline package var tape: TapeBuilder
    /// The innermost container.
    @usableFromInline package var open = Frame(start: -1, offset: 0, remaining: 1, kind: .whole)
    /// Those around it.
    @usableFromInline var outer = CodingStack<Frame>(capacity: 16)
    @usableFromInline let depth: Int
    /// Values that may still come. The keys of objects do not count.
    @usableFromInline var elements: Int
    /// The offsets of maps whose first key is a string and another is none, in ascending order.
    @usableFromInline var mixedMaps: ArraySlice<Int>
    /// Those that were not known.
    @usableFromInline var newMixedMaps: [Int] = []
    /// Where the keys of maps that are no objects stand on the tape and in the body, where that is asked for.
    @usableFromInline var keys: [(index: Int, offset: Int)] = []
    @usableFromInline let recordsKeys: Bool

    init(_ bytes: PaddedBytes, depth: Int, elements: Int, mixedMaps: [Int], recordsKeys: Bool) {
        self.bytes = bytes
        self.depth = depth
        self.elements = elements
        self.mixedMaps = mixedMaps[...]
        self.recordsKeys = recordsKeys
        tape = TapeBuilder(forBytes: bytes.count)
    }
}

// MARK: - Items

extension BinaryScan {
    /// Whether nothing but tags that were dropped came before.
    @inlinable
    package var isAtBeginning: Bool { outer.count == 0 }

    /// Closes the containers whose items are all read; false where the whole is.
    @inlinable @inline(__always)
    package mutating func closeFinished() -> Bool {
        while open.remaining == 0 {
            guard outer.count > 0 else { return false }
            tape.close(at: open.start)
            pop()
        }
        return true
    }

    @inlinable @inline(__always)
    package mutating func pop() {
        open = outer[outer.count &- 1]
        outer.removeLast(to: outer.count &- 1)
    }

    /// Counts the next item of the innermost container, and makes room on the tape: for a key, and the value with the most
    /// words, which is a map of pairs.
    ///
    /// - Returns: Whether it is a key, where an object has one.
    @inlinable @inline(__always)
    package mutating func beginItem(at offset: Int) throws(TapeParseError) -> Bool {
        guard offset < bytes.count else { throw .truncated(at: bytes.count) }
        tape.reserve(4)
        open.remaining &-= 1
        if open.kind == .object { return open.remaining & 1 == 1 }
        if recordsKeys, open.kind == .pairs, open.remaining & 1 == 1 { keys.append((tape.count, offset)) }
        return false
    }

    /// Goes on after the key of an object, with its value.
    @inlinable @inline(__always)
    package mutating func beginValue(at offset: Int) throws(TapeParseError) {
        guard offset < bytes.count else { throw .truncated(at: bytes.count) }
        open.remaining &-= 1
    }

    /// The innermost container has a key that is no string.
    @inlinable @inline(never)
    package mutating func turnIntoPairs() {
        newMixedMaps.append(open.offset)
        open.kind = .pairs
    }

    /// Counts a value.
    @inlinable @inline(__always)
    package mutating func countValue(at offset: Int) throws(TapeParseError) {
        elements &-= 1
        if elements < 0 { throw .elements(at: offset) }
    }

    /// Begins what is counted again, because it says something about the whole.
    @inlinable
    package mutating func dropTag() {
        open.remaining = 1
        elements &+= 1
    }

    /// The finished tape.
    package mutating func finish(at offset: Int) throws(TapeParseError) -> [UInt64] {
        // A number that was cut off was read from the padding.
        if offset > bytes.count { throw .truncated(at: bytes.count) }
        if offset < bytes.count { throw TapeParseError("There are bytes after the value.", at: offset) }
        return tape.finish()
    }
}

// MARK: - Content

extension BinaryScan {
    /// An unsigned number of so many bytes, 1, 2, 4 or 8.
    @inlinable @inline(__always)
    package func number(at offset: Int, size: Int) -> UInt64 {
        bytes.word(at: offset).byteSwapped &>> UInt64(truncatingIfNeeded: 64 &- 8 &* size)
    }

    /// The offset after so many bytes of content, which a word can describe.
    @inlinable @inline(__always)
    package func end(_ count: UInt64, from content: Int, at offset: Int) throws(TapeParseError) -> Int {
        guard count <= UInt64(truncatingIfNeeded: bytes.count &- content) else { throw .truncated(at: bytes.count) }
        if count > UInt64(TapeWord.maximumPayload) { throw .size(at: offset) }
        return content &+ Int(truncatingIfNeeded: count)
    }

    /// Reads text, and gives the offset after it.
    @inlinable @inline(__always)
    package mutating func text(_ count: UInt64, from content: Int, at offset: Int) throws(TapeParseError) -> Int {
        let end = try end(count, from: content, at: offset)
        if let invalid = bytes.firstInvalidUTF8(from: content, to: end) { throw .invalidText(at: invalid) }
        tape.append(TapeWord(.string, payload: end &- content, offset: content))
        return end
    }

    /// Reads bytes, and gives the offset after them.
    @inlinable @inline(__always)
    package mutating func data(_ count: UInt64, from content: Int, at offset: Int) throws(TapeParseError) -> Int {
        let end = try end(count, from: content, at: offset)
        tape.append(TapeWord(.data, payload: end &- content, offset: content))
        return end
    }

    /// Begins an array of so many elements, or one that a break ends.
    @inlinable @inline(__always)
    package mutating func beginArray(_ count: UInt64?, at offset: Int, _ content: Int) throws(TapeParseError) {
        try checkContainer(count, itemSize: 1, at: offset, content)
        let number = Int(truncatingIfNeeded: count ?? 0)
        push(.array, count == nil ? Frame.endless : number, at: offset)
        tape.append(TapeWord(.array, payload: min(number, TapeWord.maximumPayload)))
    }

    /// Begins a map of so many members, or one that a break ends.
    ///
    /// - Parameter isObject: Whether its first key is a string, or it has none.
    @inlinable @inline(__always)
    package mutating func beginMap(
        _ count: UInt64?,
        isObject: Bool,
        at offset: Int,
        _ content: Int
    ) throws(TapeParseError) {
        try checkContainer(count, itemSize: 2, at: offset, content)
        let number = Int(truncatingIfNeeded: count ?? 0)
        let isPairs = !isObject || isKnownAsMixed(offset)
        push(isPairs ? .pairs : .object, count == nil ? Frame.endless : 2 &* number, at: offset)
        tape.append(mapOf: number, isPairs: isPairs)
    }

    /// Begins a tag.
    @inlinable
    package mutating func beginTag(_ number: UInt64, at offset: Int) throws(TapeParseError) {
        if outer.count >= depth { throw .depth(at: offset) }
        push(.tag, 1, at: offset)
        tape.append(.tag, number)
    }

    @inlinable @inline(__always)
    mutating func isKnownAsMixed(_ offset: Int) -> Bool {
        guard mixedMaps.first == offset else { return false }
        mixedMaps.removeFirst()
        return true
    }

    @inlinable @inline(__always)
    mutating func push(_ kind: Frame.Kind, _ remaining: Int, at offset: Int) {
        outer.append(open)
        open = Frame(start: tape.count, offset: offset, remaining: remaining, kind: kind)
    }

    /// Makes sure that a container may be and that so many items can come, each of which takes so many bytes at least.
    @inlinable @inline(__always)
    func checkContainer(_ count: UInt64?, itemSize: UInt64, at offset: Int, _ content: Int) throws(TapeParseError) {
        if outer.count >= depth { throw .depth(at: offset) }
        guard let count else { return }
        if elements < 0 || count > UInt64(truncatingIfNeeded: elements) { throw .elements(at: offset) }
        if count > UInt64(truncatingIfNeeded: bytes.count &- content) / itemSize { throw .truncated(at: bytes.count) }
    }
}
