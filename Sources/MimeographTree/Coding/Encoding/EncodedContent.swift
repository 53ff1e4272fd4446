import Mimeograph

/// The bytes to which the words of an encoding refer, with a table of the names of members.
///
/// The elements of an array mostly have the same names, and each name is copied once. Names are distinguished by their length and
/// their first and last eight bytes; longer names also by a comparison. For `id` the first bytes are 0x6469, and there are no
/// last ones. A name in the table has one word, so different words are different names; see ``knowsAllNames``.
///
/// Names mostly come again in the same order. So a name that came twice has a successor. If the next `String` has
/// the same bits as the successor, it is not looked up.
struct EncodedContent: ~Copyable {
    private struct Name: BitwiseCopyable {
        var first: UInt64 = 0
        var last: UInt64 = 0
        /// The string's word; 0 if the slot is empty.
        var word: UInt64 = 0
        /// Its number among the repeated names, or -1.
        var repeated = -1
    }

    /// A name that came more than once.
    private struct RepeatedName: BitwiseCopyable {
        /// The bits of its string, which ``repeatedTexts`` keeps alive.
        let text: SIMD2<UInt64>
        var word: TapeWord
        /// The number of the repeated name that followed it last.
        var next: Int
    }

    private var bytes: CodingStack<UInt8>
    /// The names by their fingerprints, with open addressing. The size is a power of two.
    private var names = CodingStack<Name>()
    private var nameCount = 0
    private var repeated = CodingStack<RepeatedName>()
    private var repeatedTexts: [String] = []
    /// The number of the last repeated name; 0 if there was none.
    private var lastRepeated = 0
    /// Whether all names are in the table, so that equal names have equal words.
    private(set) var knowsAllNames = true
    /// Whether something was too large for a word. It is checked once, at the end.
    private(set) var isOverfull = false

    /// The number of names kept from earlier rows, and of the bytes that they take at the beginning.
    private var keptNames = 0
    private var keptLength = 0

    /// The slots of the largest table that is kept.
    private static var mostKept: Int { 512 }
    private static var maximumCount: Int { Int(UInt32.max) - PaddedBytes.padding }
    /// The slots of the largest table. Names beyond half as many are copied each time.
    private static var mostSlots: Int { 2_048 }
    /// The largest number of slots to check for a name.
    private static var mostProbes: Int { 16 }

    init(capacity: Int) { bytes = CodingStack(capacity: capacity) }

    /// Removes everything except the names, which the next row of a table has again. Keeps room for 64 KB at most.
    mutating func clear() {
        isOverfull = false
        if nameCount != keptNames || !knowsAllNames { keepNames() }
        let length = nameCount == 0 ? 0 : keptLength
        if bytes.capacity <= 1 << 16 { return bytes.removeLast(to: length) }
        var fewer = CodingStack<UInt8>(capacity: max(512, length))
        for index in 0..<length { fewer.append(bytes[index]) }
        bytes = fewer
    }

    /// Moves the names to the beginning of the bytes, in their order; removes them if there are too many.
    private mutating func keepNames() {
        var slots: [(offset: Int, slot: Int)] = []
        var length = 0
        if knowsAllNames, names.count <= EncodedContent.mostKept {
            for slot in 0..<names.count where names[slot].word != 0 {
                let word = TapeWord(bits: names[slot].word)
                slots.append((word.offset, slot))
                length += word.payload
            }
        }
        guard !slots.isEmpty, length <= EncodedContent.mostKept * 4 else { return forgetNames() }
        slots.sort { $0.offset < $1.offset }
        // Each moves to its own offset or a lower one, so no byte is overwritten before it is read.
        length = 0
        for (offset, slot) in slots {
            let word = TapeWord(.string, payload: TapeWord(bits: names[slot].word).payload, offset: length)
            for index in 0..<word.payload { bytes[length + index] = bytes[offset + index] }
            length += word.payload
            names[slot].word = word.bits
            if names[slot].repeated >= 0 { repeated[names[slot].repeated].word = word }
        }
        (keptNames, keptLength) = (nameCount, length)
    }

