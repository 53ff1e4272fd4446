public import MimeographTree

/// The shared part of the scans of binary formats: the tape, the containers with items left to read, and the limits.
///
/// A scan does not recurse: open containers and tags are on a stack. Strings and data stay in place in the copy of the body.
///
/// A map whose keys are all strings is an object. Any other map is an extension with an array of keys and values, whose first
/// words take more room. The first key decides, which is right for nearly all maps. If a later key turns out not to be a string,
/// the offset of the map is recorded and the scan continues. At the end, the whole body is scanned a second time, with these maps
/// known. So no input costs more than two passes, however its maps are nested.
@usableFromInline
package struct BinaryScan: ~Copyable {
    /// A container or tag with items left to read.
    @usableFromInline
    package struct Frame: BitwiseCopyable {
        @usableFromInline
        package enum Kind: UInt8, BitwiseCopyable { case whole, array, object, pairs, tag }

        /// The index of its first word.
        @usableFromInline package let start: Int
        /// The offset of its first byte.
        @usableFromInline package let offset: Int
        /// The number of items that are left, counting keys and values; very large for an indefinite length, see ``endless``.
        @usableFromInline package var remaining: Int
        @usableFromInline package var kind: Kind

        @inlinable @inline(__always)
        package init(start: Int, offset: Int, remaining: Int, kind: Kind) {
            self.start = start
            self.offset = offset
            self.remaining = remaining
            self.kind = kind
        }

        /// More than twice the number of items in any body. It is even, like the number of keys and values in a map.
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
    /// The containers around it.
    @usableFromInline var outer = CodingStack<Frame>(capacity: 16)
    @usableFromInline let depth: Int
    /// The number of values that may still come. The keys of objects do not count.
    @usableFromInline var elements: Int
    /// The offsets of maps whose first key is a string and another key is not, in ascending order.
    @usableFromInline var mixedMaps: ArraySlice<Int>
    /// The offsets of such maps that were not known before.
    @usableFromInline var newMixedMaps: [Int] = []
    /// The positions of keys on the tape and in the body, in maps that are not objects, if they are recorded.
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
    /// Whether nothing came before, except for tags that were dropped.
    @inlinable
    package var isAtBeginning: Bool { outer.count == 0 }

    /// Closes the containers without items left; returns false if the whole value is complete.
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

    /// Counts the next item of the innermost container, and reserves room on the tape. The room is enough for a key and for the
    /// value with the most words, a map of pairs.
    ///
    /// - Returns: Whether it is the key of an object.
    @inlinable @inline(__always)
    package mutating func beginItem(at offset: Int) throws(TapeParseError) -> Bool {
        guard offset < bytes.count else { throw .truncated(at: bytes.count) }
        tape.reserve(4)
        open.remaining &-= 1
        if open.kind == .object { return open.remaining & 1 == 1 }
        if recordsKeys, open.kind == .pairs, open.remaining & 1 == 1 { keys.append((tape.count, offset)) }
        return false
    }

    /// Continues after the key of an object, with its value.
    @inlinable @inline(__always)
    package mutating func beginValue(at offset: Int) throws(TapeParseError) {
        guard offset < bytes.count else { throw .truncated(at: bytes.count) }
        open.remaining &-= 1
    }

    /// Turns the innermost container into a map of pairs, because it has a key that is not a string.
    @inlinable @inline(never)
    package mutating func turnIntoPairs() {
        newMixedMaps.append(open.offset)
        open.kind = .pairs
    }

    @inlinable @inline(__always)
    package mutating func countValue(at offset: Int) throws(TapeParseError) {
        elements &-= 1
        if elements < 0 { throw .elements(at: offset) }
    }

    /// Drops a tag that only says something about the whole body, so that its content is counted instead.
    @inlinable
    package mutating func dropTag() {
        open.remaining = 1
        elements &+= 1
    }

    package mutating func finish(at offset: Int) throws(TapeParseError) -> [UInt64] {
        // A number that was cut off has been read from the padding.
        if offset > bytes.count { throw .truncated(at: bytes.count) }
        if offset < bytes.count { throw TapeParseError("There are bytes after the value.", at: offset) }
        return tape.finish()
    }
}

// MARK: - Content

extension BinaryScan {
    /// Returns an unsigned number of 1, 2, 4 or 8 bytes.
    @inlinable @inline(__always)
    package func number(at offset: Int, size: Int) -> UInt64 {
        bytes.word(at: offset).byteSwapped &>> UInt64(truncatingIfNeeded: 64 &- 8 &* size)
    }

    /// Returns the offset after content of that many bytes, which must fit in a word.
    @inlinable @inline(__always)
    package func end(_ count: UInt64, from content: Int, at offset: Int) throws(TapeParseError) -> Int {
        guard count <= UInt64(truncatingIfNeeded: bytes.count &- content) else { throw .truncated(at: bytes.count) }
        if count > UInt64(TapeWord.maximumPayload) { throw .size(at: offset) }
        return content &+ Int(truncatingIfNeeded: count)
    }

    /// Reads text, and returns the offset after it.
    @inlinable @inline(__always)
    package mutating func text(_ count: UInt64, from content: Int, at offset: Int) throws(TapeParseError) -> Int {
        let end = try end(count, from: content, at: offset)
        if let invalid = bytes.firstInvalidUTF8(from: content, to: end) { throw .invalidText(at: invalid) }
        tape.append(TapeWord(.string, payload: end &- content, offset: content))
        return end
    }

    /// Reads bytes, and returns the offset after them.
    @inlinable @inline(__always)
    package mutating func data(_ count: UInt64, from content: Int, at offset: Int) throws(TapeParseError) -> Int {
        let end = try end(count, from: content, at: offset)
        tape.append(TapeWord(.data, payload: end &- content, offset: content))
        return end
    }

    /// Begins an array of that many elements, or of indefinite length.
    @inlinable @inline(__always)
    package mutating func beginArray(_ count: UInt64?, at offset: Int, _ content: Int) throws(TapeParseError) {
        try checkContainer(count, itemSize: 1, at: offset, content)
        let number = Int(truncatingIfNeeded: count ?? 0)
        push(.array, count == nil ? Frame.endless : number, at: offset)
        tape.append(TapeWord(.array, payload: min(number, TapeWord.maximumPayload)))
    }

    /// Begins a map of that many members, or of indefinite length.
    ///
    /// - Parameter isObject: Whether its first key is a string, or it has no keys.
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

    /// Checks that a container is allowed here, and that it can have that many items, each of at least `itemSize` bytes.
    @inlinable @inline(__always)
    func checkContainer(_ count: UInt64?, itemSize: UInt64, at offset: Int, _ content: Int) throws(TapeParseError) {
        if outer.count >= depth { throw .depth(at: offset) }
        guard let count else { return }
        if elements < 0 || count > UInt64(truncatingIfNeeded: elements) { throw .elements(at: offset) }
        if count > UInt64(truncatingIfNeeded: bytes.count &- content) / itemSize { throw .truncated(at: bytes.count) }
    }
}
