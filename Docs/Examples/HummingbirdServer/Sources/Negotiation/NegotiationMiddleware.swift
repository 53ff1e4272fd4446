import HTTPTypesAdapter
public import Hummingbird
public import Mimeograph
import MimeographFiles
import MimeographServer

/// A middleware that gives the handlers a registry, and answers failed requests with problem documents (RFC 9457), in a format that
/// the client accepts.
///
/// A request that a ``RegistryCoder`` cannot read gets a problem that says what is wrong with it, and a 415 lists the formats that the
/// server reads. An `HTTPError` of a handler becomes a problem, too. Any other `SerializationError` is a mistake of the server:
/// the client gets a 500, the log the details. Hummingbird handles other errors, without details about the server.
public struct NegotiationMiddleware<Context: NegotiatingContext>: RouterMiddleware {
    private let serializers: SerializerRegistry

    /// Makes the middleware.
    public init(_ serializers: SerializerRegistry) { self.serializers = serializers }

    /// Calls the next responder, and answers if it throws.
    public func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.serializers = serializers
        do {
            return try await next(request, context)
        } catch let error as SerializationError {
            context.logger.error("A value could not be read or sent: \(error.code): \(error.message)")
            return try problem(.internalServerError, nil, to: request)
        } catch let error as HTTPError {
            var response = try problem(error.status, error.body, to: request)
            for field in error.headers where ![.contentType, .contentLength].contains(field.name) {
                response.headers.append(field)
            }
            return response
        }
    }

    private func problem(_ status: HTTPResponse.Status, _ detail: String?, to request: Request) throws -> Response {
        let details = ProblemDetails(title: status.reasonPhrase, status: status.code, detail: detail)
        return try Response(serializers.respond(with: details, to: RequestHead(answering: request)))
    }
}

extension Response {
    /// Makes Hummingbird's response from a registry's.
    init(_ message: ResponseMessage) throws {
        let head = try HTTPResponse(message)
        let body: ResponseBody
        switch message.body {
        case .none: body = ResponseBody()
        case .bytes(let bytes): body = ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        case .file, .stream:
            let stream = try message.body.stream()
            body = ResponseBody(contentLength: stream?.length) { writer in
                if let stream {
                    for try await chunk in stream { try await writer.write(ByteBuffer(bytes: chunk)) }
                }
                try await writer.finish(nil)
            }
        }
        self.init(status: head.status, headers: head.headerFields, body: body)
    }
}
