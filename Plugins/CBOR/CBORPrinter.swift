import Mimeograph
import MimeographTree

/// Writes a value on a tape as CBOR in preferred serialization: each part in its shortest form, and every length told first.
///
/// A float takes two bytes where it fits them, and a bignum that fits 64 bits is an integer. A date is tag 1 with the seconds
/// since 1970.
///
/// Source: RFC 8949 §4.1 and §4.2.1.
struct CBORPrinter: ~Copyable {
    /// A container whose items are written, where maps have to be sorted.
    private struct Frame {
        /// Whether its items are keys and values by turns, to be sorted in the end.
        let isSorted: Bool
        /// Where its items begin in the output.
        var starts: [Int] = []
    }

    private let document: TapeDocument
    private let isDeterministic: Bool
    private var walk: TapeWalk
    private var output: ByteBuffer
    private var frames: [Frame] = []
    /// Whether the next step is to the value of a member or the content of a tag, which is no item of its own.
    private var isContinued = true

    /// The bytes of the value at an index.
    ///
    /// - Parameter isDeterministic: Whether maps are sorted by their encoded keys, as §4.2.1 has it.
    /// - Throws: ``SerializationError/Code/unencodableValue`` for what the format cannot hold, with the path to it from that
    ///   value on.
    static func bytes(
        of document: TapeDocument,
        at root: Int = 0,
        isDeterministic: Bool = false
    ) throws(SerializationError) -> [UInt8] {
        var printer = CBORPrinter(document, root, isDeterministic)
        return try printer.run()
    }

    private init(_ document: TapeDocument, _ root: Int, _ isDeterministic: Bool) {
        self.document = document
        self.isDeterministic = isDeterministic
        // Text keys in the order of their encoded form: the length comes first.
        walk = TapeWalk(document, from: root, order: isDeterministic ? .byLength : .asWritten)
        output = ByteBuffer(capacity: root == 0 ? document.bytes.count + 64 : 64)
    }

    private mutating func run() throws(SerializationError) -> [UInt8] {
        while let step = walk.next() {
            switch step {
            case .member(let key):
                append(stringAt: key)
                walk.enter(valueOfKeyAt: key)
                isContinued = true
            case .value(let index):
                if isDeterministic, !isContinued, let last = frames.indices.last, frames[last].isSorted {
                    frames[last].starts.append(output.count)
                }
                isContinued = false
                try append(valueAt: index)
            case .end:
                isContinued = false
                if isDeterministic, let frame = frames.popLast(), frame.starts.count > 2 { sortEntries(frame.starts) }
            }
        }
        return output.finish()
    }

    private mutating func append(valueAt index: Int) throws(SerializationError) {
        let word = walk.view.word(at: index)
        switch word.tag {
        case .null: append(7, 22)
        case .false: append(7, 20)
        case .true: append(7, 21)
        case .smallInteger: append(word.smallInteger)
        case .int64: append(Int64(bitPattern: walk.view.bits(at: index &+ 1)))
        case .uint64: append(0, walk.view.bits(at: index &+ 1))
        case .double: append(Double(bitPattern: walk.view.bits(at: index &+ 1)))
        case .bigNumber:
            let text = document.string(of: word)
            if let value = Int128(text), value < 0 {
                append(bignum: 3, UInt128(-1 - value).bigEndianBytes)
            } else if let value = UInt128(text) {
                append(bignum: 2, value.bigEndianBytes)
            } else {
                append(decimal: text, document.double(at: index))
            }
        case .date: try append(date: Double(bitPattern: walk.view.bits(at: index &+ 1)))
        case .string, .wideString: append(stringAt: index)
        case .data:
            append(2, UInt64(word.payload))
            walk.append(contentOf: word, to: &output)
        case .array:
            append(4, UInt64(walk.enter(arrayAt: index)))
            push(isSorted: false)
        case .object:
            append(5, UInt64(walk.enter(objectAt: index)))
            push(isSorted: false)
        case .extended: try append(extensionAt: index)
        case .shared: break
        }
    }

    private mutating func append(extensionAt index: Int) throws(SerializationError) {
        guard let (kind, number, content) = document.extended(at: index) else { return append(7, 22) }
        switch kind {
        case .pairs:
            append(5, UInt64(walk.enter(arrayAt: content, isPairs: true) / 2))
            push(isSorted: true)
        case .tag:
            let word = document.word(at: content)
            if number == 2 || number == 3, word.has(.data) {
                append(bignum: number, document.content(of: word))
            } else {
                append(6, number)
                walk.enter(contentAt: content)
                isContinued = true
            }
        case .simple where number < 24: append(7, number)
        case .simple where number >= 32 && number <= 255: append(7, number)
        case .simple: throw walk.cannotWrite("the simple value \(number)", as: "CBOR")
        case .uid: throw walk.cannotWrite("a reference of a keyed archive", as: "CBOR")
        case .ext: throw walk.cannotWrite("an ext of MessagePack", as: "CBOR")
        }
    }

