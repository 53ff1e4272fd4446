package import Mimeograph
public import MimeographTree

/// The shared part of the printers of binary formats: the steps over the tape, the bytes, and maps with sorted entries.
///
/// If nothing has to be sorted or left out, the words are in the order of the output, and each step goes to the next word.
/// Otherwise ``TapeWalk`` makes the steps. Objects are sorted by their keys before they are written. Other maps are sorted by the
/// bytes of their keys after they are written: see ``EntryOrder``.
@usableFromInline
package struct BinaryPrinter: ~Copyable {
    /// A container whose items are being written, if maps have to be sorted.
    private struct Frame {
        /// Whether its items are alternating keys and values, to be sorted at the end.
        let isSorted: Bool
        var entries: [EntryOrder.Entry] = []
        var isAfterKey = false
    }

    package let document: TapeDocument
    /// A view of the document without reference counting, valid while the printer exists.
    @usableFromInline package let view: TapeView
    @usableFromInline package var output: ByteBuffer
    @usableFromInline var walk: TapeWalk
    private let root: Int
    private let name: String
    private let sorts: Bool
    /// Whether an object may have one key twice.
    private let checksKeys: Bool
    private var order = EntryOrder()
    private var frames: [Frame] = []
    /// Whether the next step is to the root or to the content of a tag, which are not items.
    private var isContinued = true
    /// The index of the next word, and of the word after the value, if the words are in order; both 0 if the walk makes the
    /// steps.
    @usableFromInline var cursor: Int
    @usableFromInline var end: Int
    /// Whether the output so far is to be dropped before the next step.
    @usableFromInline var beginsAnew = false
    /// The index of the value of the last step.
    @usableFromInline var current = 0
    /// The indices of repeated keys, in maps that were sorted after they were written.
    package private(set) var repeatedKeys: [Int] = []

    /// - Parameters:
    ///   - root: The index of the value.
    ///   - order: The order in which members are written. Unless it is `asWritten`, other maps are sorted too.
    ///   - mayRepeatKeys: Whether an object may have one key twice, so that it has to be checked.
    ///   - format: The name of the format, for errors.
    package init(
        _ document: TapeDocument,
        at root: Int,
        order: TapeWalk.KeyOrder,
        mayRepeatKeys: Bool = true,
        as format: String
    ) {
        self.document = document
        self.root = root
        name = format
        sorts = order != .asWritten
        checksKeys = mayRepeatKeys
        view = TapeView(document)
        walk = TapeWalk(document, from: root, order: order)
        (cursor, end) = sorts ? (0, 0) : (root, document.index(after: root))
        output = ByteBuffer(capacity: root == 0 ? document.bytes.count + 64 : 64)
    }

    @inlinable @inline(__always)
    package mutating func next() -> TapeWalk.Step? {
        if end == 0 { return nextOfWalk() }
        guard cursor < end else { return nil }
        current = cursor
        let word = view.word(at: current)
        if word.has(.shared) {
            leaveLine()
            return nextOfWalk()
        }
        cursor &+= word.width
        return .value(at: current)
    }

    @inlinable @inline(never)
    mutating func nextOfWalk() -> TapeWalk.Step? {
        if beginsAnew { output.truncate(to: 0) }
        beginsAnew = false
        let step = walk.next()
        follow(step)
        return step
    }

    /// Starts again with the walk, because the words are not in the order of the output.
    @usableFromInline
    mutating func leaveLine() {
        (cursor, end) = (0, 0)
        beginsAnew = true
    }

    package mutating func finish() -> [UInt8] { order.finish(&output) }

    /// Makes the value of a member the next step.
    package mutating func enter(valueOfKeyAt key: Int) { walk.enter(valueOfKeyAt: key) }

    /// Returns the error for the value of the last step.
    package mutating func cannotWrite(_ value: String) -> SerializationError {
        if end > 0 {
            // Only the walk knows the path.
            walk = TapeWalk(document, from: root)
            loop: while let step = walk.next() {
                switch step {
                case .member(let key): walk.enter(valueOfKeyAt: key)
                case .value(current): break loop
                case .value(let index): enter(anyAt: index)
                case .end: break
                }
            }
        }
        return walk.cannotWrite(value, as: name)
    }

    private mutating func enter(anyAt index: Int) {
        let word = view.word(at: index)
        if word.isArray { _ = walk.enter(arrayAt: index) }
        if word.isObject { _ = walk.enter(objectAt: index) }
        guard let (kind, _, content) = document.extended(at: index) else { return }
        if kind == .pairs { _ = walk.enter(arrayAt: content, isPairs: true) }
        if kind == .tag { walk.enter(contentAt: content) }
    }

    /// Records the entries of maps that are sorted after they are written.
    @usableFromInline
    mutating func follow(_ step: TapeWalk.Step?) {
        guard sorts, let step else { return }
        switch step {
        case .member: break
        case .value(let index):
            if !isContinued, let last = frames.indices.last, frames[last].isSorted {
                let piece = order.cut(at: output.count)
                if frames[last].isAfterKey {
                    frames[last].entries[frames[last].entries.count - 1].value = piece
                } else {
                    frames[last].entries.append(EntryOrder.Entry(index: index, key: piece, value: piece))
                }
                frames[last].isAfterKey.toggle()
            }
            isContinued = false
        case .end:
            if let frame = frames.popLast(), frame.entries.count > 1 {
                repeatedKeys += order.sort(frame.entries, of: output)
            }
        }
    }
}

