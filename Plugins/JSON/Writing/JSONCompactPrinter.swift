import MimeographTree

/// Writes the compact text of what was encoded, from the first word of its tape to the last; no object has a name twice.
///
/// As ``JSONTapePrinter`` it can stop where room runs out and go on where there is more, and asks for room for all of a step
/// before it begins. A comma is written after each value, and the end of a container goes over the last.
///
/// For `[1,{"a":2}]` the text grows as `[`, `[1,`, `[1,{`, `[1,{"a":2,`, `[1,{"a":2},` and `[1,{"a":2}],`, without whose last
/// byte it is done.
struct JSONCompactPrinter: ~Copyable {
    private let view: TapeView
    private let escapesSlashes: Bool
    /// The index of the word that is next, and the one after the innermost open container, or after the whole.
    private var index = 0
    private var end: Int
    private var isObject = false
    /// Where the containers around that end, times two, and one more where they are objects.
    private var outer = CodingStack<Int>()
    private var names: JSONWrittenNames
    /// Bytes that the step needs that found no room.
    private(set) var needed = 0

    /// Begins with the first word; the view must be good as long as this is used.
    init(_ view: TapeView, escapesSlashes: Bool) {
        self.view = view
        self.escapesSlashes = escapesSlashes
        end = view.index(after: 0)
        names = JSONWrittenNames(words: end)
    }

    /// The words that are written, and all of them.
    var progress: (done: Int, whole: Int) { (index, view.index(after: 0)) }

    /// Writes until the end, and gives true, or until there is no more room.
    mutating func write(into writer: inout JSONBufferWriter) -> Bool {
        let view = view
        let escapesSlashes = escapesSlashes
        // SAFETY: bytes are trivial, nothing is written through the span, and they are good for longer than it.
        let bytes = unsafe RawSpan(_unsafeElements: view.bytes)
        // Everything that changes at each step is local, so that it can stay in registers.
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

    /// The most bytes that a value and what stands around it may need; of a container its start.
    @inline(__always)
    private static func room(for word: TapeWord, _ bytes: RawSpan) -> Int {
        // What is written without a look at the bytes is shorter than this.
        let room = JSONBufferWriter.slack &+ JSONNumber.maximumTextLength &+ 8
        if word.has(.string) { return room &+ JSONTapePrinter.room(for: word, bytes) }
        return word.isLong ? room &+ word.payload : room
    }
}
