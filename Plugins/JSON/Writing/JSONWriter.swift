public import Mimeograph
import MimeographTree

extension JSON {
    /// Writes the value as a JSON text in UTF-8.
    ///
    /// A parsed number keeps its digits. A built double is written with the fewest digits that read back as the same double. Of
    /// duplicate keys, the last is written.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for infinities and NaN.
    public func serialized(_ options: JSONWritingOptions = .compact) throws(SerializationError) -> [UInt8] {
        if case .read(let document, let index) = node.storage {
            return JSONWriter(document: document, options: options).bytes(index)
        }
        return JSONWriter.bytes(of: try encoded(), options)
    }
}

extension JSON: CustomStringConvertible {
    /// The compact JSON text; `null` if the value holds an infinity or NaN, which JSON cannot represent.
    public var description: String {
        if let bytes = try? serialized() { return String(decoding: bytes, as: UTF8.self) }
        return "null"
    }
}

/// A writer of a part of a document, straight from the tape.
struct JSONWriter {
    let document: TapeDocument
    let options: JSONWritingOptions

    /// Returns the text of the value at an index.
    func bytes(_ root: Int) -> [UInt8] {
        var printer = JSONTapePrinter(document: document, options: options, root: root)
        var bytes: [UInt8] = []
        var capacity = estimatedCapacity(root)
        var isDone = false
        repeat {
            bytes = JSONWriter.grow(bytes, to: capacity) { isDone = printer.write(into: &$0) }
            capacity = JSONWriter.capacity(used: bytes.count, printer.progress, needed: printer.needed)
        } while !isDone
        return bytes
    }

    /// Returns the text of an encoded value.
    static func bytes(of context: TreeEncodingContext, _ options: JSONWritingOptions) -> [UInt8] {
        if options.pretty || options.sortedKeys || context.repeatsNames {
            return JSONWriter(document: context.document(), options: options).bytes(0)
        }
        let view = context.view
        var printer = JSONCompactPrinter(view, escapesSlashes: options.escapesSlashes)
        var bytes: [UInt8] = []
        // The bytes hold each member name once, and no numbers.
        var capacity = unsafe view.bytes.count + view.words.count * 9
        var isDone = false
        repeat {
            bytes = grow(bytes, to: capacity) { isDone = printer.write(into: &$0) }
            capacity = self.capacity(used: bytes.count, printer.progress, needed: printer.needed)
        } while !isDone
        // The view is valid only while the context exists.
        withExtendedLifetime(context) {}
        return bytes
    }

    /// Copies the text so far into a larger buffer and lets a closure write more after it.
    @inline(__always)
    private static func grow(
        _ old: [UInt8],
        to capacity: Int,
        _ write: (inout JSONBufferWriter) -> Void
    ) -> [UInt8] {
        func fill(_ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
            guard let base = buffer.baseAddress else { return 0 }
            // SAFETY: the text so far is copied, and the printer writes each byte up to `used`.
            unsafe old.withUnsafeBufferPointer { _ = unsafe buffer.update(fromContentsOf: $0) }
            var writer = unsafe JSONBufferWriter(buffer, base: base, used: old.count)
            write(&writer)
            return writer.used
        }
        if capacity > mostCopied {
            // SAFETY: all bytes up to the count are written.
            return unsafe [UInt8](unsafeUninitializedCapacity: capacity) { unsafe $1 = fill($0) }
        }
        // A small text is copied to an array of its length, which is created faster than an array with a capacity.
        // SAFETY: all bytes up to the count are written.
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
            let count = unsafe fill(buffer)
            var bytes: [UInt8] = []
            bytes.reserveCapacity(count)
            unsafe bytes.append(contentsOf: buffer[..<count])
            return bytes
        }
    }

    /// The largest capacity, in bytes, for which a text is copied.
    private static var mostCopied: Int { 4096 }

    /// Returns the initial capacity, in bytes.
    private func estimatedCapacity(_ root: Int) -> Int {
        // A compact text is hardly ever longer than the parsed text.
        if root == 0 { return document.bytes.count + document.bytes.count / 8 + 512 }
        let word = document.word(at: root)
        switch word.tag {
        case .array, .object: return 512 + (word.offset - root) * 16
        // An integer in the word itself has no length.
        case .null, .false, .true, .smallInteger: return 64
        default: return 64 + word.payload
        }
    }

    /// Returns a capacity, in bytes, that is likely to be enough after `used` bytes were written.
    private static func capacity(used: Int, _ progress: (done: Int, whole: Int), needed: Int) -> Int {
        let done = Double(min(max(progress.done, 1), progress.whole)) / Double(progress.whole)
        // Sorted keys do not follow the tape, so this estimate may be wrong; growing by half is always enough in the end.
        let likely = min(Double(used) / done * 1.02, Double(used) * 8)
        return max(Int(likely), used + used / 2) + needed + 512
    }
}
