package import Mimeograph
package import MimeographTree

/// The way through a value on a tape, in the order in which it is written, without recursion.
///
/// A printer asks for the next step, writes what it finds at the index, and enters containers; the walk knows which members
/// count, in which order they are written, and the coding path.
///
/// For `{"a":[true]}` the steps are the object itself, the member `a` with the array, the element `true`, the end of the array,
/// the end of the object and nil, where the printer enters both containers.
@usableFromInline
package struct TapeWalk {
    /// In which order members are written.
    @usableFromInline
    package enum KeyOrder: Sendable {
        case asWritten
        /// By the bytes of their UTF-8.
        case byBytes
        /// Shorter ones first, those of one length by the bytes of their UTF-8.
        case byLength
    }

    @usableFromInline
    package enum Step {
        case value(at: Int)
        /// A member of an object: its value stands right after its key.
        case member(keyAt: Int)
        /// The end of the container that was entered last.
        case end
    }

    /// A container that is not finished.
    private struct Frame {
        /// The index of the first element or key.
        let start: Int
        /// The index of the next element or key.
        var next: Int
        let end: Int
        let isObject: Bool
        /// Whether the elements are keys and values by turns.
        let isPairs: Bool
        /// Which of the lists has the keys that count, where these are not all of them in their order; else -1. And how many of
        /// them are written.
        var list = -1
        var written = 0
    }

    private let document: TapeDocument
    /// The document without a count of references to it, as long as the walk is there.
    package let view: TapeView
    private let order: KeyOrder
    /// The container that was entered last, or what stands for the whole; and those around it.
    private var open = Frame(start: 0, next: 0, end: 0, isObject: false, isPairs: false)
    private var outer: [Frame] = []
    /// The keys of objects that are not finished; beside the frames, which are trivial without them.
    private var lists: [[Int]] = []
    /// The index of what comes next out of turn; -1 where the next element or member does.
    private var root: Int

    package init(_ document: TapeDocument, from root: Int, order: KeyOrder = .asWritten) {
        self.document = document
        view = TapeView(document)
        self.order = order
        self.root = root
    }

    /// The next step; nil at the end of the whole. The index of a value is never that of a reference to a container.
    @usableFromInline
    package mutating func next() -> Step? {
        if root >= 0 {
            let index = root
            root = -1
            return .value(at: view.resolved(index))
        }
        if open.list >= 0, let key = nextChosenKey() { return .member(keyAt: key) }
        let index = open.next
        if index < open.end {
            if open.isObject {
                open.next = view.index(after: index &+ 1)
                return .member(keyAt: index)
            }
            open.next = view.index(after: index)
            return .value(at: view.resolved(index))
        }
        guard let next = outer.popLast() else { return nil }
        open = next
        return .end
    }

    /// The next key of an object whose keys are not written as they stand; after the last there are no more members.
    private mutating func nextChosenKey() -> Int? {
        if open.written < lists[open.list].count {
            open.written += 1
            return lists[open.list][open.written - 1]
        }
        open.next = open.end
        lists.removeLast()
        open.list = -1
        return nil
    }

    /// The value of a member is the next step's.
    package mutating func enter(valueOfKeyAt key: Int) { root = key + 1 }

    /// What a tag is about is the next step's.
    package mutating func enter(contentAt index: Int) { root = index }

    /// Goes through the elements of an array next; `isPairs` says whether they are keys and values by turns.
    ///
    /// - Returns: Their number.
    package mutating func enter(arrayAt index: Int, isPairs: Bool = false) -> Int {
        let end = view.word(at: index).offset
        outer.append(open)
        open = Frame(start: index + 1, next: index + 1, end: end, isObject: false, isPairs: isPairs)
        let count = view.word(at: index).payload
        return count < TapeWord.maximumPayload ? count : document.count(ofContainerAt: index)
    }

    /// Goes through the members of an object next.
    ///
    /// - Returns: The number of those that count.
    package mutating func enter(objectAt index: Int) -> Int {
        let end = view.word(at: index).offset
        let keys = chosenKeys(ofObjectAt: index)
        outer.append(open)
        open = Frame(start: index + 1, next: index + 1, end: end, isObject: true, isPairs: false)
        if let keys {
            open.list = lists.count
            lists.append(keys)
        }
        return keys?.count ?? document.count(ofContainerAt: index)
    }

    /// Appends the bytes of a string in UTF-8, or of data, to what is written.
    package func append(contentOf word: TapeWord, to output: inout ByteBuffer) {
        guard view.hasBytes(of: word) else { return }
        // SAFETY: the document has these bytes, and the span is used during the call only.
        let bytes = unsafe UnsafeBufferPointer(rebasing: view.bytes[word.offset..<word.offset &+ word.payload])
        output.append(unsafe Span(_unsafeElements: bytes))
    }

    /// The UTF-8 of the string at an index.
    @usableFromInline
    package func utf8(at index: Int) -> ArraySlice<UInt8> {
        let word = view.word(at: index)
        if word.has(.string) { return document.content(of: word) }
        var bytes: [UInt8] = []
        document.appendUTF8(of: word, to: &bytes)
        return bytes[...]
    }

    /// The keys of an object that are to be written; nil for all of them in their order.
    private func chosenKeys(ofObjectAt index: Int) -> [Int]? {
        let shadowed = document.shadowedMembers(ofObjectAt: index)
        if shadowed == nil, order == .asWritten { return nil }
        let end = view.word(at: index).offset
        var keys: [Int] = []
        var skipped = (shadowed ?? [])[...]
        var key = index + 1
        while key < end {
            if key == skipped.first { skipped.removeFirst() } else { keys.append(key) }
            key = view.index(after: key + 1)
        }
        switch order {
        case .asWritten: return keys
        case .byBytes: return keys.sorted { utf8(at: $0).lexicographicallyPrecedes(utf8(at: $1)) }
        case .byLength:
            return keys.sorted { left, right in
                let (first, second) = (utf8(at: left), utf8(at: right))
                return first.count < second.count
                    || first.count == second.count && first.lexicographicallyPrecedes(second)
            }
        }
    }
}

