import Mimeograph
import MimeographTree

/// A reader of the elements of a stream with any layout.
///
/// A chunk is read in windows. ``JSONElementScratch`` parses an element that lies in one window, without buffering it. An element
/// that reaches beyond the window is buffered in `pending` until its end is found, and then parsed. Both ways produce the same
/// elements and the same errors, at the same offsets; the tests check this for every chunk boundary.
///
/// For the chunks `[1,{"a"` and `:2}]` of an array:
/// ```
/// window 1   1 is parsed in the scratch; {"a" reaches the end of the window and becomes pending
/// window 2   its end is found after :2} and it is parsed; then the array is closed
/// ```
struct JSONStreamReader<Layout: JSONStreamLayout> {
    var layout: Layout
    let rules: JSONStreamRules
    /// The number of bytes of the stream before the window.
    var position = 0
    /// The lines up to the window, or up to the pending element.
    var lines = JSONLineCounter()

    private let isPlain: Bool
    private let scanRules: JSONScanRules
    private let dropsNulls: Bool
    private var scratch = JSONElementScratch()
    private var isLoaded = false
    /// The beginning of an element that reaches beyond the windows so far.
    private var pending: [UInt8] = []
    private var isInElement = false
    /// Whether the layout has searched that beginning for the end of the element.
    private var isTracked = false
    private var mark: JSONByteOrderMark

    init(layout: Layout, rules: JSONStreamRules) {
        self.layout = layout
        self.rules = rules
        isPlain = rules.arePlain
        scanRules = rules.scan
        dropsNulls = layout.elementsAreOfArray && rules.options.nullStripping == .objectMembersAndArrayElements
        mark = JSONByteOrderMark(isAllowed: layout.allowsByteOrderMark)
    }

    mutating func consume(_ chunk: Span<UInt8>, into receiver: any JSONElementReceiver) throws(SerializationError) {
        if let first = try mark.takeFirst(before: chunk) {
            let first = [first]
            try read(first.span, into: receiver)
        }
        var offset = try mark.skip(in: chunk)
        if mark.keepsFirst { return }
        countLines(to: position + offset, in: chunk, at: position)
        position += offset
        while offset < chunk.count {
            let end = min(offset + JSONStreaming.windowSize, chunk.count)
            try read(chunk.extracting(offset..<end), into: receiver)
            offset = end
        }
    }

    mutating func finish(into receiver: any JSONElementReceiver) throws(SerializationError) {
        if let first = try mark.finish() {
            let first = [first]
            try read(first.span, into: receiver)
        }
        if isInElement {
            isInElement = false
            let text = pending
            pending = []
            try read(whole: text.span, at: position - text.count, until: .body, into: receiver)
        } else if var kind = layout.missingAtEnd() {
            if kind == .emptyBody, position > mark.length { kind = .expectedValue }
            let nothing = [UInt8]()
            try refuse(JSONParseError(kind, at: 0), .body, in: nothing.span, at: position, into: receiver)
        }
    }
}

// MARK: - Windows

extension JSONStreamReader {
    /// Reads one window; afterwards `position` is that of the next window.
    private mutating func read(_ window: Span<UInt8>, into receiver: any JSONElementReceiver) throws(SerializationError)
    {
        var cursor = 0
        isLoaded = false
        if isInElement {
            guard let end = try readPending(window, into: receiver) else {
                position += window.count
                return
            }
            cursor = end
        }
        while let start = try nextElement(in: window, from: cursor, into: receiver) {
            guard let end = try readElement(in: window, from: start, into: receiver) else {
                try flush(window, into: receiver)
                countLines(to: position + start, in: window, at: position)
                if try hold(window.extracting(start..<window.count), into: receiver) {
                    position += window.count
                    return
                }
                cursor = start
                continue
            }
            cursor = end
        }
        try flush(window, into: receiver)
        countLines(to: position + window.count, in: window, at: position)
        position += window.count
    }

    /// Returns the offset of the next element; nil if the window ends before it.
    private mutating func nextElement(
        in window: Span<UInt8>,
        from start: Int,
        into receiver: any JSONElementReceiver
    ) throws(SerializationError) -> Int? {
        var cursor = start
        while true {
            let parseError: JSONParseError
            do throws(JSONParseError) { return try layout.nextElement(in: window, from: cursor) } catch {
                parseError = error
            }
            try flush(window, into: receiver)
            try refuse(parseError, .byte(window[parseError.offset]), in: window, at: position, into: receiver)
            layout.recover()
            cursor = parseError.offset
        }
    }

