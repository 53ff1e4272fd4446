import Mimeograph
import MimeographTree

/// A scanner that reads the text of an XML property list in one pass; see ``XMLPropertyListReader``.
struct XMLPropertyListScanner {
    /// An open array or dictionary.
    private struct Frame {
        let isDictionary: Bool
        /// The index of its word.
        let index: Int
        var count = 0
        /// Whether a key was read and its value was not.
        var hasKey = false
    }

    /// The elements of a property list.
    enum Element: UInt8 {
        case key, string, integer, real, `true`, `false`, date, data, array, dictionary, plist
    }

    /// A start tag, or an empty-element tag.
    struct Tag {
        let element: Element
        let isEmpty: Bool
        /// The offset after the tag.
        let end: Int
    }

    let bytes: PropertyListBytes
    let tape: PropertyListTape
    let depth: Int
    private var remaining: Int
    private var frames: [Frame] = []
    private var used = 0

    init(bytes: PropertyListBytes, tape: PropertyListTape, depth: Int, elements: Int) {
        self.bytes = bytes
        self.tape = tape
        self.depth = depth
        remaining = elements
    }

    /// Writes the tape, and returns the number of its words.
    mutating func scan() throws(PropertyListParseError) -> Int {
        var cursor = try endOfMiscellany(from: 0, allowingDocumentType: true)
        var tag = try outerTag(at: cursor)
        let hasRoot = tag.element == .plist
        if hasRoot {
            if tag.isEmpty { throw parseError("The element plist holds no value.", at: cursor) }
            cursor = try endOfMiscellany(from: tag.end)
            if isEndTag(at: cursor) { throw parseError("The element plist holds no value.", at: cursor) }
            tag = try outerTag(at: cursor)
        }
        cursor = try value(tag, at: cursor)
        if !frames.isEmpty { cursor = try content(from: cursor) }
        if hasRoot {
            cursor = try endOfMiscellany(from: cursor)
            if !isEndTag(at: cursor) { throw parseError("Expected the end of plist after its one value.", at: cursor) }
            cursor = try endOfTag(.plist, at: cursor)
        }
        cursor = try endOfMiscellany(from: cursor)
        if cursor < bytes.count { throw parseError("There is something after the property list.", at: cursor) }
        return used
    }

    /// Reads the tag of the root or of the outermost value, if there is one.
    private func outerTag(at start: Int) throws(PropertyListParseError) -> Tag {
        guard bytes[start] == UInt8(ascii: "<") else { throw parseError("Expected a tag.", at: start) }
        return try startTag(at: start)
    }

    /// Reads until the outermost container is closed.
    private mutating func content(from start: Int) throws(PropertyListParseError) -> Int {
        var cursor = start
        while true {
            cursor = endOfSpace(from: cursor)
            guard bytes[cursor] == UInt8(ascii: "<") else {
                throw parseError("Expected a tag.", at: cursor)
            }
            switch bytes[cursor &+ 1] {
            case UInt8(ascii: "/"):
                cursor = try close(at: cursor)
                if frames.isEmpty { return cursor }
            case UInt8(ascii: "!"), UInt8(ascii: "?"):
                cursor = try endOfMiscellany(from: cursor)
            default:
                let tag = try startTag(at: cursor)
                cursor = try member(tag, at: cursor)
            }
        }
    }

    /// Reads a key, or a value inside of a container.
    @inline(__always)
    private mutating func member(_ tag: Tag, at start: Int) throws(PropertyListParseError) -> Int {
        let last = frames.count &- 1
        if frames[last].isDictionary {
            if tag.element == .key {
                if frames[last].hasKey {
                    throw parseError("A key follows a key, and no value is between them.", at: start)
                }
                frames[last].hasKey = true
                return try text(tag)
            }
            if !frames[last].hasKey { throw parseError("A value in a dictionary has no key before it.", at: start) }
            frames[last].hasKey = false
        }
        frames[last].count &+= 1
        return try value(tag, at: start)
    }

