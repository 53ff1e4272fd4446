package import Mimeograph

/// A parser for a sequence of values, which decodes each as soon as its last byte has arrived.
package struct ValueSequenceParser<Element: Sendable>: IncrementalParser {
    private var bounds: ValueBounds
    /// The bytes so far of an incomplete value.
    private var pending: [UInt8] = []
    /// The number of bytes before the next value.
    private var start = 0
    private let decode: @Sendable (Span<UInt8>) throws(SerializationError) -> Element

    package init(_ bounds: ValueBounds, decode: @escaping @Sendable (Span<UInt8>) throws(SerializationError) -> Element)
    {
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