    /// Removes the names, which belong to one caller. Keeps room for a small table.
    mutating func forgetNames() {
        if names.count > 128 {
            names = CodingStack()
        } else if nameCount > 0 {
            for slot in 0..<names.count { names[slot] = Name() }
        }
        repeated.removeLast(to: 0)
        repeatedTexts.removeAll(keepingCapacity: true)
        (nameCount, lastRepeated, keptNames, keptLength) = (0, 0, 0, 0)
        knowsAllNames = true
    }

    /// A state to restore if later content is discarded.
    struct Mark: BitwiseCopyable {
        fileprivate let count: Int
        fileprivate let names: Int
        fileprivate let isOverfull: Bool
    }

    @inline(__always)
    var mark: Mark { Mark(count: bytes.count, names: nameCount, isOverfull: isOverfull) }

    /// Discards later content. If there are new names, they and all bytes stay.
    mutating func restore(_ mark: Mark) {
        isOverfull = mark.isOverfull
        if nameCount == mark.names { bytes.removeLast(to: mark.count) }
    }

    /// Records that something was too large for a word.
    mutating func overfill() { isOverfull = true }

    var count: Int { bytes.count }

    /// The bytes, followed by the padding of a document. Nothing may be appended afterwards.
    var padded: UnsafeBufferPointer<UInt8> {
        mutating get {
            bytes.reserve(PaddedBytes.padding)
            // SAFETY: there is room for the padding.
            let end = unsafe bytes.memory[bytes.count..<bytes.count + PaddedBytes.padding]
            unsafe UnsafeMutableBufferPointer(rebasing: end).update(repeating: 0)
            return unsafe UnsafeBufferPointer(
                rebasing: UnsafeBufferPointer(bytes.memory)[..<(bytes.count + PaddedBytes.padding)]
            )
        }
    }

    /// Appends the content of another encoding, and returns the offset of its first byte here.
    mutating func append(_ other: borrowing EncodedContent) -> Int {
        let start = count
        if other.isOverfull || start > EncodedContent.maximumCount - other.count { isOverfull = true }
        if isOverfull { return 0 }
        bytes.reserve(other.count)
        // SAFETY: there is room for the bytes.
        let target = unsafe UnsafeMutableBufferPointer(rebasing: bytes.memory[start...])
        _ = unsafe target.update(fromContentsOf: other.bytes.memory[..<other.count])
        bytes.count += other.count
        return start
    }

    /// Copies content and returns its word. If no word can describe it, this is recorded and the word is empty.
    @inline(__always)
    mutating func word(_ tag: TapeWord.Tag, of source: UnsafeRawBufferPointer) -> TapeWord {
        let (start, count) = (bytes.count, source.count)
        guard count <= TapeWord.maximumPayload, start <= EncodedContent.maximumCount &- count else {
            isOverfull = true
            return TapeWord(tag)
        }
        bytes.reserve(count &+ 16)
        // SAFETY: there is room for the bytes and 16 more, which are not counted.
        let target = unsafe UnsafeMutableRawBufferPointer(
            rebasing: UnsafeMutableRawBufferPointer(bytes.memory)[start...]
        )
        if count <= 16 {
            let (first, last) = unsafe EncodedContent.ends(of: source)
            unsafe target.storeBytes(of: first.littleEndian, as: UInt64.self)
            if count > 8 {
                unsafe target.storeBytes(of: last.littleEndian, toByteOffset: count &- 8, as: UInt64.self)
            }
        } else {
            unsafe target.copyMemory(from: source)
        }
        bytes.count = start &+ count
        return TapeWord(tag, payload: count, offset: start)
    }

