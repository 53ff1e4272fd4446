/// Writes a part of a document, straight from the tape.
struct JSONTapeWriter {
    let document: JSONDocument
    let options: JSONWritingOptions
    /// Containers around the part, for the indentation.
    let depth: Int

    /// The text of the value at an index.
    func bytes(_ root: Int) -> [UInt8] {
        var run = JSONTapePrinter(document: document, options: options, depth: depth, root: root)
        var bytes: [UInt8] = []
        var capacity = run.estimatedCapacity
        var isDone = false
        repeat {
            let old = bytes
            // SAFETY: what was written so far is copied, and the run writes each byte up to `used`.
            bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initialized in
                guard let base = buffer.baseAddress else { return }
                unsafe old.withUnsafeBufferPointer { _ = unsafe buffer.update(fromContentsOf: $0) }
                var sink = unsafe JSONSink(buffer, base: base, used: old.count)
                isDone = run.write(into: &sink)
                initialized = sink.used
            }
            capacity = run.grownCapacity(used: bytes.count)
        } while !isDone
        return bytes
    }
}
