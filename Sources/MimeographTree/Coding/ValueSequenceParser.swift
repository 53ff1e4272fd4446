package import Mimeograph

/// Finds where values of a binary format end that stand one after the other.
package protocol ValueBounds: Sendable {
    /// Whether some bytes of a value were seen and not all of them.
    var isInValue: Bool { get }
    /// Bytes that were seen, of all values.
    var offset: Int { get }

    /// The offset in the window after the value's last byte, or nil where that lies beyond the window. The next value begins
    /// there; call it again with that start.
    mutating func end(in window: Span<UInt8>, from start: Int) throws(SerializationError) -> Int?
}

/// Reads values that stand one after the other, each as soon as its last byte is there.
package struct ValueSequenceParser<Bounds: ValueBounds, Element: Sendable>: IncrementalParser {
    private var bounds: Bounds
    /// What is there of a value whose end is not.
    private var pending: [UInt8] = []
    /// Bytes before the value that comes next.
    private var start = 0
    private let decode: @Sendable (Span<UInt8>) throws(SerializationError) -> Element

    package init(_ bounds: Bounds, decode: @escaping @Sendable (Span<UInt8>) throws(SerializationError) -> Element) {
        self.bounds = bounds
        self.decode = decode
    }

    package mutating func consume(_ chunk: Span<UInt8>, into elements: inout [Element]) throws(SerializationError) {
        var first = 0
        while first < chunk.count {
            guard let end = try bounds.end(in: chunk, from: first) else {
                pending.append(contentsOf: chunk.extracting(first...))
                return
            }
            let part = chunk.extracting(first..<end)
            if pending.isEmpty {
                elements.append(try element(part))
            } else {
                pending.append(contentsOf: part)
                elements.append(try element(pending.span))
                pending.removeAll(keepingCapacity: true)
            }
            start = bounds.offset
            first = end
        }
    }

    package mutating func finish(into elements: inout [Element]) throws(SerializationError) {
        guard bounds.isInValue else { return }
        throw SerializationError(
            .truncated,
            "The body ends before the value does.",
            at: SourceLocation(offset: bounds.offset),
            remedy: "Check whether the transfer was cut short; the body needs more bytes."
        )
    }

    private func element(_ bytes: Span<UInt8>) throws(SerializationError) -> Element {
        do throws(SerializationError) { return try decode(bytes) } catch {
            var error = error
            error.location = error.location.map { SourceLocation(offset: start + $0.offset) }
            throw error
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(contentsOf bytes: Span<UInt8>) {
        // SAFETY: the buffer is only read, during the call.
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}

extension TapeDocument {
    /// Where in a binary body the value at an index stands, or, where only that is known, the key before it; nil where neither is.
    package func location(of index: Int) -> SourceLocation? {
        guard index >= 0, index < tape.count else { return nil }
        let word = word(at: index)
        if word.isLong || word.isString || word.has(.data) { return SourceLocation(offset: word.offset) }
        // Keys can only be told from values from the front, so this walks down to the value.
        var ends: [(end: Int, isObject: Bool)] = []
        var current = 0
        while current < index {
            while let last = ends.last, last.end <= current { ends.removeLast() }
            let word = self.word(at: current)
            if ends.last?.isObject == true {
                if current + 1 == index { return SourceLocation(offset: word.offset) }
                current += 1
            }
            let value = self.word(at: current)
            if value.isContainer || value.has(.extended), value.offset > index {
                ends.append((value.offset, value.isObject))
                current += value.has(.extended) ? 2 : 1
            } else {
                current = self.index(after: current)
            }
        }
        return nil
    }
}
