import Mimeograph
import MimeographTree

/// The text and the tape of a small body, in one piece of memory that is gone when the value is made.
///
/// A body of a few hundred bytes is decoded in the time of some twenty allocations, so that three of them count: a
/// ``JSONDocument`` and its two arrays. They are made only where a part of the body is kept as ``JSON``.
///
/// What is not plain (a text in UTF-16, an option that asks for more than one pass, a parse error, a tape that is too small)
/// is left to ``JSONScanner/parse(_:options:limits:)``, which reads it from the beginning.
@safe
struct JSONInlineDocument: ~Copyable {
    /// Bytes of the largest body that is read in this way.
    private static let largest = 4096

    private let memory: UnsafeMutableRawPointer
    /// The scan's state after the last value.
    private let used: Int
    private let capacity: Int
    private let count: Int

    /// What can be read of it, as long as it lives.
    var view: JSONDocumentView {
        // SAFETY: the words up to `used` and all bytes with their padding are written, and `memory` is ours until `deinit`.
        let words = unsafe UnsafeBufferPointer(start: memory.assumingMemoryBound(to: UInt64.self), count: used)
        let start = unsafe (memory + capacity * 8).assumingMemoryBound(to: UInt8.self)
        return unsafe JSONDocumentView(words, UnsafeBufferPointer(start: start, count: count + JSONBytes.padding))
    }

    /// Reads a body; nil where that is not for this type to do.
    init?(_ body: Span<UInt8>, options: JSONReadingOptions, limits: DecodingLimits) {
        let encoding = JSONTextEncoding(of: body)
        let count = body.count - encoding.prefix
        guard count > 0, count <= JSONInlineDocument.largest, body.count <= limits.inputBytes, encoding.isUTF8,
            options.duplicateKeys == .lastWins, options.allowsFragments, !options.allowsComments,
            !options.allowsTrailingCommas
        else { return nil }
        let capacity = 8 + count / 2
        // SAFETY: there is room for the words and, behind them, for the bytes and their padding. All bytes are written
        // before the scan, which writes each word before it reads it.
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: capacity * 8 + count + JSONBytes.padding,
            alignment: 16
        )
        let start = unsafe (memory + capacity * 8).bindMemory(to: UInt8.self, capacity: count + JSONBytes.padding)
        unsafe body.withUnsafeBufferPointer { source in
            guard let first = source.baseAddress else { return }
            unsafe start.update(from: first + encoding.prefix, count: count)
        }
        unsafe (start + count).update(repeating: 0, count: JSONBytes.padding)
        let bytes = unsafe JSONBytes(
            UnsafeMutableBufferPointer(start: start, count: count + JSONBytes.padding),
            base: start
        )
        let first = unsafe memory.bindMemory(to: UInt64.self, capacity: capacity)
        let tape = unsafe JSONTape(UnsafeMutableBufferPointer(start: first, count: capacity), base: first)
        var state = JSONScanState(cursor: JSONScanner.otherSpaceEnd(bytes, from: 0), remaining: limits.elements)
        let rules = JSONScanRules(stripping: options.nullStripping, depth: limits.depth)
        guard
            case .done = JSONMemberPrediction.withNone(of: bytes, { JSONScanner.scan(bytes, tape, &state, $0, rules) })
        else {
            unsafe memory.deallocate()
            return nil
        }
        unsafe self.memory = memory
        used = state.used
        self.capacity = capacity
        self.count = count
    }

    deinit { unsafe memory.deallocate() }
}
