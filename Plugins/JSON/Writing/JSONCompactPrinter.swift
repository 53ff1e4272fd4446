import MimeographTree

/// A printer that writes the compact text of an encoded tape, from its first word to the last. No object may have a name twice.
///
/// Like ``JSONTapePrinter`` it can stop when room runs out and continue when there is more, and it makes sure of the room for a
/// whole step before the step begins. It writes a comma after each value, and the end of a container overwrites the last comma.
///
/// For `[1,{"a":2}]` the text grows as `[`, `[1,`, `[1,{`, `[1,{"a":2,`, `[1,{"a":2},` and `[1,{"a":2}],`; then the last byte is
/// removed.
struct JSONCompactPrinter: ~Copyable {
    private let view: TapeView
    private let escapesSlashes: Bool
    private let root: Int
    /// The index of the next word, and the index after the innermost open container or after the whole.
    private var index: Int
    private var end: Int
    private var isObject = false
    /// The ends of the enclosing containers, times two, plus one for objects.
    private var outer = CodingStack<Int>()
    private var names: JSONWrittenNames
    /// The number of bytes that the step without room needs.
    private(set) var needed = 0

    /// Starts at the word `root`; the view must stay valid while the printer is used.
    init(_ view: TapeView, at root: Int = 0, escapesSlashes: Bool) {
        self.view = view
        self.escapesSlashes = escapesSlashes
        self.root = root
        index = root
        end = view.index(after: root)
        names = JSONWrittenNames(words: end - root)
    }

    /// The number of words written, and of all words.
    var progress: (done: Int, whole: Int) { (index - root, view.index(after: root) - root) }

    /// Writes until the end and returns true, or until there is no more room and returns false.
    mutating func write(into writer: inout JSONBufferWriter) -> Bool {
        let view = view
        let escapesSlashes = escapesSlashes
        // SAFETY: bytes are trivial, nothing is written through the span, and the bytes outlive it.
        let bytes = unsafe RawSpan(_unsafeElements: view.bytes)
        // All variables that change at each step are local, so that they can stay in registers.
        var local = writer
        var (index, end, isObject) = (index, end, isObject)
        var isDone = false
        while true {
            if index >= end {
                if local.room < JSONBufferWriter.slack {
                    needed = JSONBufferWriter.slack
                    break
                }
                if outer.count == 0 {
                    local.removeLast()
                    isDone = true
                    break
                }
                local.close(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
                let around = outer[outer.count &- 1]
                outer.removeLast(to: outer.count &- 1)
                end = around &>> 1
                isObject = around & 1 == 1
                continue
            }
            var position = index
            var word = view.word(at: index)
            if isObject {
                let name = word
                position &+= 1
                word = view.word(at: position)
                let room = JSONCompactPrinter.room(for: word, bytes) &+ JSONBufferWriter.slack
                if local.room < room || !names.write(name, into: &local) {
                    let room = room &+ JSONTapePrinter.room(for: name, bytes)
                    if local.room < room {
                        needed = room
                        break
                    }
                    let start = local.used
                    local.appendString(bytes, from: name.offset, count: name.payload, escapingSlashes: escapesSlashes)
                    local.append(UInt8(ascii: ":"))
                    names.remember(name, from: start, of: local)
                }
            } else {
                let room = JSONCompactPrinter.room(for: word, bytes)
                if local.room < room {
                    needed = room
                    break
                }
            }
            if word.has(.smallInteger) {
                local.appendInt64(word.smallInteger)
            } else if word.has(.string) {
                local.appendString(bytes, from: word.offset, count: word.payload, escapingSlashes: escapesSlashes)
            } else if word.isLong, word.payload == 0 {
                let bits = view.bits(at: position &+ 1)
                if word.has(.double), word.offset == 0 {
                    JSONNumber.write(Double(bitPattern: bits), into: &local)
                } else {
                    JSONTapePrinter.write(number: word, bits: bits, &local)
                }
            } else if word.isContainer {
                outer.append(end &<< 1 | (isObject ? 1 : 0))
                end = word.offset
                isObject = word.isObject
                local.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
                index = position &+ 1
                continue
            } else {
                JSONTapePrinter.writeScalar(word, bytes, escapesSlashes, &local)
            }
            local.append(UInt8(ascii: ","))
            index = position &+ word.width
        }
        writer = local
        self.index = index
        self.end = end
        self.isObject = isObject
        return isDone
    }

    /// Returns the most bytes that a value and its punctuation may need; for a container, its start only.
    @inline(__always)
    private static func room(for word: TapeWord, _ bytes: RawSpan) -> Int {
        // Everything that is written without looking at the bytes is shorter than this.
        let room = JSONBufferWriter.slack &+ JSONNumber.maximumTextLength &+ 8
        if word.has(.string) { return room &+ JSONTapePrinter.room(for: word, bytes) }
        return word.isLong ? room &+ word.payload : room
    }
}
