public import Mimeograph

/// Reads one value of a `Decodable` type, such as ``JSON``, from each line of a body, while it arrives.
///
/// ```swift
/// for try await reading in NDJSONFormat().elements(of: Reading.self, in: chunks) { … }
/// ```
/// A line ends with LF or CRLF; the last one may end with the body. Lines of white space are passed over. A value that
/// goes over several lines is an error, and so is a second value in a line.
///
/// The limits count for each line, and a line of more bytes than `inputBytes` is refused before it is kept. A byte order
/// mark may begin the body. Comments are never read, whatever the options say.
///
/// A ``JSON`` value keeps the document in memory that it is a part of: a few lines together, of 16 KiB or little more.
///
/// Source: the NDJSON and JSON Lines specifications, which agree on this.
public struct NDJSONFormat: CodableStreamFormat {
    /// How each value is read.
    public var format: JSONFormat

    /// Makes a format with the strategies of another.
    public init(format: JSONFormat = JSONFormat()) { self.format = format }

    /// The names that the format goes by; none of them is registered with IANA.
    public var acceptedTypes: [MediaRange] {
        [
            "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonl",
            "application/jsonlines", "application/x-jsonlines", "application/json-lines",
        ]
    }

    /// Makes a parser that decodes each line.
    ///
    /// - Throws: Nothing. The parser throws what ``JSONFormat`` does, with offsets in the whole body.
    public func makeParser<V: Decodable & Sendable>(
        of type: V.Type,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> any IncrementalParser<V> {
        JSONLinesReader(JSONStreamRules(options: format.reading, limits: limits)).parser(of: type, by: format)
    }
}

/// One JSON text a line; LF ends a line, and CR before it is white space.
///
/// Lines of nothing but white space are passed over. The last line may end with the body.
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
