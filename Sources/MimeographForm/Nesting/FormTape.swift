import Mimeograph
import MimeographTree

/// A builder that writes the nodes of a form to a tape for the decoder.
///
/// For `a=1&a=2&b[1]=x&b[0]=y` the words are:
/// ```
/// 0 object  count 2, end 19
/// 1 string  "a"
/// 2 list its array is at 5, end 8 the last text, and an array of all texts
/// 4 string  "2"
/// 5 array   count 2, end 8
/// 6 string  "1"
/// 7 string  "2"
/// 8 string  "b"
/// 9 list    its array is at 16, end 19    members, and an array of them in the order of their numbers
/// 11 object count 2, end 16
/// 12 string "1", 13 string "x", 14 string "0", 15 string "y"
/// 16 array  count 2, end 19
/// 17 shared 15, 18 shared 13
/// ```
struct FormTape: ~Copyable {
    private var words: [UInt64] = []
    private var bytes: [UInt8] = []
    /// For each word, the offset in the body of the first field that leads to its value, in bytes, from 0.
    private(set) var offsets: [Int] = []
    private var isTooLarge = false

    /// Makes the tape of a node and all nodes below it. The recursion is as deep as names have steps.
    init(_ root: FormNode) { append(root) }

    /// Returns the tape and leaves this value empty.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded`` for text that is too long for a word.
    mutating func finish() throws(SerializationError) -> TapeDocument {
        bytes.append(contentsOf: repeatElement(0, count: PaddedBytes.padding))
        if isTooLarge || max(bytes.count, words.count) > Int(UInt32.max) {
            throw SerializationError(
                .limitExceeded,
                "The form contains a name or a value of 2^28 bytes or more, or the whole form is too large to decode at once.",
                remedy: "Ask the sender to split the form."
            )
        }
        let document = TapeDocument(bytes: bytes, tape: words)
        (bytes, words) = ([], [])
        return document
    }

    private mutating func append(_ word: TapeWord, at offset: Int) {
        words.append(word.bits)
        offsets.append(offset)
    }

    private mutating func append(_ text: String?, at offset: Int) {
        guard let text else { return append(TapeWord(.null), at: offset) }
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        if bytes.count - start > TapeWord.maximumPayload { isTooLarge = true }
        append(TapeWord(.string, payload: bytes.count - start, offset: start), at: offset)
    }

    private mutating func append(_ node: FormNode) {
        switch node.kind {
        case .none: append(TapeWord(.null), at: node.offset)
        case .text:
            if node.texts.count == 1 { return append(node.text, at: node.offset) }
            appendList(node) { tape in
                tape.append(node.text, at: node.offset)
            } elements: { tape in
                for text in node.texts { tape.append(text, at: node.offset) }
                return node.texts.count
            }
        case .elements:
            appendContainer(.array, node) { tape in
                for child in node.children { tape.append(child) }
                return node.children.count
            }
        case .members:
            guard let order = node.numberedOrder else {
                _ = appendMembers(node)
                return
            }
            var values: [Int] = []
            appendList(node) { tape in
                values = tape.appendMembers(node)
            } elements: { tape in
                for index in order {
                    tape.append(TapeWord(.shared, offset: values[index]), at: node.children[index].offset)
                }
                return order.count
            }
        }
    }

    /// Appends the members, and returns the indices of their values.
    private mutating func appendMembers(_ node: FormNode) -> [Int] {
        var values: [Int] = []
        appendContainer(.object, node) { tape in
            values.reserveCapacity(node.children.count)
            for (name, child) in zip(node.names, node.children) {
                tape.append(name, at: child.offset)
                values.append(tape.words.count)
                tape.append(child)
            }
            return node.children.count
        }
        return values
    }

    private mutating func appendContainer(
        _ tag: TapeWord.Tag,
        _ node: FormNode,
        _ contents: (inout FormTape) -> Int
    ) {
        let start = words.count
        append(TapeWord(.null), at: node.offset)
        let count = contents(&self)
        words[start] = TapeWord(tag, payload: min(count, TapeWord.maximumPayload), offset: words.count).bits
    }

    /// Appends a value that can also be read as an array.
    private mutating func appendList(
        _ node: FormNode,
        _ value: (inout FormTape) -> Void,
        elements: (inout FormTape) -> Int
    ) {
        let start = words.count
        append(TapeWord(.null), at: node.offset)
        append(TapeWord(.null), at: node.offset)
        value(&self)
        words[start + 1] = UInt64(words.count)
        appendContainer(.array, node, elements)
        words[start] = TapeWord(.extended, payload: TapeWord.Extension.list.rawValue, offset: words.count).bits
    }
}

extension FormNode {
    /// The indices of the members, sorted by name, if all names are numbers without leading zeros.
    fileprivate var numberedOrder: [Int]? {
        var numbers: [Int] = []
        numbers.reserveCapacity(names.count)
        for name in names {
            guard let number = Int(name), number >= 0, String(number).hasSameBytes(as: name) else { return nil }
            numbers.append(number)
        }
        return numbers.isEmpty ? nil : numbers.indices.sorted { numbers[$0] < numbers[$1] }
    }
}
