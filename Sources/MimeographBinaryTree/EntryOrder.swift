import MimeographTree

/// The order of bytes that are written first and sorted later: the entries of maps, by the bytes of their keys.
///
/// The output is cut into pieces at the start of each key and value, and sorting only changes which piece follows which. A
/// comparison ends with the shorter key. So maps nested in keys of maps cost little more than maps next to each other, however
/// deep they are.
///
/// For the entries `b: 1` and `a: 2` the pieces are `A2`, `b`, `1`, `a`, `2` and the bytes after the map. After sorting, the
/// fourth piece follows the first, the second follows the fifth, and the last follows the third.
struct EntryOrder {
    /// A key and its value.
    struct Entry {
        /// The index of the key on the tape.
        let index: Int
        /// The first pieces of the key and of the value.
        let key: Int
        var value: Int
    }

    private struct Piece {
        let start: Int
        var end: Int
        /// The index of the piece that follows; -1 for the last one.
        var next = -1
    }

    /// The pieces in the order in which they are written. The last one is still growing.
    private var pieces = [Piece(start: 0, end: .max)]
    private var isChanged = false

    /// Begins a piece, and returns its index.
    mutating func cut(at offset: Int) -> Int {
        pieces[pieces.count - 1].end = offset
        pieces[pieces.count - 1].next = pieces.count
        pieces.append(Piece(start: offset, end: .max))
        return pieces.count - 1
    }

    /// Sorts all entries of a map, whose last value ends at the end of the output.
    ///
    /// - Returns: The indices of the repeated keys.
    mutating func sort(_ entries: [Entry], of output: borrowing ByteBuffer) -> [Int] {
        let end = cut(at: output.count)
        var sorted = entries
        sortInPlace(&sorted, output)
        var repeated: [Int] = []
        var isInOrder = true
        for position in 1..<sorted.count {
            if sorted[position - 1].key > sorted[position].key { isInOrder = false }
            if compare(sorted[position - 1], sorted[position], output) == 0 { repeated.append(sorted[position].index) }
        }
        if isInOrder { return repeated }
        isChanged = true
        // Pieces are numbered as they are written: the last piece of an entry comes before the first piece of the next.
        let ends = Dictionary(
            uniqueKeysWithValues: zip(entries.map(\.key), entries.dropFirst().map { $0.key - 1 } + [end - 1])
        )
        var last = entries[0].key - 1
        for entry in sorted {
            pieces[last].next = entry.key
            last = ends[entry.key] ?? last
        }
        pieces[last].next = end
        return repeated
    }

    /// Returns the bytes in their order.
    func finish(_ output: inout ByteBuffer) -> [UInt8] {
        if !isChanged { return output.finish() }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(output.count)
        var piece = 0
        while piece >= 0 {
            bytes += output.bytes(pieces[piece].start..<min(pieces[piece].end, output.count))
            piece = pieces[piece].next
        }
        return bytes
    }

    private func sortInPlace(_ entries: inout [Entry], _ output: borrowing ByteBuffer) {
        // The standard library's closures cannot borrow noncopyable values, so the comparison reads through a pointer.
        let bytes = unsafe UnsafeBufferPointer(output.memory)
        // SAFETY: nothing is written before the sort is over.
        entries.sort { left, right in
            let order = unsafe compare(left, right, bytes)
            return order < 0 || order == 0 && left.key < right.key
        }
    }

    private func compare(_ left: Entry, _ right: Entry, _ output: borrowing ByteBuffer) -> Int {
        // SAFETY: as above.
        unsafe compare(left, right, UnsafeBufferPointer(output.memory))
    }

    /// Returns a number below 0 if the left key comes first, and 0 if both are equal.
    private func compare(_ left: Entry, _ right: Entry, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var (first, second) = (left.key, right.key)
        var (offset, other) = (pieces[first].start, pieces[second].start)
        while true {
            // A key ends where its value begins.
            while first != left.value, offset == pieces[first].end {
                first = pieces[first].next
                if first != left.value { offset = pieces[first].start }
            }
            while second != right.value, other == pieces[second].end {
                second = pieces[second].next
                if second != right.value { other = pieces[second].start }
            }
            if first == left.value || second == right.value {
                return (first == left.value ? 0 : 1) - (second == right.value ? 0 : 1)
            }
            let count = min(pieces[first].end - offset, pieces[second].end - other)
            for step in 0..<count {
                // SAFETY: pieces are in the part that was written.
                let difference = unsafe Int(bytes[offset + step]) - Int(bytes[other + step])
                if difference != 0 { return difference }
            }
            offset += count
            other += count
        }
    }
}