    private mutating func push(isSorted: Bool) {
        if isDeterministic { frames.append(Frame(isSorted: isSorted)) }
    }

    /// Puts the entries of a map in the order of their keys, where they are not.
    private mutating func sortEntries(_ starts: [Int]) {
        let base = starts[0]
        let region = output.bytes(base..<output.count)
        let bounds = starts.map { $0 - base } + [region.count]
        let keys = stride(from: 0, to: starts.count, by: 2)
        let sorted = keys.sorted { left, right in
            region[bounds[left]..<bounds[left + 1]].lexicographicallyPrecedes(region[bounds[right]..<bounds[right + 1]])
        }
        if sorted.elementsEqual(keys) { return }
        output.truncate(to: base)
        for entry in sorted { output.append(region.span.extracting(bounds[entry]..<bounds[entry + 2])) }
    }
}

// MARK: - Bytes

extension CBORPrinter {
    /// Appends the head of a major type and its number, in the shortest form.
    @inline(__always)
    private mutating func append(_ major: UInt8, _ number: UInt64) {
        switch number {
        case ..<24: append(head: major &<< 5 | UInt8(truncatingIfNeeded: number), 0, size: 0)
        case ...0xFF: append(head: major &<< 5 | 24, number, size: 1)
        case ...0xFFFF: append(head: major &<< 5 | 25, number, size: 2)
        case ...0xFFFF_FFFF: append(head: major &<< 5 | 26, number, size: 4)
        default: append(head: major &<< 5 | 27, number, size: 8)
        }
    }

    @inline(__always)
    private mutating func append(head: UInt8, _ number: UInt64, size: Int) {
        output.reserve(16)
        let bits = (number &<< UInt64(truncatingIfNeeded: 64 &- 8 &* size)).bigEndian
        // SAFETY: there is room for the head and eight bytes; those beyond `size` are not counted.
        unsafe output.memory[output.count] = head
        unsafe UnsafeMutableRawBufferPointer(output.memory)
            .storeBytes(of: bits, toByteOffset: output.count &+ 1, as: UInt64.self)
        output.count &+= 1 &+ size
    }

    private mutating func append(_ value: Int64) {
        if value < 0 { append(1, UInt64(bitPattern: -1 - value)) } else { append(0, UInt64(bitPattern: value)) }
    }

    private mutating func append(_ value: Double) {
        if let half = value.halfBits {
            append(head: 0xF9, UInt64(half), size: 2)
        } else if let single = value.singleBits {
            append(head: 0xFA, UInt64(single), size: 4)
        } else {
            append(head: 0xFB, value.bitPattern, size: 8)
        }
    }

    private mutating func append(date: Double) throws(SerializationError) {
        let seconds = date + 978_307_200
        guard seconds.isFinite else { throw walk.cannotWrite("a date that is no point in time", as: "CBOR") }
        append(6, 1)
        if let whole = Int64(exactly: seconds) { append(whole) } else { append(seconds) }
    }

    /// Appends a number with a fraction: as the double that has its digits, else as tag 4, with an exponent of ten and the
    /// digits. Source: RFC 8949 §3.4.4.
    private mutating func append(decimal text: String, _ nearest: Double?) {
        if let nearest, nearest.description.hasSameBytes(as: text) { return append(nearest) }
        let point = text.utf8.firstIndex(of: UInt8(ascii: "."))
        let exponent = point.map { 1 - text.utf8.distance(from: $0, to: text.utf8.endIndex) } ?? 0
        append(6, 4)
        append(4, 2)
        append(Int64(exponent))
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        let digits = text.utf8.filter { $0 >= UInt8(ascii: "0") }.reduce(0 as UInt128) {
            $0 &* 10 &+ UInt128($1 & 0x0F)
        }
        append(bignum: isNegative ? 3 : 2, (isNegative ? digits &- 1 : digits).bigEndianBytes)
    }

    /// Appends the bignum of tag 2 or 3. Source: RFC 8949 §3.4.3.
    private mutating func append(bignum tag: UInt64, _ magnitude: ArraySlice<UInt8>) {
        let digits = magnitude.drop { $0 == 0 }
        if digits.count <= 8 {
            append(UInt8(truncatingIfNeeded: tag) - 2, digits.reduce(0) { $0 << 8 | UInt64($1) })
            return
        }
        append(6, tag)
        append(2, UInt64(digits.count))
        output.append(digits.span)
    }

    @inline(__always)
    private mutating func append(stringAt index: Int) {
        let word = walk.view.word(at: index)
        if word.has(.string) {
            append(3, UInt64(truncatingIfNeeded: word.payload))
            walk.append(contentOf: word, to: &output)
        } else {
            let utf8 = walk.utf8(at: index)
            append(3, UInt64(utf8.count))
            output.append(utf8.span)
        }
    }
}

extension UInt128 {
    fileprivate var bigEndianBytes: ArraySlice<UInt8> {
        stride(from: 120, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) }[...]
    }
}
