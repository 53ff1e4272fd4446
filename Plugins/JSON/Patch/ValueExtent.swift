import Mimeograph
import MimeographTree

/// How much a value is, for what copies or compares it; nothing is made of what was read.
///
/// An object in which a key stands twice has one member of that key, and two that are looked at. The number `1e9` can be written with
/// nine digits more. So what was read counts as it was written: `[{"a":1,"a":2}]` has four values, the array and the object with
/// them, and two keys.
struct ValueExtent {
    /// The values, itself and those of repeated keys included.
    private(set) var values = 0
    /// The keys, repeated ones included.
    private(set) var keys = 0
    /// How deep its containers are nested; 0 where it is none.
    private(set) var depth = 0
    /// The bytes of texts and keys, and of numbers that keep their digits.
    private(set) var bytes = 0
    /// The bytes of such numbers alone.
    private(set) var digits = 0

    init(_ value: TreeNode) {
        var rest: [Nested] = []
        add(value, in: 0, &rest)
        while let nested = rest.popLast() { add(nested.value, in: nested.depth, &rest) }
    }

    /// A value, and how many containers are around it.
    private struct Nested {
        let value: TreeNode
        let depth: Int
    }

    private mutating func add(_ value: TreeNode, in depth: Int, _ rest: inout [Nested]) {
        switch value.storage {
        case .read(let document, let index): add(document, at: index, in: depth)
        case .array(let elements):
            open(at: depth + 1)
            for element in elements { rest.append(Nested(value: element, depth: depth + 1)) }
        case .object(let members):
            open(at: depth + 1)
            for key in members.keys {
                keys += 1
                bytes += key.utf8.count
            }
            for member in members.values { rest.append(Nested(value: member, depth: depth + 1)) }
        case .string(let text):
            values += 1
            bytes += text.utf8.count
        default: values += 1
        }
    }

    /// Adds what stands on a tape, word by word.
    private mutating func add(_ document: TapeDocument, at start: Int, in depth: Int) {
        let end = document.index(after: start)
        // Where the containers end that are open.
        var ends: [Int] = []
        var index = start
        while index < end {
            while let last = ends.last, last <= index { ends.removeLast() }
            let word = document.word(at: index)
            if word.isContainer {
                ends.append(word.offset)
                open(at: depth + ends.count)
                if word.isObject {
                    // They come by as texts.
                    let count = document.count(ofContainerAt: index)
                    keys += count
                    values -= count
                }
            } else {
                values += 1
                if word.isString || word.isLong { bytes += word.payload }
                if word.isLong { digits += word.payload }
            }
            index += word.width
        }
    }

    private mutating func open(at depth: Int) {
        values += 1
        self.depth = max(self.depth, depth)
    }
}