    /// Reads the element at an offset. Returns the offset after it, or nil if it reaches beyond the window.
    private mutating func readElement(
        in window: Span<UInt8>,
        from start: Int,
        into receiver: any JSONElementReceiver
    ) throws(SerializationError) -> Int? {
        let isWhole = layout.endsAreKnownFirst
        isTracked = isWhole || !isPlain
        if !isTracked { return try scan(window, from: start, to: window.count, isWhole: false, into: receiver) }
        guard let end = layout.elementEnd(in: window, from: start) else { return nil }
        let isTooLong = end - start > rules.limits.inputBytes
        if isWhole, isPlain, !isTooLong,
            let end = try scan(window, from: start, to: end, isWhole: true, into: receiver)
        {
            return end
        }
        try flush(window, into: receiver)
        countLines(to: position + start, in: window, at: position)
        let text = window.extracting(start..<end)
        if isTooLong {
            try fail(text, at: position + start, into: receiver)
        } else {
            try read(whole: text, at: position + start, until: JSONTextEnd(window, end), into: receiver)
        }
        return end
    }

    /// Parses the element at an offset in the scratch.
    ///
    /// - Parameter isWhole: Whether `limit` is the element's end; otherwise it is the window's.
    private mutating func scan(
        _ window: Span<UInt8>,
        from start: Int,
        to limit: Int,
        isWhole: Bool,
        into receiver: any JSONElementReceiver
    ) throws(SerializationError) -> Int? {
        if !isLoaded {
            scratch.load(window, from: start)
            isLoaded = true
        }
        let textEnd = isWhole ? JSONTextEnd.withoutReturn(window, from: start, to: limit) : limit
        let parseError: JSONParseError?
        switch scratch.scan(from: start, to: textEnd, isWhole, scanRules, elements: rules.limits.elements) {
        case .parseError(let found):
            // With more bytes this may not be an error.
            if !isWhole, found.offset >= limit { return nil }
            parseError = found
        case .value(let found):
            var end = isWhole ? textEnd : found.next
            if !isWhole, found.root.isScalar || layout.valuesNeedSpace, !Layout.isSpace(window[end - 1]) {
                // The value may continue with more bytes.
                if end == limit { return nil }
                if let found = errorAfter(found.root, at: end, before: window[end]) {
                    parseError = found
                    break
                }
            }
            while Layout.isSpace(window[end - 1]) { end -= 1 }
            if end - start > rules.limits.inputBytes {
                parseError = nil
                break
            }
            if !dropsNulls || found.root.tag != .null { scratch.keep(found, from: start, to: end) }
            if scratch.hasEnough { try flush(window, into: receiver) }
            return isWhole ? limit : end
        }
        try flush(window, into: receiver)
        return try refuse(parseError, in: window, from: start, to: textEnd, isWhole, into: receiver)
    }

    /// Rejects the element at an offset; returns the offset at which to continue.
    ///
    /// - Parameter parseError: The parse error; nil if only the length is wrong.
    private mutating func refuse(
        _ parseError: JSONParseError?,
        in window: Span<UInt8>,
        from start: Int,
        to textEnd: Int,
        _ isWhole: Bool,
        into receiver: any JSONElementReceiver
    ) throws(SerializationError) -> Int {
        let most = rules.limits.inputBytes
        countLines(to: position + start, in: window, at: position)
        if !isWhole, window.count - start > most {
            // An element that is too long is reported as such, even if it has a parse error later.
            let end = layout.elementEnd(in: window, from: start)
            if end.map({ $0 - start > most }) ?? true {
                try fail(window.extracting(start..<window.count), at: position + start, into: receiver)
                return start
            }
        }
        guard let parseError else { throw tooLong() }
        let found: JSONTextEnd = isWhole && parseError.offset >= textEnd ? .line : .byte(window[parseError.offset])
        try refuse(parseError, found, in: window, at: position, into: receiver)
        layout.recover()
        return parseError.offset
    }

    /// Creates elements from the values in the scratch.
    private mutating func flush(
        _ window: Span<UInt8>,
        into receiver: any JSONElementReceiver
    ) throws(SerializationError) {
        if scratch.roots.isEmpty { return }
        try deliver(
            scratch.document(),
            scratch.roots,
            at: position + scratch.documentStart,
            in: window,
            at: position,
            into: receiver
        )
        scratch.reset()
    }

