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
    ///   - location: Where in the body, if it is about a place in it.
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

    /// The place in the body, or nil where the error is not about one.
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

    /// Which serializers were considered and why each was taken or left.
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

    /// The value that an ``ErrorBodyRule`` made of the body, for example ``ProblemDetails``; or, with
    /// ``ResponseValidation/afnetworking``, the value that was wanted. Never printed by ``description``. Where a rule applied and the body could not be decoded it is nil, and the reason is among
    /// ``underlying``.
    public var decodedBody: (any Sendable)? {
        get { details.decodedBody }
        set { details.decodedBody = newValue }
    }
}
