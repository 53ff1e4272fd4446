public import Mimeograph

/// A format that reads the elements of a body that is one array, each as it completes, without waiting for the array's end.
///
/// ```swift
/// for try await user in JSONArrayElementsFormat().elements(of: User.self, in: chunks) { … }
/// ```
/// It accepts and rejects the same arrays as ``JSONFormat``, at the same offsets. A body that is not an array throws
/// ``SerializationError/Code/dataShape``. Elements before an error are delivered first.
///
/// The limits apply to each element, and the array itself does not count as a level of depth. The body must be UTF-8. Comments
/// are never accepted, whatever the options say.
///
/// A ``JSON`` value keeps its document in memory: a group of elements of 16 KiB or a little more.
public struct JSONArrayElementsFormat: CodableStreamFormat, JSONStreamFormat {
    /// The format of each element.
    public var format: JSONFormat

    /// Creates a format that reads each element with another format.
    public init(format: JSONFormat = JSONFormat()) { self.format = format }

    /// `application/json`, `text/json` and every type with the suffix `+json`.
    public var acceptedTypes: [MediaRange] { format.acceptedTypes }

    func reader(limits: DecodingLimits) -> any JSONStreamReading {
        JSONArrayReader(JSONStreamRules(elementsOf: format.reading, limits: limits))
    }
}

/// The layout of an array that is the whole body.
struct JSONArrayLayout: JSONStreamLayout {
    private enum State {
        case start
        /// After the opening bracket.
        case opened
        case comma
        case element
        /// After the closing bracket.
        case closed
    }

    /// Whether a comma may follow the last element (non-standard).
    let allowsTrailingComma: Bool
    private var state = State.start
    private var bounds = JSONElementBounds(separator: nil)

    init(allowsTrailingComma: Bool) { self.allowsTrailingComma = allowsTrailingComma }

    var endsAreKnownFirst: Bool { false }
    var lastElementMayBeOpen: Bool { false }
    var valuesNeedSpace: Bool { false }
    var allowsByteOrderMark: Bool { true }
    var elementsAreOfArray: Bool { true }
    var afterScalar: JSONParseError.Kind { .expectedCommaOrArrayEnd }

    mutating func nextElement(in window: Span<UInt8>, from start: Int) throws(JSONParseError) -> Int? {
        var cursor = start
        while true {
            cursor = Self.spaceEnd(in: window, from: cursor)
            if cursor == window.count { return nil }
            let byte = window[cursor]
            switch (state, byte) {
            case (.start, UInt8(ascii: "[")): state = .opened
            case (.start, _): throw JSONParseError(.notAnArray, at: cursor)
            case (.closed, _): throw JSONParseError(.contentAfterRoot, at: cursor)
            case (.opened, UInt8(ascii: "]")), (.element, UInt8(ascii: "]")): state = .closed
            case (.comma, UInt8(ascii: "]")):
                if !allowsTrailingComma { throw JSONParseError(.trailingComma, at: cursor) }
                state = .closed
            case (.element, UInt8(ascii: ",")): state = .comma
            case (.element, _): throw JSONParseError(.expectedCommaOrArrayEnd, at: cursor)
            case (.opened, _), (.comma, _):
                state = .element
                bounds.begin()
                return cursor
            }
            cursor += 1
        }
    }

    mutating func elementEnd(in window: Span<UInt8>, from start: Int) -> Int? { bounds.end(in: window, from: start) }

    func endsScalar(_ byte: UInt8) -> Bool {
        Self.isSpace(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]")
    }

    func cutsElement(_ byte: UInt8) -> Bool { false }

    mutating func recover() {}

    func missingAtEnd() -> JSONParseError.Kind? {
        switch state {
        case .start: .emptyBody
        case .opened, .comma: .expectedElement
        case .element: .expectedCommaOrArrayEnd
        case .closed: nil
        }
    }
}