// MARK: - Errors

extension TapeWalk {
    /// The path to the value that was stepped to last.
    package var codingPath: [any CodingKey] { (outer.dropFirst() + [open]).compactMap { step(in: $0)?.codingKey } }

    /// The error for the value that was stepped to last.
    ///
    /// - Parameters:
    ///   - value: What it is, with an article.
    ///   - format: The name of the format that cannot hold it.
    package func cannotWrite(_ value: String, as format: String) -> SerializationError {
        let path = codingPath
        let suffix = path.isEmpty ? "" : " at \(path.text)"
        return SerializationError(
            .unencodableValue,
            "The value\(suffix) is \(value), which \(format) cannot hold.",
            codingPath: path,
            remedy: "Change the value, or write it in another format."
        )
    }

    /// The step to the element or member that was begun last, found only when writing failed.
    private func step(in frame: Frame) -> CodingStep? {
        if frame.list >= 0 { return frame.written == 0 ? nil : step(toKeyAt: lists[frame.list][frame.written - 1]) }
        var index = frame.start
        if index >= frame.next { return nil }
        var number = 0
        var key = index
        while true {
            let next = view.index(after: frame.isObject ? index + 1 : index)
            if next >= frame.next { break }
            index = next
            number += 1
            if number % 2 == 0 { key = index }
        }
        if frame.isObject { return step(toKeyAt: index) }
        return frame.isPairs ? step(toKeyAt: key) : .index(number)
    }

    private func step(toKeyAt index: Int) -> CodingStep {
        let word = view.word(at: index)
        if word.isString { return .key(PlainCodingKey(document.string(at: index))) }
        if let number = document.int64(at: index) ?? document.bignum(at: index)?.integer(Int64.self) {
            return .key(PlainCodingKey(intValue: Int(number)))
        }
        return .key(PlainCodingKey("a key that is no string"))
    }
}
