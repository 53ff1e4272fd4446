public import Mimeograph
import MimeographServer
public import Vapor

extension Application {
    /// Uses a registry for `content.decode`, for `respond(with:)`, and for the descriptions of errors.
    ///
    /// `ContentConfiguration.global` belongs to the whole process, so all its applications read the same formats.
    ///
    /// - Parameter others: Other types that the registry reads, because Vapor knows exact media types only: `text/xml`, or types with the
    ///   suffix `+json`.
    public func use(_ serializers: SerializerRegistry, alsoReading others: [MediaType] = []) {
        storage[SerializersKey.self] = serializers
        ContentConfiguration.global.use(serializers, alsoReading: others)
        middleware.use(NegotiationMiddleware(serializers))
    }

    private struct SerializersKey: StorageKey { typealias Value = SerializerRegistry }

    /// The registry of the application; empty before ``use(_:alsoReading:)``.
    public var serializers: SerializerRegistry { storage[SerializersKey.self] ?? SerializerRegistry() }
}

extension Request {
    /// Makes a response with a value in a format that the client accepts.
    ///
    /// If the client accepts none, the response to GET and HEAD is a 406 that lists the formats, without the given headers. For other
    /// methods, the handler has already made its change, so the client gets the first format instead.
    ///
    /// - Throws: `SerializationError` if the value cannot be written, a mistake of the server.
    public func respond(
        with value: some Encodable,
        status: HTTPResponseStatus = .ok,
        headers: HTTPHeaders = [:]
    ) throws -> Response {
        let (serializers, code) = (application.serializers, Int(status.code))
        var message = try serializers.respond(with: value, to: RequestHead(self), status: code)
        if message.status != code, method != .GET, method != .HEAD {
            message = try serializers.respond(with: value, to: RequestHead(), status: code)
        }
        let response = Response(message)
        if message.status == code {
            response.status = status
            response.add(headers)
        }
        return response
    }

    /// The same for `Content`, which can prepare itself.
    public func respond(
        with content: some Content,
        status: HTTPResponseStatus = .ok,
        headers: HTTPHeaders = [:]
    ) throws -> Response {
        var content = content
        try content.beforeEncode()
        let value: some Encodable = content
        return try respond(with: value, status: status, headers: headers)
    }
}

/// A middleware that answers failed requests with problem documents (RFC 9457), in a format that the client accepts.
///
/// For an ``UnreadableBody``, the problem describes what is wrong with the request, and a 415 lists the formats that the server reads. An
/// `AbortError` becomes a problem, too. Any other `SerializationError` is a mistake of the server: the client gets a 500, the log the
/// details. Vapor handles other errors.
public struct NegotiationMiddleware: AsyncMiddleware {
    private let serializers: SerializerRegistry

    /// Makes the middleware.
    public init(_ serializers: SerializerRegistry) { self.serializers = serializers }

    /// Calls the next responder, and answers if it throws.
    public func respond(to request: Request, chainingTo next: any AsyncResponder) async throws -> Response {
        // Vapor compares media types with regard to case.
        if let type = HeaderFields(request.headers).contentType {
            request.headers.replaceOrAdd(name: .contentType, value: type.description)
        }
        do {
            return try await next.respond(to: request)
        } catch let error as UnreadableBody {
            return Response(serializers.respond(with: error.cause, to: RequestHead(request)))
        } catch let error as SerializationError {
            request.logger.report(error: error)
            return try problem(Abort(.internalServerError, reason: "The server made a mistake."), RequestHead(request))
        } catch let error as any AbortError {
            request.logger.report(error: error)
            let isUnread = error.status == .unsupportedMediaType && !Self.hasDecoder(for: request)
            let response = isUnread ? unread(RequestHead(request)) : try problem(error, RequestHead(request))
            response.add(error.headers)
            return response
        }
    }

    private static func hasDecoder(for request: Request) -> Bool {
        request.headers.contentType.flatMap { try? ContentConfiguration.global.requireDecoder(for: $0) } != nil
    }

    /// The answer if Vapor finds no coder. The registry knows which types it reads.
    private func unread(_ head: RequestHead) -> Response {
        let message = "The request has no media type that is read here."
        return Response(serializers.respond(with: SerializationError(.unsupportedMediaType, message), to: head))
    }

    private func problem(_ error: any AbortError, _ head: RequestHead) throws -> Response {
        let status = Int(error.status.code)
        let details = ProblemDetails(title: error.status.reasonPhrase, status: status, detail: error.reason)
        return Response(try serializers.respond(with: details, to: head))
    }
}

extension HeaderFields {
    /// Makes the same fields. The server has checked that they are valid.
    init(_ headers: HTTPHeaders) {
        self.init()
        for (name, value) in headers { try? append(name, value) }
    }
}

extension RequestHead {
    init(_ request: Request) {
        let method = Mimeograph.HTTPMethod(rawValue: request.method.rawValue)
        self.init(method: method, target: request.url.string, fields: HeaderFields(request.headers))
    }
}

extension Response {
    /// Makes Vapor's response from a registry's, whose body is bytes.
    convenience init(_ message: ResponseMessage) {
        var headers = HTTPHeaders()
        for field in message.fields { headers.add(name: field.name, value: field.value) }
        let status = HTTPResponseStatus(statusCode: message.status)
        guard case .bytes(let bytes) = message.body else {
            self.init(status: status, headers: headers)
            return
        }
        self.init(status: status, headers: headers, body: Body(data: Data(bytes)))
    }

    /// Adds fields, except those that describe the body.
    func add(_ headers: HTTPHeaders) {
        let others = ["content-type", "content-length", "content-encoding", "content-range"]
        for (name, value) in headers where !others.contains(name.lowercased()) {
            self.headers.add(name: name, value: value)
        }
    }
}
