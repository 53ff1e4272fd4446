import Mimeograph
import MimeographTree

/// The location of a parsed value in its body, for errors about it.
///
/// The tape does not hold the offsets of small integers, `true`, `false`, `null` and containers. So the body is scanned again,
/// with a tape that is full just before the value: the scan stops there, and its cursor is at the value.
///
/// For `{"a":1,"b":[true]}` the value at index 4 is the array: after the words of the object, `a`, 1 and `b` the scan stops at
/// offset 11.
///
/// If nulls are removed, later words take the indices of theirs. Then the whole body is read again with its nulls, and the value
/// is looked up on that tape.
extension JSONScanner {
    /// Returns the location of the value or the name at an index of a document, in the body from which it was read.
    static func location(
        of index: Int,
        in document: TapeDocument,
        of body: Span<UInt8>,
        _ options: JSONReadingOptions
    ) -> SourceLocation? {
        let offset =
            offset(ofValueAt: index, of: document, in: body, options)
            ?? offset(ofNameAt: index, of: document, in: body)
        return offset.map { SourceLocation(offset: $0, in: body) }
    }

    /// Returns the offset in `body` of the first byte of a value; nil if the document has no such value.
    ///
    /// - Parameters:
    ///   - index: The index of the value's first word.
    ///   - document: The document that was read from the body.
    ///   - body: The whole body.
    ///   - options: The options with which it was read.
    static func offset(
        ofValueAt index: Int,
        of document: TapeDocument,
        in body: Span<UInt8>,
        _ options: JSONReadingOptions
    ) -> Int? {
        guard index >= 0, index < document.tape.count else { return nil }
        let encoding = JSONTextEncoding(of: body)
        if encoding.isUTF8 {
            let text = body.extracting(encoding.prefix..<body.count)
            return offset(ofValueAt: index, of: document, inUTF8: text, options).map { $0 + encoding.prefix }
        }
        guard let text = try? encoding.utf8(of: body) else { return nil }
        return offset(ofValueAt: index, of: document, inUTF8: text.span, options)
            .map { encoding.offset(in: body, ofUTF8Offset: $0) }
    }

    /// Returns the offset in `body` of a member's name or another string, which the tape holds; nil for other values.
    static func offset(ofNameAt index: Int, of document: TapeDocument, in body: Span<UInt8>) -> Int? {
        guard index >= 0, index < document.tape.count, document.word(at: index).tag == .string else { return nil }
        let encoding = JSONTextEncoding(of: body)
        // The quotation mark comes before the text.
        let offset = document.word(at: index).offset - 1
        return encoding.isUTF8 ? offset + encoding.prefix : encoding.offset(in: body, ofUTF8Offset: offset)
    }

    private static func offset(
        ofValueAt index: Int,
        of document: TapeDocument,
        inUTF8 text: Span<UInt8>,
        _ options: JSONReadingOptions
    ) -> Int? {
        if options.nullStripping == .keep { return offset(ofValueAt: index, inUTF8: text, options) }
        var complete = options
        complete.nullStripping = .keep
        complete.duplicateKeys = .lastWins
        // The body was within its limits before.
        let limits = DecodingLimits(inputBytes: .max, depth: .max, elements: .max)
        guard let whole = try? parse(utf8: text, options: complete, limits: limits) else { return nil }
        let wholeIndex = self.index(in: whole, of: index, in: document, options.nullStripping)
        return offset(ofValueAt: wholeIndex, inUTF8: text, complete)
    }

    private static func offset(ofValueAt index: Int, inUTF8 text: Span<UInt8>, _ options: JSONReadingOptions) -> Int? {
        var bytes = paddedCopy(of: text)
        var found: Int?
        unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            // SAFETY: the copy has the padding that JSONBytes needs, and nothing else uses it during this closure.
            let bytes = unsafe JSONBytes(buffer, base: base)
            if options.allowsComments || options.allowsTrailingCommas {
                guard (try? JSONNonstandardSyntax.blank(in: bytes, options: options)) != nil else { return }
            }
            var state = JSONScanState(cursor: otherSpaceEnd(bytes, from: 0), remaining: .max)
            let rules = JSONScanRules(stripping: .keep, depth: .max)
            // A turn of the scan begins only if four words are free, so none begins at this index.
            // SAFETY: the scan writes each word before it reads it.
            let outcome = unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: index + 3) { words in
                guard let first = words.baseAddress else { return JSONScanOutcome.done }
                let tape = unsafe JSONTape(words, base: first)
                return JSONMemberPrediction.withNone(of: bytes) { scan(bytes, tape, &state, $0, rules) }
            }
            if outcome == .needsSpace, state.used == index { found = state.cursor }
        }
        return found
    }

    /// Returns the index in `whole` of the value at an index of `document`, which is the same without some of its nulls.
    private static func index(
        in whole: TapeDocument,
        of index: Int,
        in document: TapeDocument,
        _ stripping: JSONNullStripping
    ) -> Int {
        let view = TapeView(document)
        let wholeView = TapeView(whole)
        var isObject = false
        var current = 0
        var wholeCurrent = 0
        while current < index {
            let word = view.word(at: current)
            let isContainer = word.tag == .object || word.tag == .array
            if isContainer, word.offset > index {
                isObject = word.tag == .object
                current += 1
                wholeCurrent += 1
            } else {
                current = view.index(after: current)
                wholeCurrent = wholeView.index(after: wholeCurrent)
            }
            // A member has the words of its name and its value.
            let name = isObject ? 1 : 0
            if isObject || stripping == .objectMembersAndArrayElements {
                while wholeCurrent < whole.tape.count, wholeView.has(.null, at: wholeCurrent + name) {
                    wholeCurrent += 1 + name
                }
            }
            current += name
            wholeCurrent += name
        }
        return wholeCurrent
    }
}
