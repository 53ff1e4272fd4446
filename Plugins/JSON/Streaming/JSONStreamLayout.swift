import Mimeograph

/// The separators between the elements of a stream: line feeds, record separators, or the commas of an array.
///
/// A layout is a small state machine over bytes. Two methods are called in turn: ``nextElement(in:from:)`` skips separators,
/// ``elementEnd(in:from:)`` skips one element. Both stop at the end of a window of bytes and continue in the next one, so window
/// boundaries change nothing.
protocol JSONStreamLayout: Sendable {
    /// Whether the end of an element is found without parsing it.
    ///
    /// If false, an element is parsed first and ends where its value does. Only the end of an element that reaches beyond a
    /// window is searched for.
    var endsAreKnownFirst: Bool { get }

    /// Whether the last element may end with the body.
    var lastElementMayBeOpen: Bool { get }

    /// Whether a value is complete only when the next byte is known: white space, a byte that cuts elements, or the end of the
    /// body.
    ///
    /// For numbers and literals this is so in any layout.
    var valuesNeedSpace: Bool { get }

    /// Whether a byte order mark may begin the body.
    var allowsByteOrderMark: Bool { get }

    /// Whether null elements belong to an array, so that null stripping may remove them.
    var elementsAreOfArray: Bool { get }

    /// Returns the offset at which the next element begins, or nil if the window ends first.
    ///
    /// After it returns an offset, the next call searches after that element.
    mutating func nextElement(in window: Span<UInt8>, from start: Int) throws(JSONParseError) -> Int?

    /// Returns the offset after the current element, or nil if the element reaches beyond the window.
    mutating func elementEnd(in window: Span<UInt8>, from start: Int) -> Int?

    /// Whether this byte ends a number, `true`, `false` or `null` before it.
    func endsScalar(_ byte: UInt8) -> Bool

    /// Whether this byte in an incomplete element means that the sender cut it short.
    func cutsElement(_ byte: UInt8) -> Bool

    /// Continues after an element that cannot be read, if the layout can find its end.
    mutating func recover()

    /// Returns what is missing if the body ends between two elements; nil if nothing is.
    func missingAtEnd() -> JSONParseError.Kind?

    /// The kind of parse error for a byte that follows a number or a literal and does not end it.
    var afterScalar: JSONParseError.Kind { get }
}

extension JSONStreamLayout {
    /// Whether a byte is white space. Source: RFC 8259 §2.
    @inline(__always)
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    /// Returns the offset of the first byte from `start` that is not white space, or `window.count` if there is none.
    @inline(__always)
    static func spaceEnd(in window: Span<UInt8>, from start: Int) -> Int {
        var cursor = start
        while cursor < window.count, isSpace(window[cursor]) { cursor += 1 }
        return cursor
    }
}

/// The rules of a stream's parser.
struct JSONStreamRules {
    /// The options for reading. Comments are never accepted, because they could hide the end of an element.
    let options: JSONReadingOptions
    /// The limits of each element.
    let limits: DecodingLimits
    /// Whether an element that cannot be read ends the stream.
    let stopsAtInvalidElements: Bool

    init(options: JSONReadingOptions, limits: DecodingLimits, stopsAtInvalidElements: Bool = true) {
        var options = options
        options.allowsComments = false
        self.options = options
        self.limits = limits
        self.stopsAtInvalidElements = stopsAtInvalidElements
    }

    /// Creates rules for elements of an array, which are not texts of their own.
    init(elementsOf options: JSONReadingOptions, limits: DecodingLimits) {
        var options = options
        options.allowsFragments = true
        self.init(options: options, limits: limits)
    }

    /// Whether one pass over the bytes is enough for these options.
    var arePlain: Bool {
        !options.allowsTrailingCommas && options.duplicateKeys == .lastWins && options.allowsFragments
    }

    /// The rules of the scan.
    var scan: JSONScanRules { JSONScanRules(stripping: options.nullStripping, depth: limits.depth) }
}
