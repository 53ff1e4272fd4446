public import Mimeograph

/// A format that reads one value of a `Decodable` type, such as ``JSON``, from each line of a body, as it arrives.
///
/// ```swift
/// for try await reading in NDJSONFormat().elements(of: Reading.self, in: chunks) { … }
/// ```
/// A line ends with LF or CRLF; the last one may end with the body. Lines of white space are skipped. A value that spans several
/// lines is an error, and so is a second value on a line.
///
/// The limits apply to each line, and a line with more than `inputBytes` is rejected before it is buffered. The body may begin
/// with a byte order mark. Comments are never accepted, whatever the options say.
///
/// A ``JSON`` value keeps its document in memory: a group of lines of 16 KiB or a little more.
///
/// Source: the NDJSON and JSON Lines specifications, which agree on this.
public struct NDJSONFormat: CodableStreamFormat, JSONStreamFormat {
    /// The format of each value.
    public var format: JSONFormat

    /// Creates a format that reads each line with another format.
    public init(format: JSONFormat = JSONFormat()) { self.format = format }

    /// The media types in use for this format; none of them is registered with IANA.
    public var acceptedTypes: [MediaRange] {
        [
            "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonl",
            "application/jsonlines", "application/x-jsonlines", "application/json-lines",
        ]
    }

    func reader(limits: DecodingLimits) -> any JSONStreamReading {
        JSONLinesReader(JSONStreamRules(options: format.reading, limits: limits))
    }
}

/// The layout of lines: one JSON text per line. LF ends a line, and CR before it is white space. Lines of only white space are
/// skipped, and the last line may end with the body.
struct JSONLinesLayout: JSONStreamLayout {
    var endsAreKnownFirst: Bool { true }
    var lastElementMayBeOpen: Bool { true }
    var valuesNeedSpace: Bool { false }
    var allowsByteOrderMark: Bool { true }
    var elementsAreOfArray: Bool { false }
    var afterScalar: JSONParseError.Kind { .contentAfterRoot }

    mutating func nextElement(in window: Span<UInt8>, from start: Int) -> Int? {
        let start = Self.spaceEnd(in: window, from: start)
        return start < window.count ? start : nil
    }

    mutating func elementEnd(in window: Span<UInt8>, from start: Int) -> Int? {
        JSONByteSearch.first(0x0A, in: window, from: start)
    }

    func endsScalar(_ byte: UInt8) -> Bool { Self.isSpace(byte) }

    func cutsElement(_ byte: UInt8) -> Bool { false }

    mutating func recover() {}

    func missingAtEnd() -> JSONParseError.Kind? { nil }
}
