package import Mimeograph
package import MimeographTree

/// A walk through a value on a tape, in the order of the output, without recursion.
///
/// A printer requests the next step, writes the value at the index, and enters containers. The walk chooses the members that
/// count and their order, and knows the coding path.
///
/// For `{"a":[true]}`, if the printer enters both containers, the steps are: the object, the member `a`, its array, the element
/// `true`, the end of the array, the end of the object, and nil.
@usableFromInline
package struct TapeWalk {
    /// The order in which members are written.
    @usableFromInline
    package enum KeyOrder: Sendable {
        case asWritten
        /// By the bytes of their UTF-8.
        case byBytes
        /// Shorter keys first, and keys of equal length by the bytes of their UTF-8.
        case byLength
    }

    @usableFromInline
    package enum Step {
        case value(at: Int)
        /// A member of an object. Its value comes directly after its key.
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
        /// Whether the elements are alternating keys and values.
        let isPairs: Bool
        /// The index of the list of the keys that count; -1 if all keys count, in their order. `written` is the number of listed
        /// keys that were written.
        var list = -1
        var written = 0
    }

    private let document: TapeDocument
    /// A view of the document without reference counting, valid while the walk exists.
    package let view: TapeView
    private let order: KeyOrder
    /// The container that was entered last, or a placeholder for the root, and the containers around it.
    private var open = Frame(start: 0, next: 0, end: 0, isObject: false, isPairs: false)
    private var outer: [Frame] = []
    /// The keys of unfinished objects. They are kept outside the frames, which are trivial without them.
    private var lists: [[Int]] = []
    /// The index of the next value if it is not the next element or member; otherwise -1.
    private var root: Int

    package init(_ document: TapeDocument, from root: Int, order: KeyOrder = .asWritten) {
        self.document = document
        view = TapeView(document)
        self.order = order
        self.root = root
    }

    /// Returns the next step; nil at the end. The index of a value is never the index of a reference to a container.
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

    /// Returns the next key of an object whose keys are not written in their order. After the last one, the object has ended.
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

    /// Makes the value of a member the next step.
    package mutating func enter(valueOfKeyAt key: Int) { root = key + 1 }

    /// Makes the content of a tag the next step.
    package mutating func enter(contentAt index: Int) { root = index }

    /// Enters an array, whose elements are the next steps. `isPairs` says whether they are alternating keys and values.
    ///
    /// - Returns: The number of elements.
    package mutating func enter(arrayAt index: Int, isPairs: Bool = false) -> Int {
        let end = view.word(at: index).offset
        outer.append(open)
        open = Frame(start: index + 1, next: index + 1, end: end, isObject: false, isPairs: isPairs)
        let count = view.word(at: index).payload
        return count < TapeWord.maximumPayload ? count : document.count(ofContainerAt: index)
    }

    /// Enters an object, whose members are the next steps.
    ///
    /// - Returns: The number of members that count.
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

    /// Appends the UTF-8 of a string, or data, to the output.
    package func append(contentOf word: TapeWord, to output: inout ByteBuffer) {
        guard view.hasBytes(of: word) else { return }
        // SAFETY: the document has these bytes, and the span is used only during the call.
        let bytes = unsafe UnsafeBufferPointer(rebasing: view.bytes[word.offset..<word.offset &+ word.payload])
        output.append(unsafe Span(_unsafeElements: bytes))
    }

    /// Returns the UTF-8 of the string at an index.
    @usableFromInline
    package func utf8(at index: Int) -> ArraySlice<UInt8> {
        let word = view.word(at: index)
        if word.has(.string) { return document.content(of: word) }
        var bytes: [UInt8] = []
        document.appendUTF8(of: word, to: &bytes)
        return bytes[...]
    }

    /// Returns the keys of an object that are to be written; nil for all of them in their order.
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
    /// The path to the value of the last step.
    package var codingPath: [any CodingKey] { (outer.dropFirst() + [open]).compactMap { step(in: $0)?.codingKey } }

    /// Returns the error for the value of the last step.
    ///
    /// - Parameters:
    ///   - value: The kind of the value, with an article.
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

    /// Returns the path's step to the last element or member. It is computed only after writing has failed.
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
        return .key(PlainCodingKey("a key that is not a string"))
    }
}
