public import Mimeograph

/// A format that reads one value of a `Decodable` type, such as ``JSON``, from each text of a JSON text sequence, as it arrives.
///
/// Each text begins after a record separator (0x1E) and ends where its value does; white space follows it. The text is delivered
/// with the first byte of that white space, before the next text begins. If anything else follows, the text is invalid. A number,
/// `true`, `false` or `null` without white space after it is never delivered, because it may have been cut short.
///
/// A text that its sender cut short ends at the next separator and has the error ``SerializationError/Code/truncated``.
/// ``invalidElements`` decides what happens then; by default the stream ends. The RFC prefers to continue but leaves the choice
/// to the application. Here, you must ask for losses to be ignored.
///
/// The limits apply to each text. A ``JSON`` value keeps its document in memory: a group of texts of 16 KiB or a little more.
///
/// Source: RFC 7464 §2.1–2.4.
public struct JSONSequenceFormat: CodableStreamFormat, JSONStreamFormat {
    /// The format of each value.
    public var format: JSONFormat
    /// The treatment of a text that cannot be read. Default: the stream ends with the error.
    public var invalidElements: JSONInvalidElements

    /// Creates a format that reads each text with another format.
    public init(format: JSONFormat = JSONFormat(), invalidElements: JSONInvalidElements = .stop) {
        self.format = format
        self.invalidElements = invalidElements
    }

    /// `application/json-seq`, and every type with the suffix `+json-seq`. Source: RFC 7464 §4; RFC 8091 §2.
    public var acceptedTypes: [MediaRange] { ["application/json-seq", "*/*+json-seq"] }

    func reader(limits: DecodingLimits) -> any JSONStreamReading {
        reader(limits: limits, stops: invalidElements == .stop)
    }

    private func reader(limits: DecodingLimits, stops: Bool) -> JSONSequenceReader {
        JSONSequenceReader(JSONStreamRules(options: format.reading, limits: limits, stopsAtInvalidElements: stops))
    }

    /// Creates a parser that returns a failure for each text that cannot be read, and continues after it.
    ///
    /// Only an exceeded limit still ends the stream. ``invalidElements`` has no effect.
    public func makeResultParser<V: Decodable & Sendable>(
        of type: V.Type,
        limits: DecodingLimits = .standard
    ) -> any IncrementalParser<Result<V, SerializationError>> {
        JSONStreamParser(
            reader(limits: limits, stops: false),
            JSONResultReceiver(JSONDecodingReceiver<V>(format: format))
        )
    }
}

/// The treatment of an element that cannot be read.
public enum JSONInvalidElements: Hashable, Sendable, CaseIterable {
    /// The stream ends with the element's error.
    case stop
    /// The element is skipped silently, even if it only has another shape than the requested type. An exceeded limit still ends
    /// the stream.
    case skip
}

/// The layout of a text sequence: each JSON text is between a record separator (0x1E) and, by convention, a line feed.
///
/// A record separator cannot be part of a JSON text, so a new element begins at each one. An incomplete element before it was cut
/// short. Several separators in a row count as one.
///
/// Source: RFC 7464 §2.
struct JSONSequenceLayout: JSONStreamLayout {
    static let separator: UInt8 = 0x1E

    private enum State {
        /// Before the first separator.
        case start
        /// After a separator and any white space.
        case separated(spaceFollowed: Bool)
        /// After an element.
        case element
        /// After an element that cannot be read.
        case recovering
    }

    private var state = State.start
    private var bounds = JSONElementBounds(separator: JSONSequenceLayout.separator)
    /// Whether the value of the element has ended and the next byte is not known yet.
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
                    // Only adjacent separators count as one.
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
