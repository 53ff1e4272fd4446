/// An error of reading, writing or choosing a serializer.
///
/// Branch on ``code``. The other properties are for people: the problem (``message``), its position (``location``,
/// ``codingPath``), the serializers that were considered (``trace``), and what to do (``remedy``).
///
/// The raw body is available as ``body``. It is never part of ``description``, so logging an error does not leak the body.
///
/// The value is one pointer wide, so a successful call pays nothing for the size of the error.
public struct SerializationError: Error, Sendable {
    private indirect enum Box: Sendable { case details(Details) }
    private var box: Box

    struct Details: Sendable {
        var code: Code
        var message: String
        var location: SourceLocation?
        var codingPath: [any CodingKey] = []
        var limit: LimitExcess?
        var remedy: String?
        var underlying: [any Error] = []
        var trace: DispatchTrace?
        var head: ResponseHead?
        var body: [UInt8]?
        var decodedBody: (any Sendable)?
        var detailForPeer: String?
        var status: Int?
        var messageTellsOfCoding = false
    }

    private var details: Details {
        get {
            switch box {
            case .details(let details): details
            }
        }
        set { box = .details(newValue) }
    }

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - message: One sentence that describes the problem. It must not quote the body.
    ///   - location: The position in the body, if there is one.
    ///   - codingPath: The keys from the root to the value that has the wrong shape.
    ///   - remedy: One line that says what to do.
    ///   - underlying: The errors that caused this one.
    public init(
        _ code: Code,
        _ message: String,
        at location: SourceLocation? = nil,
        codingPath: [any CodingKey] = [],
        remedy: String? = nil,
        underlying: [any Error] = []
    ) {
        box = .details(
            Details(
                code: code,
                message: message,
                location: location,
                codingPath: codingPath,
                remedy: remedy,
                underlying: underlying
            )
        )
    }

    /// The kind of failure, the only property to branch on.
    public var code: Code {
        get { details.code }
        set { details.code = newValue }
    }

    /// One sentence that describes the problem, without any part of the body.
    public var message: String {
        get { details.message }
        set { details.message = newValue }
    }

    /// The position in the body; nil if the error has none.
    public var location: SourceLocation? {
        get { details.location }
        set { details.location = newValue }
    }

    /// The keys from the root to the value that has the wrong shape; empty at the root.
    public var codingPath: [any CodingKey] {
        get { details.codingPath }
        set { details.codingPath = newValue }
    }

    /// The limit that was exceeded, for the code ``Code/limitExceeded``.
    public var limit: LimitExcess? {
        get { details.limit }
        set { details.limit = newValue }
    }

    /// One line that says what to do.
    public var remedy: String? {
        get { details.remedy }
        set { details.remedy = newValue }
    }

    /// The errors that caused this one, nearest first.
    public var underlying: [any Error] {
        get { details.underlying }
        set { details.underlying = newValue }
    }

    /// The serializers that were considered, and why each was chosen or not.
    public var trace: DispatchTrace? {
        get { details.trace }
        set { details.trace = newValue }
    }

    /// The head of the response.
    public var head: ResponseHead? {
        get { details.head }
        set { details.head = newValue }
    }

    /// The raw body as received; nil if it is larger than `DecodingLimits.inputBytes`. ``description`` never prints it.
    public var body: [UInt8]? {
        get { details.body }
        set { details.body = newValue }
    }

    /// The value that an ``ErrorBodyRule`` decoded from the body, for example `ProblemDetails` of `MimeographServer`. With the
    /// AFNetworking rules of `MimeographCompound`, it is the wanted value. ``description`` never prints it. If a rule applied but
    /// decoding failed, it is nil and ``underlying`` has the reason.
    public var decodedBody: (any Sendable)? {
        get { details.decodedBody }
        set { details.decodedBody = newValue }
    }
}