    /// Passes the values of a document to the receiver.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - roots: Its values.
    ///   - start: Its offset in the stream.
    ///   - source: The received bytes that contain it, and their offset in the stream.
    private mutating func deliver(
        _ document: TapeDocument,
        _ roots: [JSONElementRoot],
        at start: Int,
        in source: Span<UInt8>,
        at sourceStart: Int,
        into receiver: any JSONElementReceiver
    ) throws(SerializationError) {
        var rest = roots[...]
        while let failure = receiver.receive(document, rest) {
            let offset = failure.error.location?.offset ?? roots[failure.index].offset
            try refuse(failure.error, at: start + offset, in: source, at: sourceStart, into: receiver)
            rest = roots[(failure.index + 1)...]
        }
    }
}

// MARK: - Elements that reach beyond a window

extension JSONStreamReader {
    /// Buffers bytes of the pending element, up to which lines are counted. Returns false if the element is too long and was
    /// skipped.
    private mutating func hold(
        _ bytes: Span<UInt8>,
        into receiver: any JSONElementReceiver
    ) throws(SerializationError) -> Bool {
        let room = rules.limits.inputBytes - pending.count
        isInElement = bytes.count <= room
        if isInElement {
            pending.append(copying: bytes)
            return true
        }
        let start = lines.position
        var text = pending
        pending = []
        text.append(copying: bytes.extracting(first: max(0, room) + 1))
        try fail(text.span, at: start, into: receiver)
        countLines(to: position, in: text.span, at: start)
        return false
    }

    /// Rejects an element with more bytes than the limits allow, or reports its parse error if that comes first.
    private mutating func fail(
        _ text: Span<UInt8>,
        at start: Int,
        into receiver: any JSONElementReceiver
    ) throws(SerializationError) {
        let text = text.extracting(first: rules.limits.inputBytes + 1)
        guard !layout.endsAreKnownFirst, let parseError = JSONTextEnd.parseError(in: text, rules),
            parseError.offset < text.count
        else {
            throw tooLong()
        }
        try refuse(named(parseError), .byte(text[parseError.offset]), in: text, at: start, into: receiver)
        layout.recover()
    }

    /// Returns the error for an element that is too long; lines must be counted up to it.
    private func tooLong() -> SerializationError {
        let most = rules.limits.inputBytes
        var error = SerializationError.limitExceeded(.inputBytes, allowed: most, at: lines.location)
        error.message = "One element of the stream has more than \(most) bytes, which is the limit."
        return error
    }

    /// Returns the parse error, in the layout's terms if it is about the bytes after a value.
    private func named(_ parseError: JSONParseError) -> JSONParseError {
        parseError.kind == .contentAfterRoot ? JSONParseError(layout.afterScalar, at: parseError.offset) : parseError
    }

    /// Parses the pending element with the window. Returns the offset after it, or nil if it reaches beyond this window too.
    private mutating func readPending(
        _ window: Span<UInt8>,
        into receiver: any JSONElementReceiver
    ) throws(SerializationError) -> Int? {
        if !isTracked {
            // If little is pending, little is parsed twice.
            if pending.count <= window.count / 8, let end = try scanPending(window, into: receiver) { return end }
            let text = pending
            _ = layout.elementEnd(in: text.span, from: 0)
            isTracked = true
        }
        let end = layout.elementEnd(in: window, from: 0)
        guard try hold(window.extracting(first: end ?? window.count), into: receiver) else { return end ?? 0 }
        guard let end else { return nil }
        var text = pending
        pending = []
        isInElement = false
        let start = position + end - text.count
        try read(whole: text.span, at: start, until: JSONTextEnd(window, end), into: receiver)
        countLines(to: start + text.count, in: text.span, at: start)
        text.removeAll(keepingCapacity: true)
        pending = text
        return end
    }

    /// Parses the pending element in the scratch, with the beginning of the window. Returns the offset after it in the window, or
    /// nil if that beginning is not enough.
    private mutating func scanPending(
        _ window: Span<UInt8>,
        into receiver: any JSONElementReceiver
    ) throws(SerializationError) -> Int? {
        let windowStart = position
        let carried = pending.count
        var text = pending
        pending = []
        text.append(copying: window.extracting(first: max(4 * carried, 8 << 10)))
        position -= carried
        isLoaded = false
        let end = try scan(text.span, from: 0, to: text.count, isWhole: false, into: receiver)
        if end != nil {
            try flush(text.span, into: receiver)
            countLines(to: windowStart, in: text.span, at: position)
            isInElement = false
            text.removeAll(keepingCapacity: true)
        } else {
            text.removeSubrange(carried...)
        }
        pending = text
        isLoaded = false
        position = windowStart
        return end.map { max(0, $0 - carried) }
    }

