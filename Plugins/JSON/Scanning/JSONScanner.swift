import Mimeograph
import MimeographTree

/// A scanner that reads a JSON text into a document, in one pass over one copy of the bytes.
///
/// The steps of ``parse(_:options:limits:)``:
/// 1. The size is checked against the limits; a text in UTF-16 or UTF-32 is converted to UTF-8.
/// 2. The bytes are copied once, with zero padding. Comments and trailing commas are replaced with spaces if options allow them.
/// 3. The scan writes the tape (see ``TapeWord``) while it validates everything. It does not recurse. Until the end of a
///    container is known, its own word holds the index and the count of the container around it, so the tape is its own stack.
///
/// Source: RFC 8259.
enum JSONScanner {
    /// Reads a whole body.
    ///
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated``,
    ///   ``SerializationError/Code/invalidText``, ``SerializationError/Code/emptyBody``,
    ///   ``SerializationError/Code/limitExceeded``.
    static func parse(
        _ body: Span<UInt8>,
        options: JSONReadingOptions,
        limits: DecodingLimits
    ) throws(SerializationError) -> TapeDocument {
        return try parseAny(body, options: options, limits: limits)
    }

    /// Reads a whole body of any size and kind, for which ``parseSmall(_:options:limits:)`` returned nil.
    static func parseAny(
        _ body: Span<UInt8>,
        options: JSONReadingOptions,
        limits: DecodingLimits
    ) throws(SerializationError) -> TapeDocument {
        try limits.check(.inputBytes, body.count)
        let encoding = JSONTextEncoding(of: body)
        if encoding.isUTF8 {
            let text = body.extracting(encoding.prefix..<body.count)
            if let small = parseOnStack(text, options: options, limits: limits) { return small }
            do throws(JSONParseError) {
                return try parse(utf8: text, options: options, limits: limits)
            } catch {
                throw error.error(in: text, body: body, bodyOffset: error.offset + encoding.prefix, limits: limits)
            }
        }
        let text = try encoding.utf8(of: body)
        do throws(JSONParseError) {
            return try parse(utf8: text.span, options: options, limits: limits)
        } catch {
            let bodyOffset = encoding.offset(in: body, ofUTF8Offset: error.offset)
            throw error.error(in: text.span, body: body, bodyOffset: bodyOffset, limits: limits)
        }
    }

    /// The size of the largest text whose offsets fit on the tape.
    private static let maximumCount = Int(UInt32.max) - JSONBytes.padding

    /// Reads a text in UTF-8 without a byte order mark.
    static func parse(
        utf8 text: Span<UInt8>,
        options: JSONReadingOptions,
        limits: DecodingLimits
    ) throws(JSONParseError) -> TapeDocument {
        if options.duplicateKeys == .refuse, options.nullStripping != .keep {
            // Members that stripping removes are duplicates too, so all members are checked first.
            var complete = options
            complete.nullStripping = .keep
            _ = try parse(utf8: text, options: complete, limits: limits)
            var rest = options
            rest.duplicateKeys = .lastWins
            return try parse(utf8: text, options: rest, limits: limits)
        }
        if text.count == 0 { throw JSONParseError(.emptyBody, at: 0) }
        if text.count > maximumCount { throw JSONParseError(.textLength, at: 0) }
        var bytes = paddedCopy(of: text)
        var tape: [UInt64] = []
        // The standard library's calls do not take typed errors, so the parse error is passed as a value.
        var parseError: JSONParseError?
        unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            // SAFETY: the copy has the padding that JSONBytes needs, and nothing else uses it during this closure.
            let bytes = unsafe JSONBytes(buffer, base: base)
            do throws(JSONParseError) {
                if options.allowsComments || options.allowsTrailingCommas {
                    try JSONNonstandardSyntax.blank(in: bytes, options: options)
                }
                tape = try fillTape(from: bytes, options: options, limits: limits)
            } catch {
                parseError = error
            }
        }
        if let parseError { throw parseError }
        let document = TapeDocument(bytes: bytes, tape: tape)
        try check(document, options: options)
        return document
    }

    /// Checks the rules that need the whole document.
    private static func check(_ document: TapeDocument, options: JSONReadingOptions) throws(JSONParseError) {
        if !options.allowsFragments {
            switch document.word(at: 0).tag {
            case .array, .object: break
            default: throw JSONParseError(.fragment, at: document.bytes.firstIndex { $0 > 0x20 } ?? 0)
            }
        }
        if options.duplicateKeys == .refuse, let offset = document.offsetOfDuplicateKey() {
            // The error is at the quotation mark before the text.
            throw JSONParseError(.duplicateKey, at: offset - 1)
        }
    }

    /// Returns a copy with padding, which a scan needs and writes into.
    static func paddedCopy(of text: Span<UInt8>) -> [UInt8] {
        // Not `[UInt8](unsafeUninitializedCapacity:)`, which looks up its type to allocate memory: as long as reading 200 bytes.
        var copy: [UInt8] = []
        copy.reserveCapacity(text.count + JSONBytes.padding)
        // SAFETY: both buffers are only read, during the calls.
        unsafe text.withUnsafeBufferPointer { unsafe copy.append(contentsOf: $0) }
        unsafe withUnsafeBytes(of: SIMD64<UInt8>.zero) { unsafe copy.append(contentsOf: $0) }
        return copy
    }

    /// Scans with a tape that grows by an estimate from the text so far.
    private static func fillTape(
        from bytes: JSONBytes,
        options: JSONReadingOptions,
        limits: DecodingLimits
    ) throws(JSONParseError) -> [UInt64] {
        var state = JSONScanState(cursor: otherSpaceEnd(bytes, from: 0), remaining: limits.elements)
        let rules = JSONScanRules(stripping: options.nullStripping, depth: limits.depth)
        var tape: [UInt64] = []
        var outcome = JSONScanOutcome.needsSpace
        var capacity = JSONTape.estimatedCapacity(for: bytes)
        JSONMemberPrediction.withNone(of: bytes) { members in
            if bytes.count < 1 << 14 {
                // The words of a small text are copied to a tape without free space.
                unsafe withTemporaryWords(capacity) { words, base in
                    outcome = unsafe scan(bytes, JSONTape(words, base: base), &state, members, rules)
                    // SAFETY: the scan has written these words.
                    tape = unsafe array(of: UnsafeBufferPointer(start: base, count: state.used))
                }
            }
            while outcome == .needsSpace {
                let old = tape
                // SAFETY: the words written so far are copied, and the scan writes each word up to `state.used`.
                tape = unsafe [UInt64](unsafeUninitializedCapacity: capacity) { buffer, initialized in
                    guard let base = buffer.baseAddress else { return }
                    unsafe old.withUnsafeBufferPointer { _ = unsafe buffer.update(fromContentsOf: $0) }
                    outcome = unsafe scan(bytes, JSONTape(buffer, base: base), &state, members, rules)
                    initialized = state.used
                }
                capacity = JSONTape.grownCapacity(used: state.used, consumed: state.cursor, of: bytes.count)
            }
        }
        if case .parseError(let parseError) = outcome { throw parseError }
        return tape
    }
}
