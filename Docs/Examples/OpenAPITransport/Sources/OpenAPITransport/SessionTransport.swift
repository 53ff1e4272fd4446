public import Foundation
public import HTTPTypes
import HTTPTypesAdapter
public import Mimeograph
public import MimeographSession
public import OpenAPIRuntime

/// A transport that sends the requests of a generated client with a session.
///
/// ```swift
/// let client = Client(
///     serverURL: try Servers.Server1.url(),
///     configuration: Configuration(xmlCoder: XMLFormatCoder()),
///     transport: SessionTransport()
/// )
/// ```
/// Bodies are streams in both directions, no faster than the other end reads them. Cancelling the task, or releasing the body of a
/// response, ends the exchange. The session handles redirects, challenges, cookies, retries and the security policy. If it sends a
/// body again, it reads an `HTTPBody` from the beginning, and throws if that can be read only once.
///
/// The transport does not decode content codings, so it requests none, whatever the configuration of the session says.
public struct SessionTransport: ClientTransport {
    /// The session.
    public let session: SessionManager
    /// The maximum size of a response body, in bytes, or nil for no limit. The runtime itself reads JSON and XML bodies of any size into
    /// memory.
    public var bodyLimit: Int?
    /// The types of bodies without a limit, because a client reads them as streams.
    public var streamedTypes: [MediaRange] = ["text/event-stream", "application/jsonl", "application/json-seq"]

    private let configuration: SessionConfiguration

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - session: The session, with its configuration.
    ///   - bodyLimit: The most bytes of a response body, or nil for no limit.
    public init(
        session: SessionManager = SessionManager(),
        bodyLimit: Int? = DecodingLimits.standard.inputBytes
    ) {
        self.session = session
        self.bodyLimit = bodyLimit
        var configuration = session.configuration
        configuration.codings = ContentCodings()
        self.configuration = configuration
    }

    /// Sends a request, and returns the response when its head arrives.
    ///
    /// - Throws: `SessionError`, which is the `underlyingError` of the client's `ClientError`. Reading the body of the response
    ///   throws it, too.
    public func send(
        _ request: HTTPRequest,
        body: HTTPBody?,
        baseURL: URL,
        operationID: String
    ) async throws -> (HTTPResponse, HTTPBody?) {
        let message = RequestMessage(
            method: HTTPMethod(rawValue: request.method.rawValue),
            url: try Self.url(of: request, relativeTo: baseURL),
            fields: try Self.wrapping { () throws(SerializationError) in try HeaderFields(request.headerFields) },
            body: body.map { .stream(BodyStream($0)) } ?? .none
        )
        let response = try await session.response(for: message, configuration: configuration)
        let head = try Self.wrapping { () throws(SerializationError) in try HTTPResponse(response.head) }
        let isEmpty = request.method == .head || [204, 304].contains(response.head.status)
        if isEmpty { return (head, nil) }
        let length = head.headerFields[.contentLength].flatMap { Int64($0) }
        let isStreamed = response.head.contentType.map { type in streamedTypes.contains { $0.contains(type) } } ?? false
        let limit = isStreamed ? Int.max : bodyLimit ?? .max
        if let length, length > limit { throw SessionError.bodyTooLarge(limit) }
        return (
            head,
            HTTPBody(
                LimitedBody(body: response.body, limit: limit),
                length: length.map { .known($0) } ?? .unknown,
                iterationBehavior: .single
            )
        )
    }

    /// Returns the URL of a request, whose path begins with a slash and continues the path of the server.
    private static func url(of request: HTTPRequest, relativeTo base: URL) throws(SessionError) -> String {
        guard let path = request.path, path.hasPrefix("/"), base.query == nil, base.fragment == nil else {
            throw SessionError(.invalidURL, "The path does not begin with a slash, or the server's URL has a query.")
        }
        return
            "\(base.absoluteString.hasSuffix("/") ? String(base.absoluteString.dropLast()) : base.absoluteString)\(path)"
    }

    private static func wrapping<Value>(_ work: () throws(SerializationError) -> Value) throws(SessionError) -> Value {
        do { return try work() } catch { throw SessionError(error) }
    }
}
