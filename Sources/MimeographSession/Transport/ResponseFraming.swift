import Mimeograph

/// The framing of a response: the end of its body, and whether its connection is safe for another exchange.
///
/// libcurl uses whichever framing field it read last. These rules are stricter, because two lengths for one message allow
/// response smuggling. A response with two lengths is an error, and its connection is closed. The page <doc:Framing> has the
/// table.
///
/// Source: RFC 9112 §6; RFC 9113 §8.1.1.
struct ResponseFraming: Equatable {
    enum Length: Equatable {
        /// No body, whatever the fields say.
        case none
        /// The body has this number of bytes.
        case known(Int64)
        /// The body ends with the last chunk of HTTP/1.1.
        case chunked
        /// The body ends with the connection.
        case untilClose
        /// The body ends with the stream of HTTP/2.
        case untilEndOfStream
    }

    let length: Length
    /// Whether the fields are clear about the start of the next response. A response without a body is usable even if its fields
    /// are contradictory. But a peer that frames the message differently must not send another one on the same connection.
    let leavesNoDoubt: Bool

    /// Determines the framing of a response.
    ///
    /// - Throws: ``TransportError/Code/invalidResponse``.
    init(
        status: Int,
        version: ResponseHeadParser.Version,
        fields: HeaderFields,
        method: HTTPMethod
    ) throws(TransportError) {
        let announced = ContentLength(fields)
        let codings = fields.values(of: "Transfer-Encoding")
        if version == .http2 {
            guard codings.isEmpty, announced != .invalid else { throw .invalidFraming }
        }
        if method == .head || status == 204 || status == 304 {
            length = .none
            // Neither field is allowed in a 204. In the other responses they describe the body that a GET would have returned.
            let isClear = announced != .invalid && (codings.isEmpty || announced == .absent)
            leavesNoDoubt =
                version == .http2 || isClear && (status != 204 || codings.isEmpty && !announced.announcesBytes)
            return
        }
        leavesNoDoubt = true
        if let coding = codings.first {
            guard codings.count == 1, version != .http1_0, announced == .absent,
                coding.utf8.count == 7, coding.utf8.elementsEqual("chunked".utf8, by: { $0 | 0x20 == $1 })
            else { throw .invalidFraming }
            length = .chunked
            return
        }
        switch announced {
        case .known(let count): length = .known(count)
        case .invalid: throw .invalidFraming
        case .absent: length = version == .http2 ? .untilEndOfStream : .untilClose
        }
    }
}

extension ContentLength {
    fileprivate var announcesBytes: Bool {
        switch self {
        case .absent, .known(0): false
        case .known, .invalid: true
        }
    }
}

extension TransportError {
    static var invalidFraming: TransportError {
        TransportError(
            .invalidResponse,
            "Content-Length and Transfer-Encoding of the response are invalid or contradict themselves or each other.",
            remedy: "Correct the server, or the proxy in front of it. The connection was closed."
        )
    }
}

/// The combined meaning of all Content-Length lines of a message.
///
/// A line may hold a list, because some senders join lines. All numbers of the list must be equal. A list with an empty element
/// is invalid: RFC 9110 §5.6.1.2 allows recipients to skip it, but an intermediary might not.
///
/// Source: RFC 9110 §8.6, RFC 9112 §6.3 (5).
enum ContentLength: Equatable {
    /// The message has no such line.
    case absent
    /// All lines name this number of bytes.
    case known(Int64)
    /// The lines contradict each other, a line is not a number, or a number is larger than 2⁶³ - 1.
    case invalid

    init(_ fields: HeaderFields) {
        self = .absent
        for line in fields.lines where Self.isName(line.name.utf8) {
            guard let number = Self.number(inList: line.value.utf8) else {
                self = .invalid
                return
            }
            switch self {
            case .absent: self = .known(number)
            case .known(let other) where other == number: break
            default:
                self = .invalid
                return
            }
        }
    }

    /// Whether a field's name is Content-Length, ignoring case.
    private static func isName(_ name: String.UTF8View) -> Bool {
        name.count == 14 && FieldSyntax.equalsIgnoringCase(String(name), "content-length")
    }

    /// Returns the number that all elements of a list share, or nil if an element is not a number or differs.
    private static func number(inList bytes: String.UTF8View) -> Int64? {
        // The value is nearly always one number of a few digits.
        if bytes.count <= 18, !bytes.isEmpty, bytes.allSatisfy({ (0x30...0x39).contains($0) }) {
            return bytes.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
        }
        var common: Int64?
        for element in bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            guard let number = number(element), common == nil || common == number else { return nil }
            common = number
        }
        return common
    }

    /// Parses a number in digits, with optional spaces and tabs around it.
    private static func number(_ element: Substring.UTF8View) -> Int64? {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        guard let start = element.firstIndex(where: { !isSpace($0) }),
            let end = element.lastIndex(where: { !isSpace($0) })
        else { return nil }
        var number: Int64 = 0
        for byte in element[start...end] {
            guard (0x30...0x39).contains(byte) else { return nil }
            let (tenfold, overflows) = number.multipliedReportingOverflow(by: 10)
            let (sum, overflowsToo) = tenfold.addingReportingOverflow(Int64(byte - 0x30))
            if overflows || overflowsToo { return nil }
            number = sum
        }
        return number
    }
}

extension ResponseHead {
    /// The number of bytes that Content-Length names; nil if the field is absent or invalid.
    var contentLength: Int64? {
        guard case .known(let length) = ContentLength(fields) else { return nil }
        return length
    }
}
