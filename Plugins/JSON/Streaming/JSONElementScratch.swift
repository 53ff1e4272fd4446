import Mimeograph
import MimeographTree

/// A parser of elements that lie in one window, which puts many of them into one document.
///
/// The window is copied once, into memory that is reused for the next window, and the scan works on that copy. Once there are
/// enough elements for a document, their bytes and words are copied out. So a small element costs no allocation of its own, and a
/// value keeps only its neighbors in memory: see ``enoughBytes``.
///
/// For the window `1⏎[2]⏎` there are two roots in one document. Its bytes are `1`, zero, `[2]`, zero …, and its tape is
/// ```
/// 0 smallInteger 1            root, offset 0
/// 1 array  count 1, end 3     root, offset 2
/// 2 smallInteger 2
/// ```
/// The tape of a root begins where the previous one ends; offsets and indices count from the document's beginning.
struct JSONElementScratch {
    /// The number of bytes at which a document gets no further element.
    static let enoughBytes = 16384

    /// A parsed value.
    struct Found {
        /// The offset in the window of the first byte after it that is not white space.
        let next: Int
        /// Its first word.
        let root: TapeWord
        /// The number of words that the document has with it.
        let words: Int
    }

    /// The outcome of a scan.
    enum Outcome {
        case value(Found)
        /// The error's offset is in the window.
        case parseError(JSONParseError)
    }

    /// The elements of the current document.
    private(set) var roots: [JSONElementRoot] = []
    /// The offset in the window at which the document begins.
    private(set) var documentStart = 0

    private var bytes: [UInt8] = []
    private var tape: [UInt64] = []
    private var keyCache = JSONKeyCache()
    /// The offset in the window of the first byte in `bytes`.
    private var origin = 0
    private var used = 0
    private var end = 0

    /// Whether the current document has enough bytes.
    var hasEnough: Bool { end - documentStart >= JSONElementScratch.enoughBytes }

    /// Copies the window from an offset to its end.
    mutating func load(_ window: Span<UInt8>, from start: Int) {
        let count = window.count - start
        if bytes.count < count + JSONBytes.padding {
            bytes = [UInt8](repeating: 0, count: count + JSONBytes.padding)
        }
        // SAFETY: there is room for `count` bytes and the padding.
        unsafe bytes.withUnsafeMutableBufferPointer { target in
            unsafe window.withUnsafeBufferPointer { source in
                _ = unsafe target.update(fromContentsOf: source[start...])
            }
            unsafe target[count..<count + JSONBytes.padding].update(repeating: 0)
            guard let base = target.baseAddress else { return }
            // SAFETY: the buffer ends with the padding, which no window reaches.
            keyCache.forget(unsafe JSONBytes(target, base: base))
        }
        origin = start
    }

    /// Parses the value at an offset of the window, which must end before `limit`.
    ///
    /// - Parameters:
    ///   - start: The offset of the value.
    ///   - limit: The end of the text for the scan.
    ///   - isWhole: Whether only white space may be between the value and `limit`.
    ///   - rules: The rules of the scan.
    ///   - elements: The number of values that it may contain.
    /// - Returns: The parsed value, which is not an element of the document yet.
    mutating func scan(
        from start: Int,
        to limit: Int,
        _ isWhole: Bool,
        _ rules: JSONScanRules,
        elements: Int
    ) -> Outcome {
        if roots.isEmpty {
            documentStart = start
            used = 0
        }
        // The scan stops at a zero. The byte here separates elements, so no other element needs it.
        if isWhole { bytes[limit - origin] = 0 }
        var state = JSONScanState(cursor: start - documentStart, remaining: elements)
        state.used = used
        var rules = rules
        rules.endsAfterRoot = !isWhole
        let range = documentStart - origin..<limit - origin + JSONBytes.padding
        var outcome = JSONElementScratch.scan(&bytes, range, &tape, &keyCache, &state, rules)
        while outcome == .needsSpace {
            tape.append(contentsOf: repeatElement(0, count: max(tape.count, 1024)))
            outcome = JSONElementScratch.scan(&bytes, range, &tape, &keyCache, &state, rules)
        }
        if case .parseError(let parseError) = outcome {
            return .parseError(JSONParseError(parseError.kind, at: parseError.offset + documentStart))
        }
        return .value(
            Found(next: state.cursor + documentStart, root: TapeWord(bits: tape[used]), words: state.used)
        )
    }

    private static func scan(
        _ bytes: inout [UInt8],
        _ range: Range<Int>,
        _ tape: inout [UInt64],
        _ keyCache: inout JSONKeyCache,
        _ state: inout JSONScanState,
        _ rules: JSONScanRules
    ) -> JSONScanOutcome {
        unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            unsafe tape.withUnsafeMutableBufferPointer { words in
                let text = unsafe UnsafeMutableBufferPointer(rebasing: buffer[range])
                guard let first = text.baseAddress, let firstWord = words.baseAddress, let base = buffer.baseAddress
                else { return .needsSpace }
                // SAFETY: this call owns the bytes, and a zero is at the limit, with padding after it.
                let view = unsafe JSONBytes(text, base: first)
                // SAFETY: every word of the tape is initialized.
                let tape = unsafe JSONTape(words, base: firstWord)
                // SAFETY: the buffer ends with the padding, and outlives this call.
                let all = unsafe JSONBytes(buffer, base: base)
                return keyCache.withPrediction(of: all, from: range.lowerBound) { members in
                    JSONScanner.scan(view, tape, &state, members, rules)
                }
            }
        }
    }

    /// Adds the value that was parsed last to the document.
    mutating func keep(_ found: Found, from start: Int, to end: Int) {
        roots.append(JSONElementRoot(word: used, offset: start - documentStart))
        used = found.words
        self.end = end
    }

    /// Returns the document of the added elements. Its roots stay until ``reset()``.
    func document() -> TapeDocument {
        let count = end - documentStart
        let first = documentStart - origin
        // SAFETY: the elements' bytes are copied, and the padding after them is set to zero.
        let text = unsafe [UInt8](unsafeUninitializedCapacity: count + JSONBytes.padding) { buffer, initialized in
            unsafe bytes.withUnsafeBufferPointer { _ = unsafe buffer.update(fromContentsOf: $0[first..<first + count]) }
            unsafe buffer[count..<count + JSONBytes.padding].update(repeating: 0)
            initialized = count + JSONBytes.padding
        }
        return TapeDocument(bytes: text, tape: [UInt64](tape[..<used]))
    }

    /// Discards the elements.
    mutating func reset() {
        roots.removeAll(keepingCapacity: true)
        used = 0
    }
}
