// A parser of five states, fed chunks.
//
//     --B\r\n                                     preamble, until the first delimiter; a body begins as if after a line end
//     Content-Disposition: form-data; name="a"    head, line by line, until an empty one
//     (empty line)
//     content\r\n--B--                            content, until a delimiter; then what follows it decides what it is
//
// Nothing is kept of a delimiter that a cut falls into: the number of its bytes so far is enough to know them. What looked
// like one and is none becomes content again. `borrowed` counts the bytes of it, at its front, that were not content: the
// line end that came before the content, which the delimiter of an empty part shares.

public import Mimeograph

/// Reads a body of several parts from chunks of any size, in memory that does not grow with the body.
///
/// The grammar is strict where leniency lets two readers of one body disagree: lines end with CRLF, header fields have a
/// token for a name and neither a lone CR or LF nor a zero byte. A folded line goes on with a space. What comes before the
/// first boundary and after the last is left out; where there is something before and the first boundary is the last, so that
/// there would be no parts, the body is refused.
///
/// Source: RFC 2046 §5.1.1; RFC 5322 §2.2 for header fields.
public struct MultipartParser: IncrementalParser {
    enum State { case preamble, delimiterEnd, head, content, epilogue }

    let delimiter: MultipartDelimiter
    let options: MultipartReadingOptions
    let limits: DecodingLimits

    var state = State.preamble
    /// Bytes of the body before the chunk that is being read.
    var offset = 0
    /// How many bytes of a delimiter have been seen.
    var matched = 2
    /// How many of them are not content.
    var borrowed = 2
    /// Whether the delimiter that was seen stands before the first part.
    var isBeforeParts = true
    /// What followed the delimiter on its line so far.
    var tail: [UInt8] = []
    /// The parts that have begun.
    var partCount = 0
    /// Bytes of the content of this part, or before the first.
    var contentCount = 0
    /// Content that makes no whole chunk yet.
    var pending: [UInt8] = []
    /// The header fields of the part that begins.
    var head = MultipartHeadBuilder()
    /// Bytes of the body before what an error is about.
    var failureOffset = 0

    /// Makes a parser for one body.
    ///
    /// - Parameters:
    ///   - type: The media type of the body, with its boundary.
    ///   - options: What the parts may cost.
    ///   - limits: `elements` limits the number of parts too, and `inputBytes` what comes before the first.
    /// - Throws: ``SerializationError/Code/missingContentType`` where the type is not `multipart`, or has no boundary of 1
    ///   to 70 printable ASCII characters.
    public init(
        type: MediaType,
        options: MultipartReadingOptions = .standard,
        limits: DecodingLimits = .standard
    ) throws(SerializationError) {
        guard type.type == "multipart", let boundary = type[parameter: "boundary"],
            let delimiter = MultipartDelimiter(receivedBoundary: boundary)
        else {
            throw SerializationError(
                .missingContentType,
                "The Content-Type names no boundary that a multipart body can have.",
                remedy: "The sender must send Content-Type: multipart/…; boundary=…, with 1 to 70 characters."
            )
        }
        self.delimiter = delimiter
        self.options = options
        self.limits = limits
    }

    /// The media type of a message, which must have one.
    static func known(_ type: MediaType?) throws(SerializationError) -> MediaType {
        guard let type else {
            throw SerializationError(
                .missingContentType,
                "A multipart body can be read only with the boundary that its Content-Type names, and there is none.",
                remedy: "Hand the Content-Type of the message over with its fields."
            )
        }
        return type
    }

    /// Reads the next bytes, and appends the elements that they complete.
    ///
    /// - Throws: ``SerializationError/Code/syntax`` for a head that is none; ``SerializationError/Code/limitExceeded``.
    public mutating func consume(
        _ chunk: Span<UInt8>,
        into elements: inout [MultipartElement]
    ) throws(SerializationError) {
        var position = 0
        while position < chunk.count {
            switch state {
            case .preamble, .content: try search(chunk, from: &position, into: &elements)
            case .delimiterEnd: try readDelimiterEnd(chunk, from: &position, into: &elements)
            case .head: try readHead(chunk, from: &position, into: &elements)
            case .epilogue: position = chunk.count
            }
        }
        offset += chunk.count
    }

    /// Says that no bytes follow.
    ///
    /// - Throws: ``SerializationError/Code/truncated`` where the last boundary has not come.
    public mutating func finish(into elements: inout [MultipartElement]) throws(SerializationError) {
        if state == .epilogue { return }
        if partCount == 0, state != .head {
            throw failure(
                .truncated,
                "The body ends before its first boundary",
                at: offset,
                remedy: "Check that the boundary of the Content-Type is the one that the body has."
            )
        }
        throw failure(
            .truncated,
            "The body ends before its last boundary",
            at: offset,
            remedy: "It was cut off; ask again."
        )
    }

    /// An error about a location in the body. The text has the location, because a stream cannot tell lines of what has passed.
    mutating func failure(
        _ code: SerializationError.Code,
        _ text: String,
        at offset: Int,
        remedy: String?
    ) -> SerializationError {
        failureOffset = offset
        return SerializationError(code, "\(text) (part \(partCount), byte \(offset)).", remedy: remedy)
    }

    /// An error about a limit of the options.
    mutating func excess(
        _ limit: DecodingLimits.Limit,
        _ noun: String,
        allowed: Int,
        at offset: Int,
        raise property: String
    ) -> SerializationError {
        var error = failure(
            .limitExceeded,
            "The body exceeds the limit on \(noun): more than \(allowed)",
            at: offset,
            remedy: "If you trust the sender, raise \(property)."
        )
        error.limit = LimitExcess(limit, allowed: allowed)
        return error
    }
}

/// What a body of several parts is made of, in the order in which it arrives.
///
/// Each part has its ``head(_:)`` first, then its content in chunks, then its ``end``.
public enum MultipartElement: Hashable, Sendable {
    /// The header fields of a part that begins.
    case head(MultipartHead)
    /// Bytes of its content, never none. All chunks but the last of a part are of the size that the options name, however
    /// the body was cut when it arrived.
    case bytes([UInt8])
    /// The part is complete.
    case end
}

/// What the parts of a received body may cost, beside the `DecodingLimits`.
public struct MultipartReadingOptions: Hashable, Sendable {
    /// The most parts. Default 1,000.
    public var partCount: Int
    /// The most bytes of the header fields of one part, line ends included. Default 16 KiB.
    public var headBytes: Int
    /// The most bytes of the content of one part; nil, the default, sets no limit of its own.
    public var partBytes: Int?
    /// How many bytes each ``MultipartElement/bytes(_:)`` but the last of a part has; at least 1. Default 64 KiB.
    public var chunkSize: Int

    /// Makes options; what is not given has its default.
    public init(
        partCount: Int = 1000,
        headBytes: Int = 1 << 14,
        partBytes: Int? = nil,
        chunkSize: Int = 1 << 16
    ) {
        self.partCount = partCount
        self.headBytes = headBytes
        self.partBytes = partBytes
        self.chunkSize = max(1, chunkSize)
    }

    /// The defaults.
    public static let standard = MultipartReadingOptions()
}
