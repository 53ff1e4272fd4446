import HTTPTypesAdapter
public import Hummingbird
public import Mimeograph
import MimeographServer

/// Answers requests that failed with problem documents (RFC 9457), in a form that the client accepts.
///
/// A `SerializationError` tells the client what is wrong with its request, a 415 also what could be read. What a handler
/// throws as an `HTTPError` becomes a problem too. Other errors are Hummingbird's affair, and say nothing about the server.
public struct ProblemMiddleware<Context: RequestContext>: RouterMiddleware {
    private let serializers: SerializerRegistry

    /// Makes the middleware; the problems are written by what is registered.
    public init(_ serializers: SerializerRegistry) { self.serializers = serializers }

    /// Lets the others answer, and answers where they throw.
    public func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as SerializationError {
            if error.suggestedStatus >= 500 {
                // The server's own mistake: the log is told what it is, and the client that there is one.
                context.logger.error("A value could not be sent: \(error.code): \(error.message)")
                return try problem(.internalServerError, nil, to: request)
            }
            return try Response(serializers.respond(with: error, to: RequestHead(request.head)))
        } catch let error as HTTPError {
            var response = try problem(error.status, error.body, to: request)
            response.headers.append(contentsOf: error.headers)
            return response
        }
    }

    private func problem(_ status: HTTPResponse.Status, _ detail: String?, to request: Request) throws -> Response {
        let details = ProblemDetails(title: status.reasonPhrase, status: status.code, detail: detail)
        let head = try RequestHead(request.head)
        var message = try serializers.respond(with: details, to: head, status: status.code)
        if message.status != status.code {
            // None of the forms is accepted: the first one is better than no explanation. Source: RFC 9110 §12.5.1.
            message = try serializers.respond(with: details, to: RequestHead(), status: status.code)
        }
        if let type = message.fields.contentType {
            if type.isJSON { message.fields["Content-Type"] = "application/problem+json" }
            if type.isXML { message.fields["Content-Type"] = "application/problem+xml" }
        }
        return try Response(message)
    }
}