    /// Reads a value; a container is left open.
    @inline(__always)
    private mutating func value(_ tag: Tag, at start: Int) throws(PropertyListParseError) -> Int {
        if remaining <= 0 { throw .elements(at: start) }
        remaining &-= 1
        switch tag.element {
        case .string: return try text(tag)
        case .integer: return try integer(tag, at: start)
        case .true: return try boolean(.true, tag)
        case .false: return try boolean(.false, tag)
        case .real: return try real(tag, at: start)
        case .date: return try date(tag, at: start)
        case .data: return try data(tag)
        case .array: return try open(tag, isDictionary: false, at: start)
        case .dictionary: return try open(tag, isDictionary: true, at: start)
        case .key: throw parseError("A key is outside of a dictionary.", at: start)
        case .plist: throw parseError("The element plist is inside of another.", at: start)
        }
    }

    private mutating func open(_ tag: Tag, isDictionary: Bool, at start: Int) throws(PropertyListParseError) -> Int {
        if frames.count >= depth { throw .depth(at: start) }
        if tag.isEmpty {
            try append(TapeWord(isDictionary ? .object : .array, offset: used + 1), at: start)
        } else {
            frames.append(Frame(isDictionary: isDictionary, index: used))
            try append(TapeWord(.array), at: start)
        }
        return tag.end
    }

    private mutating func close(at start: Int) throws(PropertyListParseError) -> Int {
        guard let frame = frames.popLast() else { throw parseError("An end tag has no start tag.", at: start) }
        let end = try endOfTag(frame.isDictionary ? .dictionary : .array, at: start)
        if frame.hasKey { throw parseError("A dictionary ends after a key that has no value.", at: start) }
        if frame.count > TapeWord.maximumPayload { throw .size(at: start) }
        if frame.isDictionary, frame.count == 1, let uid = uid(at: frame.index + 1) {
            used = frame.index + 2
            tape[frame.index] = TapeWord(.extended, payload: TapeWord.Extension.uid.rawValue, offset: used)
            tape[bits: frame.index + 1] = uid
        } else {
            tape[frame.index] = TapeWord(
                frame.isDictionary ? .object : .array,
                payload: frame.count,
                offset: used
            )
        }
        return end
    }

    /// Returns the reference of a keyed archive if the single member of a dictionary is `CF$UID`, as Foundation writes it.
    private func uid(at index: Int) -> UInt64? {
        let key = tape[index]
        // "CF$UID", the first letter in the lowest bits.
        guard key.payload == 6, bytes.word(at: key.offset) & 0xFFFF_FFFF_FFFF == 0x4449_5524_4643 else {
            return nil
        }
        let value = tape[index + 1]
        guard value.tag == .smallInteger, (0...Int64(UInt32.max)).contains(value.smallInteger) else { return nil }
        return UInt64(value.smallInteger)
    }

    /// Writes a word.
    @inline(__always)
    mutating func append(_ word: TapeWord, at offset: Int) throws(PropertyListParseError) {
        guard used < tape.capacity else { throw .elements(at: offset) }
        tape[used] = word
        used &+= 1
    }

    /// Writes the two words of a number or a date.
    @inline(__always)
    mutating func append(_ word: TapeWord, _ bits: UInt64, at offset: Int) throws(PropertyListParseError) {
        guard used &+ 1 < tape.capacity else { throw .elements(at: offset) }
        tape[used] = word
        tape[bits: used &+ 1] = bits
        used &+= 2
    }

    /// Returns a parse error, or, if the text has ended, even inside a tag, the error that it ends too early.
    @inline(never)
    func parseError(_ message: StaticString, at offset: Int) -> PropertyListParseError {
        let isCutTag = bytes[offset] == UInt8(ascii: "<") && !holds(UInt8(ascii: ">"), from: offset)
        if offset >= bytes.count || isCutTag {
            return PropertyListParseError(
                .truncated,
                "The body ends in the middle of the property list.",
                at: bytes.count
            )
        }
        return PropertyListParseError(.syntax, message, at: offset)
    }

    /// Whether a byte is at an offset or after it; called only after an error.
    func holds(_ byte: UInt8, from start: Int) -> Bool {
        start < bytes.count && (start..<bytes.count).contains { bytes[$0] == byte }
    }
}