// MARK: - Containers

extension BinaryPrinter {
    /// Enters an array, whose elements are the next steps.
    ///
    /// - Returns: The number of elements.
    @inlinable @inline(__always)
    package mutating func enter(arrayAt index: Int) -> Int {
        let count = view.word(at: index).payload
        if end > 0, count < TapeWord.maximumPayload { return count }
        return walked(arrayAt: index)
    }

    @usableFromInline
    mutating func walked(arrayAt index: Int) -> Int {
        if end > 0 { return document.count(ofContainerAt: index) }
        if sorts { frames.append(Frame(isSorted: false)) }
        return walk.enter(arrayAt: index)
    }

    /// Enters an object, whose members are the next steps.
    ///
    /// - Returns: The number of members that count.
    package mutating func enter(objectAt index: Int) -> Int {
        if end > 0 {
            if !checksKeys || document.shadowedMembers(ofObjectAt: index) == nil {
                return document.count(ofContainerAt: index)
            }
            leaveLine()
            return 0
        }
        if sorts { frames.append(Frame(isSorted: false)) }
        return walk.enter(objectAt: index)
    }

    /// Enters a map of pairs, whose keys and values are the next steps.
    ///
    /// - Returns: The number of members.
    package mutating func enter(pairsAt index: Int) -> Int {
        if end > 0 {
            cursor = index + 1
            return document.count(ofContainerAt: index) / 2
        }
        if sorts { frames.append(Frame(isSorted: true)) }
        return walk.enter(arrayAt: index, isPairs: true) / 2
    }

    /// Makes the content of a tag the next step.
    package mutating func enter(contentAt index: Int) {
        if end > 0 { return }
        walk.enter(contentAt: index)
        isContinued = true
    }

    /// Continues after an extension that was written as a whole.
    package mutating func skip(extensionAt index: Int) {
        if end > 0 { cursor = view.word(at: index).offset }
    }
}

// MARK: - Bytes

extension BinaryPrinter {
    @inlinable @inline(__always)
    package mutating func append(byte: UInt8) { output.append(byte) }

    /// Appends a head, and the last `size` bytes of a number.
    @inlinable @inline(__always)
    package mutating func append(_ head: UInt8, _ number: UInt64, size: Int) {
        output.append(head, number, size: size)
    }

    /// Returns the length in bytes of the UTF-8 of the string at an index.
    @inlinable @inline(__always)
    package func length(ofStringAt index: Int) -> Int {
        let word = view.word(at: index)
        return word.has(.string) ? word.payload : walk.utf8(at: index).count
    }

    /// Appends the string or the data at an index.
    @inlinable @inline(__always)
    package mutating func append(contentAt index: Int) {
        let word = view.word(at: index)
        guard !word.has(.wideString), view.hasBytes(of: word) else { return appendOther(contentAt: index) }
        let count = word.payload
        // SAFETY: the document has these bytes, with more after them, and there is room for as many.
        let source = unsafe UnsafeRawBufferPointer(view.bytes)
        let start = word.offset
        output.reserve(count &+ 16)
        let target = unsafe UnsafeMutableRawBufferPointer(output.memory)
        if count <= 16, start &+ 16 <= source.count {
            // Most strings are short: two loads and two stores, whose excess bytes are not counted.
            unsafe target.storeBytes(
                of: source.loadUnaligned(fromByteOffset: start, as: SIMD16<UInt8>.self),
                toByteOffset: output.count,
                as: SIMD16<UInt8>.self
            )
        } else {
            let part = unsafe UnsafeRawBufferPointer(rebasing: source[start..<start &+ count])
            unsafe UnsafeMutableRawBufferPointer(rebasing: target[output.count...]).copyMemory(from: part)
        }
        output.count &+= count
    }

    @usableFromInline
    mutating func appendOther(contentAt index: Int) { output.append(walk.utf8(at: index).span) }
}