    /// Copies the content of another encoding's word, and returns the new word.
    mutating func word(copying word: TapeWord, of other: borrowing EncodedContent) -> TapeWord {
        // SAFETY: the word belongs to the other content, which has its bytes.
        unsafe self.word(
            word.tag,
            of: UnsafeRawBufferPointer(
                rebasing: UnsafeRawBufferPointer(other.bytes.memory)[word.offset..<word.offset + word.payload]
            )
        )
    }

    /// Records that a name may have two words, because one was copied.
    mutating func doubtNames() { knowsAllNames = false }

    /// Returns the word of a name, which is copied if it is not in the table.
    @inline(__always)
    mutating func word(ofName name: String) -> TapeWord {
        if lastRepeated < repeated.count {
            let next = repeated[lastRepeated].next
            // SAFETY: a string is two words. If another string that is kept has the same words, the text is the same.
            if unsafe repeated[next].text == unsafeBitCast(name, to: SIMD2<UInt64>.self) {
                lastRepeated = next
                return repeated[next].word
            }
        }
        return lookUp(name)
    }

    /// Does the same for the name of a field.
    @inline(__always)
    mutating func word(of field: UnsafePointer<PlanField>) -> TapeWord {
        let bits = unsafe field.pointee.nameBits
        if lastRepeated < repeated.count {
            let next = repeated[lastRepeated].next
            if repeated[next].text == bits {
                lastRepeated = next
                return repeated[next].word
            }
        }
        return unsafe lookUp(UnsafeRawBufferPointer(field.pointee.nameBytes), bits).word
    }

    @inline(never)
    private mutating func lookUp(_ name: String) -> TapeWord {
        var text = name
        // SAFETY: a string is two words; the buffer is only read, during the call.
        let bits = unsafe unsafeBitCast(name, to: SIMD2<UInt64>.self)
        let (word, isNew) = text.withUTF8 { unsafe lookUp(UnsafeRawBufferPointer($0), bits) }
        if isNew { repeatedTexts.append(name) }
        return word
    }

    /// Returns the word of a name, and whether its text is the first one with these bits.
    @inline(never)
    private mutating func lookUp(_ name: UnsafeRawBufferPointer, _ bits: SIMD2<UInt64>) -> (word: TapeWord, isNew: Bool)
    {
        let (word, slot) = unsafe lookUp(name)
        guard let slot else { return (word, false) }
        let isNew = names[slot].repeated < 0
        if isNew {
            names[slot].repeated = repeated.count
            repeated.append(RepeatedName(text: bits, word: word, next: repeated.count))
        }
        repeated[lastRepeated].next = names[slot].repeated
        lastRepeated = names[slot].repeated
        return (word, isNew)
    }

    /// Does the same, and returns the slot of a name that was already in the table.
    private mutating func lookUp(_ source: UnsafeRawBufferPointer) -> (word: TapeWord, slot: Int?) {
        let (first, last) = unsafe EncodedContent.ends(of: source)
        let wanted = TapeWord(.string, payload: source.count).bits &>> 32
        if names.count == 0 { names = EncodedContent.table(32) }
        let mask = names.count &- 1
        var slot = EncodedContent.slot(first, last, source.count) & mask
        var probes = 0
        while names[slot].word != 0, probes < EncodedContent.mostProbes {
            let known = names[slot]
            if known.first == first, known.last == last, known.word &>> 32 == wanted,
                unsafe source.count <= 16 || isSame(TapeWord(bits: known.word), source)
            {
                return (TapeWord(bits: known.word), slot)
            }
            slot = (slot &+ 1) & mask
            probes &+= 1
        }
        let word = unsafe word(.string, of: source)
        insert(Name(first: first, last: last, word: word.bits))
        return (word, nil)
    }

    @inline(never)
    private mutating func insert(_ name: Name) {
        if nameCount >= EncodedContent.mostSlots / 2 || !EncodedContent.insert(name, into: &names) {
            knowsAllNames = false
            return
        }
        nameCount += 1
        if nameCount <= names.count / 2 { return }
        var larger = EncodedContent.table(names.count * 4)
        for index in 0..<names.count where names[index].word != 0 {
            if !EncodedContent.insert(names[index], into: &larger) { knowsAllNames = false }
        }
        names = larger
    }

