import Mimeograph
import MimeographTree

extension JSONScanner {
    /// The size in bytes of the largest body that ``parseSmall(_:in:options:limits:)`` reads.
    private static let smallBody = 4096

    /// Returns the offset at which the text of a body in UTF-8 begins, after a byte order mark; nil if the text is empty or too
    /// large, and for options that need more than one pass.
    @inline(__always)
    static func textStart(of body: Span<UInt8>, options: JSONReadingOptions, limits: DecodingLimits) -> Int? {
        let encoding = JSONTextEncoding(of: body)
        guard body.count > encoding.prefix, body.count <= limits.inputBytes, encoding.isUTF8,
            options.duplicateKeys == .lastWins, options.allowsFragments, !options.allowsComments,
            !options.allowsTrailingCommas
        else { return nil }
        return encoding.prefix
    }

    /// Reads a small body without creating a document, so that a context reads it; returns false if it cannot.
    ///
    /// It returns false for a text in UTF-16, an option that needs more than one pass, a parse error, and a tape that is too small.
    /// Then ``JSONScanner/parseAny(_:options:limits:)`` reads the body from the beginning.
    static func parseSmall(
        _ body: Span<UInt8>,
        in context: TreeDecodingContext,
        options: JSONReadingOptions,
        limits: DecodingLimits
    ) -> Bool {
        guard body.count <= smallBody, let start = textStart(of: body, options: options, limits: limits) else {
            return false
        }
        let (bytes, tape) = context.load(body.extracting(start..<body.count), words: 8 + (body.count - start) / 2)
        var state = JSONScanState(cursor: otherSpaceEnd(bytes, from: 0), remaining: limits.elements)
        let rules = JSONScanRules(stripping: options.nullStripping, depth: limits.depth)
        guard
            case .done = JSONMemberPrediction.withNone(of: bytes, { scan(bytes, tape, &state, $0, rules) })
        else { return false }
        context.readSmall(words: state.used)
        return true
    }

    /// The size in bytes of the largest text that ``parseOnStack(_:options:limits:)`` reads, so that it and its padding fit.
    private static let stackText = 1024 - JSONBytes.padding

    /// Reads a text of a few hundred bytes on the stack, and copies it and its words to a document; returns nil if it cannot.
    ///
    /// It returns nil for an option that needs more than one pass, a parse error, and a tape that is too small. Then
    /// ``JSONScanner/parse(utf8:options:limits:)`` reads the text from the beginning.
    static func parseOnStack(_ text: Span<UInt8>, options: JSONReadingOptions, limits: DecodingLimits) -> TapeDocument?
    {
        let count = text.count
        guard count > 0, count <= stackText, options.duplicateKeys == .lastWins, options.allowsFragments,
            !options.allowsComments, !options.allowsTrailingCommas
        else { return nil }
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1024) { buffer in
            let buffer = unsafe UnsafeMutableBufferPointer(rebasing: buffer[..<(count + JSONBytes.padding)])
            guard let base = buffer.baseAddress else { return nil }
            // SAFETY: the text and its padding fill the buffer.
            unsafe text.withUnsafeBufferPointer { _ = unsafe buffer.update(fromContentsOf: $0) }
            unsafe (base + count).update(repeating: 0, count: JSONBytes.padding)
            let bytes = unsafe JSONBytes(buffer, base: base)
            return unsafe withTemporaryWords(128) { words, firstWord in
                var state = JSONScanState(cursor: otherSpaceEnd(bytes, from: 0), remaining: limits.elements)
                let rules = JSONScanRules(stripping: options.nullStripping, depth: limits.depth)
                // SAFETY: the scan writes each word before it reads it.
                let tape = unsafe JSONTape(words, base: firstWord)
                guard case .done = JSONMemberPrediction.withNone(of: bytes, { scan(bytes, tape, &state, $0, rules) })
                else { return nil }
                return unsafe TapeDocument(
                    bytes: array(of: UnsafeBufferPointer(buffer)),
                    tape: array(of: UnsafeBufferPointer(start: firstWord, count: state.used))
                )
            }
        }
    }

    /// Returns an array of the elements of a buffer. The standard library's initializer looks up its type to allocate memory.
    @inline(__always)
    static func array<Element>(of buffer: UnsafeBufferPointer<Element>) -> [Element] {
        var array: [Element] = []
        // SAFETY: the buffer is only read.
        array.reserveCapacity(buffer.count)
        unsafe array.append(contentsOf: buffer)
        return array
    }
}
