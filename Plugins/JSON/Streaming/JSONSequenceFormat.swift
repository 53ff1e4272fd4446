public import Mimeograph

/// Reads one value of a `Decodable` type, such as ``JSON``, from each text of a JSON text sequence, while it arrives.
///
/// Each text begins after a record separator (0x1E), and ends where its value does; white space follows it. So it is
/// delivered with the first byte of that, and not only when the next one begins. Where something else follows, the text is invalid.
/// A number, `true`, `false` or `null` that has no white space after it is never delivered, because it may have been cut short.
///
/// A text that its sender cut short ends at the next separator, and is an error of the code
/// ``SerializationError/Code/truncated``. What happens then is ``invalidElements``: by default the stream ends. The RFC
/// would rather go on, and leaves it to the application; silence about what was lost has to be asked for.
///
/// The limits count for each text.
///
/// A ``JSON`` value keeps the document in memory that it is a part of: a few texts together, of 16 KiB or little more.
///
/// Source: RFC 7464 §2.1–2.4.
public struct JSONSequenceFormat: CodableStreamFormat {
    /// How each value is read.
    public var format: JSONFormat
    /// What happens where a text cannot be read. Default: the stream ends with the error.
    public var invalidElements: JSONInvalidElements

    /// Makes a format with the strategies of another.
    public init(format: JSONFormat = JSONFormat(), invalidElements: JSONInvalidElements = .stop) {
        self.format = format
        self.invalidElements = invalidElements
    }

    /// `application/json-seq`, and every type with the suffix `+json-seq`. Source: RFC 7464 §4; RFC 8091 §2.
    public var acceptedTypes: [MediaRange] { ["application/json-seq", "*/*+json-seq"] }

    /// Makes a parser that decodes each text.
    ///
    /// - Throws: Nothing. The parser throws what ``JSONFormat`` does, with offsets in the whole body.
    public func makeParser<V: Decodable & Sendable>(
        of type: V.Type,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<V> {
        let stops = invalidElements == .stop
        let rules = JSONStreamRules(options: format.reading, limits: limits, stopsAtInvalidElements: stops)
        return JSONSequenceReader(rules).parser(of: type, by: format)
    }

    /// Makes a parser that gives a failure for each text that cannot be read, and goes on behind it.
    ///
    /// Only an exceeded limit still ends the stream. ``invalidElements`` does not matter.
    public func makeResultParser<V: Decodable & Sendable>(
        of type: V.Type,
        limits: DecodingLimits = .standard
    ) -> any IncrementalParser<Result<V, SerializationError>> {
        JSONStreamParser(
            JSONSequenceReader(JSONStreamRules(options: format.reading, limits: limits, stopsAtInvalidElements: false)),
            JSONResultReceiver(JSONDecodingReceiver<V>(format: format))
        )
    }
}

/// What a stream does with an element that cannot be read.
public enum JSONInvalidElements: Hashable, Sendable, CaseIterable {
    /// The stream ends with its error.
    case stop
    /// It is left out, without a word, and so is one of another shape than the wanted type. An exceeded limit still ends
    /// the stream.
    case skip
}

/// Each JSON text between a record separator (0x1E) and, by custom, a line feed.
///
/// A record separator cannot be part of a JSON text, so wherever one stands a new element begins; what came before it
/// and is not complete was cut short. Several in a row count as one.
///
/// Source: RFC 7464 §2.
struct JSONSequenceLayout: JSONStreamLayout {
    static let separator: UInt8 = 0x1E

    private enum State {
        /// Before the first separator.
        case start
        /// After a separator, with nothing but white space since, if any.
        case separated(spaceFollowed: Bool)
        /// After an element.
        case element
        /// Behind an element that could not be read.
        case recovering
    }

    private var state = State.start
    private var bounds = JSONElementBounds(separator: JSONSequenceLayout.separator)
    /// Whether the value of the element is over, and what follows is not known yet.
    private var isAfterValue = false

    var endsAreKnownFirst: Bool { false }
    var lastElementMayBeOpen: Bool { false }
    var valuesNeedSpace: Bool { true }
    var allowsByteOrderMark: Bool { false }
    var elementsAreOfArray: Bool { false }
    var afterScalar: JSONParseError.Kind { .expectedSpace }

    mutating func nextElement(in window: Span<UInt8>, from start: Int) throws(JSONParseError) -> Int? {
        var cursor = start
        while cursor < window.count {
            let byte = window[cursor]
            switch state {
            case .recovering:
                guard let next = JSONByteSearch.first(Self.separator, in: window, from: cursor) else { return nil }
                cursor = next
                state = .separated(spaceFollowed: false)
            case .start:
                if byte != Self.separator { throw JSONParseError(.expectedSeparator, at: cursor) }
                state = .separated(spaceFollowed: false)
            case .element:
                if byte == Self.separator {
                    state = .separated(spaceFollowed: false)
                } else if !Self.isSpace(byte) {
                    throw JSONParseError(.expectedSeparator, at: cursor)
                }
            case .separated(let spaceFollowed):
                if byte == Self.separator {
                    // Only separators that touch stand for one.
                    if spaceFollowed { throw JSONParseError(.expectedValue, at: cursor) }
                } else if Self.isSpace(byte) {
                    state = .separated(spaceFollowed: true)
                } else {
                    state = .element
                    bounds.begin()
                    isAfterValue = false
                    return cursor
                }
            }
            cursor += 1
        }
        return nil
    }

    mutating func elementEnd(in window: Span<UInt8>, from start: Int) -> Int? {
        if isAfterValue { return start }
        guard let end = bounds.end(in: window, from: start) else { return nil }
        isAfterValue = end == window.count
        return isAfterValue ? nil : end
    }

    func endsScalar(_ byte: UInt8) -> Bool { Self.isSpace(byte) }

    func cutsElement(_ byte: UInt8) -> Bool { byte == Self.separator }

    mutating func recover() { state = .recovering }

    func missingAtEnd() -> JSONParseError.Kind? {
        if case .separated = state { return .expectedValue }
        return nil
    }
}
