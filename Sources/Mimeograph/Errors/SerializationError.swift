/// The one error that reading, writing and choosing a serializer can throw.
///
/// Callers branch on ``code``. Everything else is there to be shown to a person: what went wrong (``message``), where
/// (``location``, ``codingPath``), which serializers were considered (``trace``), and what to do about it (``remedy``).
///
/// The raw body is a property, ``body``, for code that asks for it. It is never part of ``description``, so that an
/// error can be logged without leaking what a user received.
///
/// The value is one pointer wide: a success pays nothing for the size of the failure.
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
    ///   - code: What callers branch on.
    ///   - message: One sentence that says what is wrong. It must not quote the body.
    ///   - location: Where in the body, if it is about one position in it.
    ///   - codingPath: The keys from the root to the value that has the wrong shape.
    ///   - remedy: One line that says what the reader can do about it.
    ///   - underlying: The errors that led to this one.
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

    /// What kind of failure this is; the only property to branch on.
    public var code: Code {
        get { details.code }
        set { details.code = newValue }
    }

    /// One sentence that says what is wrong, without any part of the body.
    public var message: String {
        get { details.message }
        set { details.message = newValue }
    }

    /// The position in the body, or nil where the error is not about one.
    public var location: SourceLocation? {
        get { details.location }
        set { details.location = newValue }
    }

    /// The keys from the root of the value to what has the wrong shape; empty at the root.
    public var codingPath: [any CodingKey] {
        get { details.codingPath }
        set { details.codingPath = newValue }
    }

    /// The limit that was exceeded, for the code ``Code/limitExceeded``.
    public var limit: LimitExcess? {
        get { details.limit }
        set { details.limit = newValue }
    }

    /// One line that says what the reader can do about it.
    public var remedy: String? {
        get { details.remedy }
        set { details.remedy = newValue }
    }

    /// The errors that led to this one, nearest first.
    public var underlying: [any Error] {
        get { details.underlying }
        set { details.underlying = newValue }
    }

    /// Which serializers were considered and why each was chosen or not.
    public var trace: DispatchTrace? {
        get { details.trace }
        set { details.trace = newValue }
    }

    /// The head of the response that was read.
    public var head: ResponseHead? {
        get { details.head }
        set { details.head = newValue }
    }

    /// The raw body as it was received, or nil where it is larger than `DecodingLimits.inputBytes` allows to read. Never
    /// printed by ``description``.
    public var body: [UInt8]? {
        get { details.body }
        set { details.body = newValue }
    }

    /// The value that an ``ErrorBodyRule`` made of the body, for example `ProblemDetails` of `MimeographServer`. By AFNetworking's rules,
    /// which `MimeographCompound` has, it is the value that was wanted. ``description`` never prints it. If a rule applied and the body
    /// could not be decoded, it is nil, and ``underlying`` has the reason.
    public var decodedBody: (any Sendable)? {
        get { details.decodedBody }
        set { details.decodedBody = newValue }
    }
}

extension SerializationError {
    /// What a server tells the peer whose body it could not read: nothing of how the program is made, such as the names of its
    /// types.
    package var detailForPeer: String {
        get {
            details.detailForPeer ?? (Self.codesToldAsTheyAre.contains(code) ? message : "The body is not acceptable.")
        }
        set { details.detailForPeer = newValue }
    }

    /// Whether the message says what the `DecodingError` or `EncodingError` beneath says.
    package var messageTellsOfCoding: Bool {
        get { details.messageTellsOfCoding }
        set { details.messageTellsOfCoding = newValue }
    }

    /// The same error, which tells a peer that.
    package func telling(peer detail: String) -> SerializationError {
        var error = self
        error.detailForPeer = detail
        return error
    }

    /// The status for a peer, where the code does not say it, because a plugin has defined it.
    package var statusForPeer: Int? {
        get { details.status }
        set { details.status = newValue }
    }

    /// The codes whose messages are about the body alone.
    private static let codesToldAsTheyAre: Set<Code> = [
        .syntax, .truncated, .limitExceeded, .invalidText, .unsupportedCharset, .unsupportedContentCoding,
    ]
}

extension SerializationError {
    /// What kind of failure a ``SerializationError`` is.
    ///
    /// The set is open: a plugin may define codes of its own, and a `switch` over codes needs a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code's name, in lower camel case.
        public let rawValue: String

        /// Makes a code of that name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The code's name.
        public var description: String { rawValue }

        /// Whether an error is of that code, as in `catch .truncated`.
        public static func ~= (code: Code, error: SerializationError) -> Bool { code == error.code }

        /// The bytes break the grammar of the format.
        public static let syntax = Code(rawValue: "syntax")
        /// The bytes are well-formed, but do not have the shape of the wanted type.
        public static let dataShape = Code(rawValue: "dataShape")
        /// The bytes end too early; more of them might have made a value.
        public static let truncated = Code(rawValue: "truncated")
        /// A limit of the ``DecodingLimits`` was exceeded; see ``SerializationError/limit``.
        public static let limitExceeded = Code(rawValue: "limitExceeded")
        /// No registered serializer reads (or writes) this media type for the wanted type.
        public static let unsupportedMediaType = Code(rawValue: "unsupportedMediaType")
        /// The response has a body and no usable Content-Type, and nothing else told what it is.
        public static let missingContentType = Code(rawValue: "missingContentType")
        /// The content type is not among those that the caller accepts.
        public static let unacceptableContentType = Code(rawValue: "unacceptableContentType")
        /// The status code is not among those that the caller accepts.
        public static let unacceptableStatus = Code(rawValue: "unacceptableStatus")
        /// A value was wanted and the body is empty.
        public static let emptyBody = Code(rawValue: "emptyBody")
        /// The charset label is unknown, or its encoding cannot be decoded here.
        public static let unsupportedCharset = Code(rawValue: "unsupportedCharset")
        /// The bytes are not valid in the encoding that they are said to have.
        public static let invalidText = Code(rawValue: "invalidText")
        /// A Content-Encoding names a coding that is not registered.
        public static let unsupportedContentCoding = Code(rawValue: "unsupportedContentCoding")
        /// A serializer looked at the head and the first bytes and said that the body is not its own.
        public static let declined = Code(rawValue: "declined")
        /// Every attempt of a fallback failed; the attempts are in ``SerializationError/underlying``.
        public static let allAttemptsFailed = Code(rawValue: "allAttemptsFailed")
        /// The value cannot be written in this format.
        public static let unencodableValue = Code(rawValue: "unencodableValue")
        /// No offered media type is acceptable to the client (server side, status 406).
        public static let notAcceptable = Code(rawValue: "notAcceptable")
        /// A header field's name or value may not be sent.
        public static let invalidField = Code(rawValue: "invalidField")
        /// The transport or file that provides the bytes failed; see ``SerializationError/underlying``.
        public static let sourceFailed = Code(rawValue: "sourceFailed")
        /// A body that is to be sent has more or fewer bytes than was declared.
        public static let lengthMismatch = Code(rawValue: "lengthMismatch")
    }
}
