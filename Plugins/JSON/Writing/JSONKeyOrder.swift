import Mimeograph
import MimeographTree

/// The keys of objects whose members are written in another order than on the tape, or not all of them.
///
/// One list serves all unfinished objects: the keys of an inner object follow the keys of the outer one.
///
/// Sorting compares the first eight bytes of each key as one number. For `id` that is 0x6964_0000_0000_0000, which is less than
/// 0x6964_5F73_7472_0000 for `id_str`. Only keys with equal numbers are compared in full.
struct JSONKeyOrder {
    private struct Key {
        /// The first eight bytes, the first in the highest bits; a shorter key is padded with zeros.
        let prefix: UInt64
        /// The index of the key's word.
        let index: Int
    }

    private var keys: [Key] = []

    var count: Int { keys.count }

    /// The index of the key at a position.
    @inline(__always)
    subscript(position: Int) -> Int { keys[position].index }

    /// Removes all keys at and after a position.
    mutating func truncate(to count: Int) { keys.removeLast(keys.count - count) }

    /// Adds the keys of an object, except for some that are listed in ascending order.
    mutating func append(_ document: TapeDocument, object: Int, without shadowed: [Int]) {
        var shadowed = shadowed[...]
        var index = object + 1
        let end = document.word(at: object).offset
        while index < end {
            if shadowed.first == index { shadowed.removeFirst() } else { keys.append(Key(prefix: 0, index: index)) }
            index = document.index(after: index + 1)
        }
    }

    /// Adds the keys of an object sorted by their bytes; of equal keys, only the last.
    mutating func append(sorted document: TapeDocument, object: Int) {
        let start = keys.count
        var index = object + 1
        let end = document.word(at: object).offset
        while index < end {
            let word = document.word(at: index)
            var prefix = document.eightBytes(at: word.offset)
            if word.payload < 8 { prefix &= 1 &<< UInt64(word.payload &* 8) &- 1 }
            keys.append(Key(prefix: prefix.byteSwapped, index: index))
            index = document.index(after: index + 1)
        }
        if keys.count - start <= 32 {
            insertionSort(document, from: start)
        } else {
            keys.replaceSubrange(start..., with: keys[start...].sorted { JSONKeyOrder.precedes($0, $1, document) })
        }
        removeShadowed(document, from: start)
    }

    private mutating func insertionSort(_ document: TapeDocument, from start: Int) {
        for end in start..<keys.count {
            let key = keys[end]
            var position = end
            while position > start, JSONKeyOrder.precedes(key, keys[position &- 1], document) {
                keys[position] = keys[position &- 1]
                position &-= 1
            }
            keys[position] = key
        }
    }

    /// Keeps only the last of equal neighbors, which is the one that counts.
    private mutating func removeShadowed(_ document: TapeDocument, from start: Int) {
        var kept = start
        for position in start..<keys.count {
            let key = keys[position]
            if kept > start, keys[kept &- 1].prefix == key.prefix,
                document.stringsMatch(at: keys[kept &- 1].index, key.index)
            {
                kept &-= 1
            }
            keys[kept] = key
            kept &+= 1
        }
        truncate(to: kept)
    }

    /// Whether one key comes before another; equal keys keep their order in the object.
    @inline(__always)
    private static func precedes(_ left: Key, _ right: Key, _ document: TapeDocument) -> Bool {
        if left.prefix != right.prefix { return left.prefix < right.prefix }
        switch document.compareStrings(at: left.index, right.index) {
        case ..<0: return true
        case 0: return left.index < right.index
        default: return false
        }
    }
}

extension TapeDocument {
    /// Compares the bytes of two strings: negative if the first comes before the second, zero if they are equal.
    func compareStrings(at left: Int, _ right: Int) -> Int {
        let left = word(at: left)
        let right = word(at: right)
        let common = min(left.payload, right.payload)
        var offset = 0
        while offset < common {
            let difference = eightBytes(at: left.offset &+ offset) ^ eightBytes(at: right.offset &+ offset)
            if difference != 0 {
                offset &+= difference.trailingZeroBitCount &>> 3
                if offset >= common { break }
                return Int(bytes[left.offset &+ offset]) &- Int(bytes[right.offset &+ offset])
            }
            offset &+= 8
        }
        return left.payload &- right.payload
    }
}
