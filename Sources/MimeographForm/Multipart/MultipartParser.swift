// A parser with five states that reads a body in chunks.
//
//     --B\r\n                                     preamble, until the first delimiter; a body begins as if after a line end
//     Content-Disposition: form-data; name="a"    head, line by line, until an empty line
//     (empty line)
//     content\r\n--B--                            content, until a delimiter; the rest of its line decides what comes next
//
// If a chunk ends within a delimiter, the parser keeps only the number of matched bytes, which is enough to restore them. If the
// delimiter turns out to be incomplete, its bytes become content. `borrowed` counts the bytes at its front that are not content:
// an empty part shares the line end before its content with the delimiter.

public import Mimeograph

/// A parser that reads a multipart body from chunks of any size, in constant memory.
///
/// The grammar is strict if a lenient one could let two readers interpret a body differently. Lines end with CRLF. Header fields
/// have a token as their name, and contain no lone CR or LF and no zero byte. A folded line is joined with a space. Bytes before
/// the first boundary and after the last are ignored. If there are such bytes and the first boundary is also the last, the body
/// is rejected, because it would have no parts.
///
/// Source: RFC 2046 §5.1.1; RFC 5322 §2.2 for header fields.
public struct MultipartParser: IncrementalParser {
    enum State { case preamble, delimiterEnd, head, content, epilogue }

    let delimiter: MultipartDelimiter
    let options: MultipartReadingOptions
    let limits: DecodingLimits

    var state = State.preamble
    /// The number of bytes in the body before the current chunk.
    var offset = 0
    /// The number of matched bytes of a delimiter.
    var matched = 2
    /// The number of matched bytes that are not content.
    var borrowed = 2
    /// Whether the matched delimiter comes before the first part.
    var isBeforeParts = true
    /// The bytes after the delimiter on its line so far.
    var tail: [UInt8] = []
    /// The number of parts that have begun.
    var partCount = 0
    /// The number of content bytes in this part, or before the first part.
    var contentCount = 0
    /// Content that does not fill a chunk yet.
    var pending: [UInt8] = []
    /// The header fields of the part that begins.
    var head = MultipartHeadBuilder()
    /// The offset of the last error in the body, in bytes.
    var failureOffset = 0

    /// Makes a parser for one body.
    ///
    /// - Parameters:
    ///   - type: The media type of the body, including its boundary.
    ///   - options: The limits for parts.
    ///   - limits: The limits for the body. `elements` also limits the number of parts, and `inputBytes` the bytes before the
    ///     first part.
    /// - Throws: ``SerializationError/Code/missingContentType`` if the type is not `multipart`, or has no boundary of 1 to 70
    ///   printable ASCII characters.
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
                "The Content-Type has no valid multipart boundary.",
                remedy: "Have the sender send Content-Type: multipart/…; boundary=…, with 1 to 70 characters."
            )
        }
        self.delimiter = delimiter
        self.options = options
        self.limits = limits
    }

    /// Returns the media type, or throws if there is none.
    static func known(_ type: MediaType?) throws(SerializationError) -> MediaType {
        guard let type else {
            throw SerializationError(
                .missingContentType,
                "A multipart body needs the boundary from its Content-Type, but the message has no Content-Type.",
                remedy: "Pass the fields of the message, including its Content-Type."
            )
        }
        return type
    }

    /// Reads the next bytes, and appends the elements that they complete.
    ///
    /// - Throws: ``SerializationError/Code/syntax`` for an invalid head; ``SerializationError/Code/limitExceeded``.
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

    /// Ends the body.
    ///
    /// - Throws: ``SerializationError/Code/truncated`` if the last boundary is missing.
    public mutating func finish(into elements: inout [MultipartElement]) throws(SerializationError) {
        if state == .epilogue { return }
        if partCount == 0, state != .head {
            throw failure(
                .truncated,
                "The body ends before its first boundary",
                at: offset,
                remedy: "Check that the body uses the boundary of its Content-Type."
            )
        }
        throw failure(
            .truncated,
            "The body ends before its last boundary",
            at: offset,
            remedy: "The body was cut off. Send the request again."
        )
    }

    /// Returns an error with its offset in the message, because a stream cannot compute a line number.
    mutating func failure(
        _ code: SerializationError.Code,
        _ text: String,
        at offset: Int,
        remedy: String?
    ) -> SerializationError {
        failureOffset = offset
        return SerializationError(code, "\(text) (part \(partCount), byte \(offset)).", remedy: remedy)
    }

    /// Returns an error for an exceeded limit.
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

/// An element of a multipart body, in the order of arrival.
///
/// Each part begins with its ``head(_:)``, followed by its content in chunks and its ``end``.
public enum MultipartElement: Hashable, Sendable {
    /// The header fields of a new part.
    case head(MultipartHead)
    /// A non-empty chunk of the content. All chunks of a part except the last have the size from the options, however the body
    /// was split on arrival.
    case bytes([UInt8])
    /// The end of a part.
    case end
}

/// The limits for the parts of a received body, in addition to the `DecodingLimits`.
public struct MultipartReadingOptions: Hashable, Sendable {
    /// The maximum number of parts. The default is 1,000.
    public var partCount: Int
    /// The maximum size of the header fields of one part in bytes, including line ends. The default is 16 KiB.
    public var headBytes: Int
    /// The maximum size of the content of one part in bytes. The default, nil, sets no separate limit.
    public var partBytes: Int?
    /// The size in bytes of each chunk of a part except the last (``MultipartElement/bytes(_:)``). The minimum is 1, the
    /// default 64 KiB.
    public var chunkSize: Int

    /// Makes options with the given limits.
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

    /// The default options.
    public static let standard = MultipartReadingOptions()
}
