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

    /// Settles how a body is delimited.
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
