import Mimeograph
import MimeographConformance
import Synchronization

/// Reads consecutive notes as they arrive.
struct NoteStream: StreamingResponseSerialization {
    let fault: Fault
    private let memory = Memory()

    init(fault: Fault) { self.fault = fault }

    var acceptedTypes: [MediaRange] { ["text/x-notes"] }

    func makeParser(
        for head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<String> {
        NoteParser(fault: fault, limit: limits.inputBytes, memory: memory)
    }
}

private struct NoteParser: IncrementalParser {
    let fault: Fault
    let limit: Int
    let memory: Memory
    var pending: [UInt8] = []
    var chunks = 0

    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [String]) throws(SerializationError) {
        chunks += 1
        if fault == .breaks(.chunking), chunks > 20, chunk.count < 1024 { pending.append(UInt8(ascii: "?")) }
        if fault == .breaks(.cancellation), [UInt8](chunk) == Array("one;tw".utf8) { dawdle() }
        if fault == .breaks(.largeBodies), chunk.count == 16 << 10 { pending.append(UInt8(ascii: "?")) }
        for index in chunk.indices {
            if chunk[index] == UInt8(ascii: ";") {
                guard let text = String(validating: pending, as: UTF8.self) else {
                    throw SerializationError(.invalidText, "A note is not UTF-8.")
                }
                elements.append(text)
                pending = []
            } else {
                pending.append(chunk[index])
                if pending.count > limit { throw .limitExceeded(.inputBytes, allowed: limit) }
            }
        }
    }

    mutating func finish(into elements: inout [String]) throws(SerializationError) {
        if !pending.isEmpty { throw SerializationError(.truncated, "A note does not end.") }
    }

    /// Delays the first call.
    private func dawdle() {
        let isFirst = memory.calls.withLock { calls in
            calls += 1
            return calls == 1
        }
        let began = ContinuousClock.now
        while isFirst, ContinuousClock.now - began < .milliseconds(600) {}
    }
}
