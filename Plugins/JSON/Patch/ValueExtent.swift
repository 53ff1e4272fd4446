import Mimeograph
import MimeographTree

/// The size of a value, for copying or comparing it. Measuring creates nothing from a parsed value.
///
/// A parsed value counts as it was written. An object that repeats a key has one member with that key, but two are read; the
/// number `1e9` can be written with nine digits more. So `[{"a":1,"a":2}]` has four values, including the array and the object,
/// and two keys.
struct ValueExtent {
    /// The number of values, including itself and the values of repeated keys.
    private(set) var values = 0
    /// The number of keys, including repeated ones.
    private(set) var keys = 0
    /// The depth of its nested containers; 0 if the value is not a container.
    private(set) var depth = 0
    /// The number of bytes of texts and keys, and of numbers that keep their digits.
    private(set) var bytes = 0
    /// The number of bytes of such numbers alone.
    private(set) var digits = 0

    init(_ value: TreeNode) {
        var rest: [Nested] = []
        add(value, in: 0, &rest)
        while let nested = rest.popLast() { add(nested.value, in: nested.depth, &rest) }
    }

    /// A value, and the number of containers around it.
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

    /// Adds the value on a tape, word by word.
    private mutating func add(_ document: TapeDocument, at start: Int, in depth: Int) {
        let end = document.index(after: start)
        // The ends of the open containers.
        var ends: [Int] = []
        var index = start
        while index < end {
            while let last = ends.last, last <= index { ends.removeLast() }
            let word = document.word(at: index)
            if word.isContainer {
                ends.append(word.offset)
                open(at: depth + ends.count)
                if word.isObject {
                    // The loop also meets the keys, as strings.
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
