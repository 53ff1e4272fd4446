/// A JSON text that grows while it is written.
struct JSONText {
    /// What was written so far.
    var bytes: [UInt8]

    init(capacity: Int = 64) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// Writes one byte as it is.
    @inline(__always)
    mutating func append(_ byte: UInt8) { bytes.append(byte) }

    /// Writes bytes as they are: punctuation, a literal, a fragment that is JSON already.
    @inline(__always)
    mutating func append(raw text: some Collection<UInt8>) { bytes.append(contentsOf: text) }

    /// Writes the bytes of a span as they are.
    @inline(__always)
    mutating func append(span: Span<UInt8>) {
        // SAFETY: the buffer is read only during this call.
        unsafe span.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }

    /// Writes a literal such as `true`.
    @inline(__always)
    mutating func append(_ literal: StaticString) {
        literal.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    }

    /// Takes back what was written after the first `count` bytes.
    mutating func truncate(to count: Int) {
        if count < bytes.count { bytes.removeLast(bytes.count - max(count, 0)) }
    }

    /// Begins a line, indented by two spaces for each level.
    mutating func appendLineBreak(depth: Int) {
        append(UInt8(ascii: "\n"))
        for _ in 0..<depth { append("  ") }
    }
}
