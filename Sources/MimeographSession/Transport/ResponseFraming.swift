import Mimeograph

/// How the body of a response is delimited, and whether its connection can be trusted with another one.
///
/// libcurl reads a body by whichever of the fields it read last. What is told here is stricter: two ways to tell the length of one
/// message are how a response is smuggled into another's place, so that such a response is an error, and its connection is closed.
/// The page <doc:Framing> has the table.
///
/// Source: RFC 9112 §6; RFC 9113 §8.1.1.
struct ResponseFraming: Equatable {
    /// Where a body ends.
    enum Length: Equatable {
        /// There is no body, whatever the fields say.
        case none
        /// It has so many bytes.
        case known(Int64)
        /// With the last chunk of HTTP/1.1.
        case chunked
        /// With the connection.
        case untilClose
        /// With the stream of HTTP/2.
        case untilEndOfStream
    }

    let length: Length
    /// Whether the fields leave no doubt about where the next response begins. Where there is no body, they need not be right for this
    /// one; a peer that means another message than we read must not send another on the same connection.
    let leavesNoDoubt: Bool

    /// Finds out how a body is delimited.
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
            // Neither field may stand in a 204; in the others they tell what a body would have had.
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
    /// Where the response ends cannot be told.
    static var invalidFraming: TransportError {
        TransportError(
            .invalidResponse,
            "Content-Length and Transfer-Encoding of the response contradict themselves or each other, or cannot be read.",
            remedy: "The server, or a proxy before it, is wrong: its connection was closed."
        )
    }
}

/// What all Content-Length lines of a message say together.
///
/// A line may hold a list, which is what a sender that joins lines makes of them; all of its numbers must be the same one. A list with
/// an empty element counts as invalid: RFC 9110 §5.6.1.2 lets a recipient pass over it, and what reads a message before this does might
/// not.
///
/// Source: RFC 9110 §8.6, RFC 9112 §6.3 (5).
enum ContentLength: Equatable {
    /// There is no line.
    case absent
    /// All of them name this number of bytes.
    case known(Int64)
    /// They contradict each other, or are no numbers, or one is larger than 2⁶³ - 1.
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

    /// Whether a field's name is Content-Length, without regard to case.
    private static func isName(_ name: String.UTF8View) -> Bool {
        name.count == 14 && FieldSyntax.equalsIgnoringCase(String(name), "content-length")
    }

    /// The number that is each element of a list; nil where there is none, or another one.
    private static func number(inList bytes: String.UTF8View) -> Int64? {
        // Nearly always there is one number of a few digits, and nothing else.
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

    /// The number that digits write, with spaces and tabs around them.
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
    /// The number of bytes that Content-Length names; nil where there is no such field, and where what it says is invalid.
    var contentLength: Int64? {
        guard case .known(let length) = ContentLength(fields) else { return nil }
        return length
    }
}
