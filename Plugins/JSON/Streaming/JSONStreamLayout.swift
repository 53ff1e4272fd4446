import Mimeograph

/// What stands between the elements of a stream: line feeds, record separators, or the commas of an array.
///
/// A layout is a small state machine over bytes. It is asked in turns: ``nextElement(in:from:)`` passes over what
/// separates, ``elementEnd(in:from:)`` over one element. Both stop where a window of bytes ends and go on in the next
/// one, so that where windows are cut changes nothing.
protocol JSONStreamLayout: Sendable {
    /// Whether an element's end is found without looking at what it holds.
    ///
    /// Where it is false, an element is read first and ends where its value does; only elements that go beyond a window
    /// have their end looked for.
    var endsAreKnownFirst: Bool { get }

    /// Whether the last element may end with the body, with nothing after it.
    var lastElementMayBeOpen: Bool { get }

    /// Whether every value is complete only when it is known what follows: white space, a byte that cuts elements, or the end of the
    /// body.
    ///
    /// Numbers and literals are complete then only in any layout.
    var valuesNeedSpace: Bool { get }

    /// Whether a byte order mark may begin the body.
    var allowsByteOrderMark: Bool { get }

    /// Whether null elements are elements of an array, which null stripping may remove.
    var elementsAreOfArray: Bool { get }

    /// The offset at which the next element begins, or nil where the window ends before one does.
    ///
    /// After an offset was given, the next call is about what follows that element.
    mutating func nextElement(in window: Span<UInt8>, from start: Int) throws(JSONParseError) -> Int?

    /// The offset after the element that was begun, or nil where it goes beyond the window.
    mutating func elementEnd(in window: Span<UInt8>, from start: Int) -> Int?

    /// Whether a number, `true`, `false` or `null` surely ended where this byte follows it.
    func endsScalar(_ byte: UInt8) -> Bool

    /// Whether an element that is not complete when it meets this byte was cut short by its sender.
    func cutsElement(_ byte: UInt8) -> Bool

    /// Goes on behind the element that could not be read, where the layout can tell where that is.
    mutating func recover()

    /// What is missing where the body ends between two elements; nil where nothing is.
    func missingAtEnd() -> JSONParseError.Kind?

    /// The kind of a parse error that is found where a number or a literal should have ended.
    var afterScalar: JSONParseError.Kind { get }
}

extension JSONStreamLayout {
    /// Whether a byte is white space. Source: RFC 8259 §2.
    @inline(__always)
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    /// The offset of the first byte from `start` on that is not white space; `window.count` where all are.
    @inline(__always)
    static func spaceEnd(in window: Span<UInt8>, from start: Int) -> Int {
        var cursor = start
        while cursor < window.count, isSpace(window[cursor]) { cursor += 1 }
        return cursor
    }
}

/// What a parser of a stream holds to.
struct JSONStreamRules {
    /// What is accepted; comments never are, because they could hide where an element ends.
    let options: JSONReadingOptions
    /// What each element may cost.
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

    /// The rules for elements of an array, which are no texts of their own.
    init(elementsOf options: JSONReadingOptions, limits: DecodingLimits) {
        var options = options
        options.allowsFragments = true
        self.init(options: options, limits: limits)
    }

    /// Whether one pass over the bytes finds all that these options ask for.
    var arePlain: Bool {
        !options.allowsTrailingCommas && options.duplicateKeys == .lastWins && options.allowsFragments
    }

    /// What the scan must hold to.
    var scan: JSONScanRules { JSONScanRules(stripping: options.nullStripping, depth: limits.depth) }
}
