import HTTPTypesAdapter
public import Hummingbird
public import Mimeograph
import MimeographServer

/// A request context with a registry, in place of JSON, for `request.decode(as:context:)` and for the values that handlers return.
///
/// ``NegotiationMiddleware`` sets the registry.
public protocol NegotiatingContext: RequestContext where Decoder == RegistryCoder, Encoder == RegistryCoder {
    /// The serializers of the application.
    var serializers: SerializerRegistry { get set }
}

extension NegotiatingContext {
    /// Reads a request in the format that its Content-Type names.
    public var requestDecoder: RegistryCoder { RegistryCoder(serializers) }
    /// Writes a response in a format that the client accepts.
    public var responseEncoder: RegistryCoder { RegistryCoder(serializers) }
}

/// A context with nothing else, like `BasicRequestContext`.
public struct BasicNegotiatingContext: NegotiatingContext {
    /// The storage that Hummingbird requires.
    public var coreContext: CoreRequestContextStorage
    /// The serializers of the application.
    public var serializers = SerializerRegistry()

    /// Makes a context without serializers.
    public init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }
}

/// A decoder and encoder with the serializers of a registry.
public struct RegistryCoder: RequestDecoder, ResponseEncoder, Sendable {
    private let serializers: SerializerRegistry

    /// Makes a coder.
    public init(_ serializers: SerializerRegistry) { self.serializers = serializers }

    /// Reads a body of at most `context.maxUploadSize` bytes, or of the registry's `limits.inputBytes` if that is less.
    ///
    /// The value is decoded as `Decodable`. For other types, such as images, call `serializers.read`.
    ///
    /// - Throws: ``RejectedRequest`` with the status 415 for another format, 400 for invalid syntax, 422 for values of another kind,
    ///   413 for a body that is too large.
    public func decode<Value: Decodable>(
        _ type: Value.Type,
        from request: Request,
        context: some RequestContext
    ) async throws -> Value {
        let limit = min(serializers.limits.inputBytes, context.maxUploadSize)
        do {
            var body = ByteBuffer()
            for try await chunk in request.body {
                guard chunk.readableBytes <= limit - body.readableBytes else {
                    throw SerializationError.limitExceeded(.inputBytes, allowed: limit)
                }
                body.writeImmutableBuffer(chunk)
            }
            guard let head = try? RequestHead(request.head) else {
                throw HTTPError(.badRequest, message: "The head of the request is invalid.")
            }
            return try serializers.read(Passed<Value>.self, from: body.readableBytesView, request: head).value
        } catch let error as SerializationError {
            throw RejectedRequest(error, request, serializers)
        }
    }

    /// Writes a value with the status 200.
    ///
    /// If the client accepts none of the formats, GET and HEAD get a 406. For other methods, the handler has already made its change,
    /// so the client gets the first format instead.
    ///
    /// - Throws: ``RejectedRequest`` with the status 406; `SerializationError` if the value cannot be written, a mistake of the server.
    public func encode(
        _ value: some Encodable,
        from request: Request,
        context: some RequestContext
    ) throws -> Response {
        let response = try Response(serializers.respond(with: value, to: RequestHead(answering: request)))
        guard response.status == .notAcceptable else { return response }
        // An error, because a handler may give its response another status.
        if [.get, .head].contains(request.method) { throw RejectedRequest(answer: response) }
        return try Response(serializers.respond(with: value, to: RequestHead()))
    }

    /// A value that Hummingbird does not require to be `Sendable`. The task that reads it is also the one that uses it.
    private struct Passed<Value: Decodable>: Decodable, @unchecked Sendable {
        let value: Value

        init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Value.self) }
    }
}

/// A request that cannot be read, or whose client accepts none of the formats. The response says what is wrong.
public struct RejectedRequest: HTTPResponseError {
    let answer: Response
    /// The status of the response.
    public var status: HTTPResponse.Status { answer.status }

    init(answer: Response) { self.answer = answer }

    /// Makes the error for a request that cannot be read, for example by `serializers.read`. A 415 lists the formats that the server
    /// reads.
    public init(_ error: SerializationError, _ request: Request, _ serializers: SerializerRegistry) {
        let message = serializers.respond(with: error, to: RequestHead(answering: request))
        answer = (try? Response(message)) ?? Response(status: .badRequest)
    }

    /// Returns the response.
    public func response(from request: Request, context: some RequestContext) -> Response { answer }
}

extension RequestHead {
    /// The head to negotiate a response with. If the head of the request is invalid, it has no fields.
    init(answering request: Request) { self = (try? RequestHead(request.head)) ?? RequestHead() }
}
