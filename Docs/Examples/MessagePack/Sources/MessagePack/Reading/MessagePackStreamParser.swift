import Mimeograph

/// Finds where each value of a stream ends, and decodes it.
///
/// A value is looked through once, however it was cut: what was seen of it is a number of values and of bytes that must still
/// come. Only when it is complete is anything made of it.
struct MessagePackStreamParser<Value: Decodable & Sendable>: IncrementalParser {
    private let limits: DecodingLimits
    /// What has come and is not decoded yet.
    private var pending: [UInt8] = []
    /// Where the first of them is in the stream.
    private var origin = 0
    /// How much of `pending` was looked through.
    private var scanned = 0
    /// How many values must still come, for the one under way; more than zero.
    private var left = 1
    /// Values of the one under way, so far.
    private var count = 0

    init(limits: DecodingLimits) { self.limits = limits }

    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [Value]) throws(SerializationError) {
        var offset = 0
        while offset < chunk.count {
            // In pieces, so that no more than the limit and one piece is ever kept.
            let end = min(chunk.count, offset + 65_536)
            pending.append(contentsOf: [UInt8](chunk.extracting(offset..<end)))
            offset = end
            try scan(into: &elements)
        }
    }

    mutating func finish(into elements: inout [Value]) throws(SerializationError) {
        if !pending.isEmpty { throw MessagePackReader.truncated(at: origin + pending.count) }
    }

    private mutating func scan(into elements: inout [Value]) throws(SerializationError) {
        var start = 0
        defer {
            pending.removeFirst(start)
            scanned -= start
            origin += start
        }
        while scanned < pending.count {
            guard let head = try MessagePackReader.head(pending, at: scanned, origin: origin) else { break }
            count += 1
            try limits.check(.elements, count, at: SourceLocation(offset: origin + scanned))
            // Each value has a byte at least, so that a count which cannot be kept is refused when it comes.
            let (end, isTooFar) = (scanned + head.length).addingReportingOverflow(head.form.payload)
            let (values, areTooMany) = left.addingReportingOverflow(head.form.values)
            if isTooFar || areTooMany || end - start > limits.inputBytes - min(values - 1, limits.inputBytes) {
                throw .limitExceeded(
                    .inputBytes,
                    allowed: limits.inputBytes,
                    at: SourceLocation(offset: origin + scanned)
                )
            }
            guard end <= pending.count else {
                count -= 1
                break
            }
            scanned = end
            left = values - 1
            if left > 0 { continue }
            let document = try MessagePackReader.read(
                Array(pending[start..<scanned]),
                at: origin + start,
                limits: limits
            )
            elements.append(try document.decode(Value.self))
            start = scanned
            left = 1
            count = 0
        }
    }
}
