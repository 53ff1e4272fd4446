public import Mimeograph
public import MimeographSession

/// How a ``ScriptedTransport`` answers one request.
public struct ScriptedAnswer: Sendable {
    /// The status code.
    public var status: Int
    /// The header fields.
    public var fields: HeaderFields
    /// The body, cut as it is to arrive.
    public var chunks: [[UInt8]]
    /// The fields that come behind the body; those that may not stand there are left out, as every transport does.
    public var trailers: HeaderFields
    /// What comes before the head, without delay: before the body of the request is read, where the answer does not depend on it.
    public var interimResponses: [ResponseHead]
    /// How long the head is waited for.
    public var delay: Duration?
    /// How long each chunk is waited for.
    public var chunkDelay: Duration?
    /// What the exchange ends with when the chunks have come, instead of ending well.
    public var failure: TransportError?
    /// Whether the failure comes instead of the head.
    public var failsBeforeHead: Bool
    /// What the head waits at.
    public var gate: AsyncGate?
    /// What each chunk waits at.
    public var chunkGate: AsyncGate?
    /// Whether the body of the request is read before the answer comes. Default true.
    public var readsBody = true
    /// What the answer becomes when the body of the request has been read.
    var afterBody: (@Sendable (ScriptedRequest) -> ScriptedAnswer)?

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - fields: The header fields.
    ///   - chunks: The body, cut as it is to arrive; empty chunks are left out.
    ///   - trailers: The fields that come behind the body.
    ///   - interimResponses: What comes before the head.
    ///   - delay: How long the head is waited for.
    ///   - chunkDelay: How long each chunk is waited for.
    ///   - failure: What the exchange ends with when the chunks have come.
    ///   - gate: What the head waits at.
    ///   - chunkGate: What each chunk waits at.
    public init(
        status: Int = 200,
        fields: HeaderFields = [:],
        chunks: [[UInt8]] = [],
        trailers: HeaderFields = [:],
        interimResponses: [ResponseHead] = [],
        delay: Duration? = nil,
        chunkDelay: Duration? = nil,
        failure: TransportError? = nil,
        gate: AsyncGate? = nil,
        chunkGate: AsyncGate? = nil
    ) {
        self.status = status
        self.fields = fields
        self.chunks = chunks.filter { !$0.isEmpty }
        self.trailers = trailers
        self.interimResponses = interimResponses
        self.delay = delay
        self.chunkDelay = chunkDelay
        self.failure = failure
        failsBeforeHead = false
        self.gate = gate
        self.chunkGate = chunkGate
    }

    /// Makes an answer whose body is text that comes at once.
    public init(status: Int = 200, fields: HeaderFields = [:], body: String) {
        self.init(status: status, fields: fields, chunks: [Array(body.utf8)])
    }

    /// An exchange that fails before a head comes.
    public static func failure(_ error: TransportError, delay: Duration? = nil) -> ScriptedAnswer {
        var answer = ScriptedAnswer(status: 0, delay: delay, failure: error)
        answer.failsBeforeHead = true
        return answer
    }

    /// An answer that depends on the body of the request, which is read first.
    public static func afterBody(_ answer: @escaping @Sendable (ScriptedRequest) -> ScriptedAnswer) -> ScriptedAnswer {
        var waiting = ScriptedAnswer(status: 0)
        waiting.afterBody = answer
        return waiting
    }
}

/// A request as a ``ScriptedTransport`` got it.
public struct ScriptedRequest: Sendable {
    /// The method.
    public let method: HTTPMethod
    /// The URL.
    public let url: String
    /// The header fields as they were handed to the transport.
    public let fields: HeaderFields
    /// The body; empty as long as it is being read.
    public internal(set) var body: [UInt8] = []
    /// The trailers that were sent behind the body.
    public internal(set) var trailers: HeaderFields = [:]
    /// The length that was declared for the body, nil where none was.
    public let declaredLength: Int?
    /// How to connect.
    public let options: TransportOptions

    init(_ request: TransportRequest) {
        method = request.method
        url = request.url
        fields = request.fields
        declaredLength = request.body.knownLength
        options = request.options
    }
}
