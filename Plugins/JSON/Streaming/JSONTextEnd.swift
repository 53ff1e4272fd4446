import Mimeograph

/// The end of an element's text, or of the part that could be read.
enum JSONTextEnd: Equatable {
    /// A byte.
    case byte(UInt8)
    /// The end of the line.
    case line
    /// The end of a window; the element is known to be complete.
    case window
    /// The end of the body.
    case body

    /// Creates the end at an offset of the window.
    init(_ window: Span<UInt8>, _ offset: Int) { self = offset < window.count ? .byte(window[offset]) : .window }
}

extension JSONTextEnd {
    /// Returns the end of a line's text, without a carriage return that belongs to the end of the line.
    @inline(__always)
    static func withoutReturn(_ window: Span<UInt8>, from start: Int, to end: Int) -> Int {
        end - start > 1 && window[end - 1] == 0x0D ? end - 1 : end
    }

    /// Returns the parse error in a text, if any.
    static func parseError(in text: Span<UInt8>, _ rules: JSONStreamRules) -> JSONParseError? {
        do throws(JSONParseError) {
            _ = try JSONScanner.parse(utf8: text, options: rules.options, limits: rules.limits)
            return nil
        } catch {
            return error
        }
    }

    /// Returns the parse error in a text that continues with a byte.
    static func parseError(in text: Span<UInt8>, before byte: UInt8, _ rules: JSONStreamRules) -> JSONParseError? {
        var longer = [UInt8](text)
        longer.append(byte)
        return parseError(in: longer.span, rules)
    }
}

extension JSONParseError {
    /// Returns the error for a parse error in an element of a stream, without a location.
    ///
    /// - Parameters:
    ///   - found: The end at which the parse error is.
    ///   - isCut: Whether that end means that the sender cut the element short.
    ///   - limits: The limits of the scan.
    func error(at found: JSONTextEnd, isCut: Bool, limits: DecodingLimits) -> SerializationError {
        let byte: [UInt8] =
            switch found {
            case .byte(let byte): [byte]
            case .line: [0x0A]
            case .window, .body: []
            }
        var error = JSONParseError(kind, at: 0).error(in: byte.span, body: byte.span, bodyOffset: 0, limits: limits)
        if kind == .notAnArray, found != .body { error.code = .dataShape }
        guard error.code == .syntax, namesExpectation else { return error }
        if isCut {
            error.code = .truncated
            error.message = "The element ends too early, at a record separator: expected \(expectation)."
            error.remedy = "The sender was cut short while it wrote the sequence; leave the element out."
        } else if found == .line {
            error.message = "The line ends too early: expected \(expectation)."
            error.remedy = "Ask the sender to write each value in one line, without line breaks in it."
        }
        return error
    }
}

/// The constants of all streams.
enum JSONStreaming {
    /// The number of bytes read at once; a larger chunk is read in parts.
    static let windowSize = 64 << 10
}

/// A parser that skips the byte order mark at the start of a body and rejects UTF-16 and UTF-32.
///
/// Source: RFC 8259 §8.1, which lets a parser ignore the mark. The first character of JSON is ASCII, so in the wider encodings
/// one of the first two bytes is zero (RFC 4627 §3).
struct JSONByteOrderMark: Sendable {
    private static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The number of bytes of the mark so far.
    private(set) var length = 0
    private let isAllowed: Bool
    /// A first byte that is not part of a mark and arrived alone; the next byte decides whether it may be read.
    private var alone: UInt8?
    /// Whether the search is over.
    private var isOver = false
    /// Whether the first byte waits for the next one.
    var keepsFirst: Bool { alone != nil }

    init(isAllowed: Bool) { self.isAllowed = isAllowed }

    /// Returns the first byte if it arrived alone, before this chunk.
    ///
    /// - Throws: ``SerializationError/Code/unsupportedCharset`` for UTF-16 and UTF-32.
    mutating func takeFirst(before chunk: Span<UInt8>) throws(SerializationError) -> UInt8? {
        guard let first = alone, !chunk.isEmpty else { return nil }
        if chunk[0] == 0 { throw JSONByteOrderMark.notUTF8 }
        alone = nil
        return first
    }

    /// Returns the offset after the part of the mark at the start of a chunk, or after a first byte that is held back.
    ///
    /// - Throws: ``SerializationError/Code/unsupportedCharset`` for UTF-16 and UTF-32, ``SerializationError/Code/syntax`` if the
    ///   mark is incomplete.
    mutating func skip(in chunk: Span<UInt8>) throws(SerializationError) -> Int {
        var offset = 0
        while !isOver, offset < chunk.count {
            let byte = chunk[offset]
            if isAllowed, byte == JSONByteOrderMark.bytes[length] {
                length += 1
                offset += 1
                isOver = length == JSONByteOrderMark.bytes.count
                continue
            }
            if length > 0 { throw broken }
            if byte == 0 || byte >= 0xFE || chunk.count > 1 && chunk[1] == 0 { throw JSONByteOrderMark.notUTF8 }
            isOver = true
            if chunk.count > 1 { return 0 }
            alone = byte
            return 1
        }
        return offset
    }

    /// Ends the body; returns the first byte if nothing followed it.
    mutating func finish() throws(SerializationError) -> UInt8? {
        if length > 0, length < JSONByteOrderMark.bytes.count { throw broken }
        defer { alone = nil }
        return alone
    }

    private var broken: SerializationError {
        var error = JSONParseError(.expectedValue, at: 0).error(at: .byte(0xEF), isCut: false, limits: .standard)
        error.location = SourceLocation(offset: 0, line: 1, column: 1)
        return error
    }

    private static var notUTF8: SerializationError {
        SerializationError(
            .unsupportedCharset,
            "The body is not UTF-8, which a stream of JSON must be.",
            at: SourceLocation(offset: 0, line: 1, column: 1),
            remedy: "Ask the sender for UTF-8, or read the body whole: JSONFormat knows UTF-16 and UTF-32."
        )
    }
}

extension [UInt8] {
    /// Appends the bytes of a span.
    mutating func append(copying bytes: Span<UInt8>) {
        // SAFETY: the buffer is read only during the call.
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