    private static func table(_ count: Int) -> CodingStack<Name> {
        var table = CodingStack<Name>(capacity: count)
        for _ in 0..<count { table.appendReserved(Name()) }
        return table
    }

    /// Returns false if all slots near the name's own are taken, which happens only with names chosen for it.
    private static func insert(_ name: Name, into table: inout CodingStack<Name>) -> Bool {
        var slot = slot(name.first, name.last, TapeWord(bits: name.word).payload) & (table.count - 1)
        for _ in 0..<mostProbes {
            if table[slot].word == 0 {
                table[slot] = name
                return true
            }
            slot = (slot + 1) & (table.count - 1)
        }
        return false
    }

    @inline(__always)
    private static func slot(_ first: UInt64, _ last: UInt64, _ count: Int) -> Int {
        Int(truncatingIfNeeded: BitMixer.mix(first, last &+ UInt64(truncatingIfNeeded: count)) &>> 16)
    }

    /// Whether a word stands for those bytes.
    func isSame(_ word: TapeWord, _ other: UnsafeRawBufferPointer) -> Bool {
        guard word.has(.string), word.payload == other.count else { return false }
        // SAFETY: the word belongs to this content, which has its bytes.
        return unsafe UnsafeRawBufferPointer(bytes.memory)
            .isEqual(at: word.offset, to: other, at: 0, count: other.count)
    }

    func string(of word: TapeWord) -> String {
        // SAFETY: the word belongs to this content, which has its bytes.
        unsafe String(decoding: bytes.memory[word.offset..<word.offset + word.payload], as: UTF8.self)
    }

    /// Returns a hash of all bytes of a name, which a peer cannot predict.
    static func hash(of name: UnsafeRawBufferPointer) -> Int {
        var hasher = Hasher()
        unsafe hasher.combine(bytes: name)
        return hasher.finalize()
    }

    func hash(of word: TapeWord) -> Int {
        // SAFETY: the word belongs to this content, which has its bytes.
        let name = unsafe UnsafeRawBufferPointer(bytes.memory)[word.offset..<word.offset + word.payload]
        return unsafe EncodedContent.hash(of: UnsafeRawBufferPointer(rebasing: name))
    }

    /// Returns a number that depends on the length, the first eight and the last eight bytes of a name. Its 32 lowest bits are
    /// mixed.
    @inline(__always)
    func fingerprint(of word: TapeWord) -> UInt64 {
        // SAFETY: the word belongs to this content, which has its bytes.
        let content = unsafe UnsafeRawBufferPointer(
            rebasing: UnsafeRawBufferPointer(bytes.memory)[word.offset..<word.offset &+ word.payload]
        )
        let (first, last) = unsafe EncodedContent.ends(of: content)
        return BitMixer.mix(first, last &+ UInt64(truncatingIfNeeded: word.payload))
    }

    /// Returns the first eight bytes, or as many as there are, with the first in the lowest bits; and the last eight, or 0.
    @inline(__always)
    private static func ends(of bytes: UnsafeRawBufferPointer) -> (first: UInt64, last: UInt64) {
        let count = bytes.count
        // SAFETY: each load ends at the end of the bytes, or before it.
        if count >= 8 {
            return unsafe (
                UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self)),
                UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
            )
        }
        if count >= 4 {
            let low = unsafe UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))
            let high = unsafe UInt32(
                littleEndian: bytes.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
            )
            return (UInt64(low) | UInt64(high) &<< UInt64(8 &* (count &- 4)), 0)
        }
        if count == 0 { return (0, 0) }
        let middle = unsafe UInt64(bytes[count &>> 1]) &<< UInt64(8 &* (count &>> 1))
        let end = unsafe UInt64(bytes[count &- 1]) &<< UInt64(8 &* (count &- 1))
        return unsafe (UInt64(bytes[0]) | middle | end, 0)
    }
}