extension SerializationError {
    /// The text that a server sends to the peer. It reveals nothing about the program, such as the names of its types.
    package var detailForPeer: String {
        get {
            details.detailForPeer ?? (Self.codesToldAsTheyAre.contains(code) ? message : "The body is not acceptable.")
        }
        set { details.detailForPeer = newValue }
    }

    /// Whether the message repeats the underlying `DecodingError` or `EncodingError`.
    package var messageTellsOfCoding: Bool {
        get { details.messageTellsOfCoding }
        set { details.messageTellsOfCoding = newValue }
    }

    /// Returns the same error with a text for the peer.
    package func telling(peer detail: String) -> SerializationError {
        var error = self
        error.detailForPeer = detail
        return error
    }

    /// The status for a peer, for a code that a plugin defined.
    package var statusForPeer: Int? {
        get { details.status }
        set { details.status = newValue }
    }

    /// The codes whose messages describe the body alone, and so may be sent to a peer.
    private static let codesToldAsTheyAre: Set<Code> = [
        .syntax, .truncated, .limitExceeded, .invalidText, .unsupportedCharset, .unsupportedContentCoding,
    ]
}

extension SerializationError {
    /// The kind of failure of a ``SerializationError``.
    ///
    /// Plugins may define codes of their own, so a `switch` over codes needs a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code's name, in lower camel case.
        public let rawValue: String

        /// Makes a code.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The code's name.
        public var description: String { rawValue }

        /// Whether an error has the code, as in `catch .truncated`.
        public static func ~= (code: Code, error: SerializationError) -> Bool { code == error.code }

        /// The bytes break the grammar of the format.
        public static let syntax = Code(rawValue: "syntax")
        /// The bytes are well-formed, but do not have the shape of the wanted type.
        public static let dataShape = Code(rawValue: "dataShape")
        /// The bytes end too early.
        public static let truncated = Code(rawValue: "truncated")
        /// A limit of the ``DecodingLimits`` was exceeded; see ``SerializationError/limit``.
        public static let limitExceeded = Code(rawValue: "limitExceeded")
        /// No registered serializer reads (or writes) this media type for the wanted type.
        public static let unsupportedMediaType = Code(rawValue: "unsupportedMediaType")
        /// The response has a body but no usable Content-Type, and its bytes did not identify it.
        public static let missingContentType = Code(rawValue: "missingContentType")
        /// The caller does not accept the content type.
        public static let unacceptableContentType = Code(rawValue: "unacceptableContentType")
        /// The caller does not accept the status code.
        public static let unacceptableStatus = Code(rawValue: "unacceptableStatus")
        /// The body is empty, but a value is wanted.
        public static let emptyBody = Code(rawValue: "emptyBody")
        /// The charset label is unknown, or its encoding is not supported.
        public static let unsupportedCharset = Code(rawValue: "unsupportedCharset")
        /// The bytes are not valid in their encoding.
        public static let invalidText = Code(rawValue: "invalidText")
        /// A Content-Encoding names a coding that is not registered.
        public static let unsupportedContentCoding = Code(rawValue: "unsupportedContentCoding")
        /// A serializer inspected the head and the first bytes, and declined the body.
        public static let declined = Code(rawValue: "declined")
        /// All attempts of a fallback failed; ``SerializationError/underlying`` has their errors.
        public static let allAttemptsFailed = Code(rawValue: "allAttemptsFailed")
        /// The value cannot be written in this format.
        public static let unencodableValue = Code(rawValue: "unencodableValue")
        /// No offered media type is acceptable to the client (server side, status 406).
        public static let notAcceptable = Code(rawValue: "notAcceptable")
        /// The name or value of a header field must not be sent.
        public static let invalidField = Code(rawValue: "invalidField")
        /// The transport or file that provides the bytes failed; see ``SerializationError/underlying``.
        public static let sourceFailed = Code(rawValue: "sourceFailed")
        /// A body to send has more or fewer bytes than declared.
        public static let lengthMismatch = Code(rawValue: "lengthMismatch")
    }
}