    /// Parses an element from its own bytes.
    private mutating func read(
        whole bytes: Span<UInt8>,
        at start: Int,
        until end: JSONTextEnd,
        into receiver: any JSONElementReceiver
    ) throws(SerializationError) {
        let isLine = layout.endsAreKnownFirst
        let text = isLine ? bytes.extracting(first: JSONTextEnd.withoutReturn(bytes, from: 0, to: bytes.count)) : bytes
        let read: TapeDocument
        do throws(JSONParseError) {
            let document = try JSONScanner.parse(utf8: text, options: rules.options, limits: rules.limits)
            let root = document.word(at: 0)
            if let parseError = errorAfter(root, text, until: end) { throw parseError }
            if dropsNulls, root.tag == .null { return }
            read = document
        } catch {
            var parseError = error
            if parseError.offset >= text.count, case .byte(let byte) = end, layout.cutsElement(byte) {
                // The result of a scan may depend on whether the text continues.
                parseError = JSONTextEnd.parseError(in: text, before: byte, rules) ?? parseError
            }
            var found = end
            if parseError.offset < text.count {
                found = .byte(text[parseError.offset])
            } else if isLine, end != .body {
                found = .line
            }
            try refuse(named(parseError), found, in: bytes, at: start, into: receiver)
            layout.recover()
            return
        }
        try deliver(read, [JSONElementRoot(word: 0, offset: 0)], at: start, in: bytes, at: start, into: receiver)
    }

    /// Returns the parse error after a value, if any.
    private func errorAfter(_ root: TapeWord, _ text: Span<UInt8>, until end: JSONTextEnd) -> JSONParseError? {
        switch end {
        case .body:
            layout.lastElementMayBeOpen || layout.valuesNeedSpace && !root.isScalar
                ? nil : JSONParseError(layout.afterScalar, at: text.count)
        case .byte(let byte): errorAfter(root, at: text.count, before: byte)
        default: nil
        }
    }

    private func errorAfter(_ root: TapeWord, at offset: Int, before byte: UInt8) -> JSONParseError? {
        let isComplete =
            root.isScalar
            ? layout.endsScalar(byte) : !layout.valuesNeedSpace || Layout.isSpace(byte) || layout.cutsElement(byte)
        return isComplete ? nil : JSONParseError(layout.afterScalar, at: offset)
    }
}

// MARK: - Errors

extension JSONStreamReader {
    /// Counts lines up to an offset of the stream, which is in the source or at its end.
    private mutating func countLines(to offset: Int, in source: Span<UInt8>, at sourceStart: Int) {
        let from = lines.position - sourceStart
        let to = min(offset - sourceStart, source.count)
        if from >= 0, from < to { lines.advance(over: source.extracting(from..<to)) }
    }

    /// Throws the error for a parse error, or passes it to the receiver.
    private mutating func refuse(
        _ parseError: JSONParseError,
        _ found: JSONTextEnd,
        in source: Span<UInt8>,
        at sourceStart: Int,
        into receiver: any JSONElementReceiver
    ) throws(SerializationError) {
        var isCut = false
        if case .byte(let byte) = found { isCut = layout.cutsElement(byte) }
        let error = parseError.error(at: found, isCut: isCut, limits: rules.limits)
        try refuse(error, at: sourceStart + parseError.offset, in: source, at: sourceStart, into: receiver)
    }

    /// Throws an error with its location, or passes it to the receiver.
    private mutating func refuse(
        _ error: SerializationError,
        at offset: Int,
        in source: Span<UInt8>,
        at sourceStart: Int,
        into receiver: any JSONElementReceiver
    ) throws(SerializationError) {
        let mayGoOn = !rules.stopsAtInvalidElements && error.code != .limitExceeded
        var error = error
        if !mayGoOn || receiver.receivesFailures {
            countLines(to: offset, in: source, at: sourceStart)
            error.location = lines.location
        }
        if !mayGoOn { throw error }
        receiver.receive(error)
    }
}
