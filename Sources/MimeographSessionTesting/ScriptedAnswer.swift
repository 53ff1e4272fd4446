public import Mimeograph
public import MimeographSession

/// The answer of a ``ScriptedTransport`` to one request.
public struct ScriptedAnswer: Sendable {
    /// The status code.
    public var status: Int
    /// The header fields.
    public var fields: HeaderFields
    /// The body, in the chunks in which it arrives.
    public var chunks: [[UInt8]]
    /// The fields after the body. Fields that may not be trailers are left out, as in every transport.
    public var trailers: HeaderFields
    /// The responses before the head. They are sent without delay, before the request's body is read. The interim responses of an
    /// `afterBody` answer are sent after the body was read.
    public var interimResponses: [ResponseHead]
    /// The delay before the head.
    public var delay: Duration?
    /// The delay before each chunk.
    public var chunkDelay: Duration?
    /// The error that ends the exchange after the chunks; nil for a normal end.
    public var failure: TransportError?
    /// Whether the failure replaces the head.
    public var failsBeforeHead: Bool
    /// The gate that the head waits at.
    public var gate: AsyncGate?
    /// The gate that each chunk waits at.
    public var chunkGate: AsyncGate?
    /// Whether the request's body is read before the answer is sent. Default true.
    public var readsBody = true
    /// Makes the final answer after the request's body has been read.
    var afterBody: (@Sendable (ScriptedRequest) -> ScriptedAnswer)?

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - fields: The header fields.
    ///   - chunks: The body, in the chunks in which it arrives; empty chunks are left out.
    ///   - trailers: The fields after the body.
    ///   - interimResponses: The responses before the head.
    ///   - delay: The delay before the head.
    ///   - chunkDelay: The delay before each chunk.
    ///   - failure: The error that ends the exchange after the chunks.
    ///   - gate: The gate that the head waits at.
    ///   - chunkGate: The gate that each chunk waits at.
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

    /// Makes an answer whose body is text in one chunk.
    public init(status: Int = 200, fields: HeaderFields = [:], body: String) {
        self.init(status: status, fields: fields, chunks: [Array(body.utf8)])
    }

    /// Returns an answer that fails before the head.
    public static func failure(_ error: TransportError, delay: Duration? = nil) -> ScriptedAnswer {
        var answer = ScriptedAnswer(status: 0, delay: delay, failure: error)
        answer.failsBeforeHead = true
        return answer
    }

    /// Returns an answer that depends on the request's body, which is read first.
    public static func afterBody(_ answer: @escaping @Sendable (ScriptedRequest) -> ScriptedAnswer) -> ScriptedAnswer {
        var waiting = ScriptedAnswer(status: 0)
        waiting.afterBody = answer
        return waiting
    }
}

/// A request that a ``ScriptedTransport`` received.
public struct ScriptedRequest: Sendable {
    /// The method.
    public let method: HTTPMethod
    /// The URL.
    public let url: String
    /// The header fields that the transport received.
    public let fields: HeaderFields
    /// The body; empty while it is being read.
    public internal(set) var body: [UInt8] = []
    /// The trailers after the body.
    public internal(set) var trailers: HeaderFields = [:]
    /// The declared length of the body; nil if it is not declared.
    public let declaredLength: Int?
    /// The options of the connection.
    public let options: TransportOptions

    init(_ request: TransportRequest) {
        method = request.method
        url = request.url
        fields = request.fields
        declaredLength = request.body.knownLength
        options = request.options
    }
}
