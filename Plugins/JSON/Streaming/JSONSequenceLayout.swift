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

    var endsAreKnownFirst: Bool { false }
    var lastElementMayBeOpen: Bool { false }
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
                    return cursor
                }
            }
            cursor += 1
        }
        return nil
    }

    mutating func elementEnd(in window: Span<UInt8>, from start: Int) -> Int? { bounds.end(in: window, from: start) }

    func endsScalar(_ byte: UInt8) -> Bool { Self.isSpace(byte) }

    func cutsElement(_ byte: UInt8) -> Bool { byte == Self.separator }

    mutating func recover() { state = .recovering }

    func missingAtEnd() -> JSONParseError.Kind? {
        if case .separated = state { return .expectedValue }
        return nil
    }
}
