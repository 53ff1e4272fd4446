import Mimeograph
import MimeographEventStream
import MimeographSession
import MimeographSupport

extension EventSource {
    /// The largest number of bytes that are read of the body of an error response.
    private static let errorBodyLimit = 1 << 20

    /// The manager without a cache: a stored response is not a stream, and a stream cannot be stored.
    ///
    /// Source: WHATWG HTML §9.2.2, step 9: the request's cache mode is "no-store".
    var uncachedManager: HTTPSessionManager {
        var manager = manager
        if manager.configuration.cache != nil { manager.configuration.cache = nil }
        return manager
    }

    /// Returns the request of the next connection.
    ///
    /// - Parameter message: The request without the fields that change from one connection to the next. It is written if it is
    ///   nil.
    /// - Throws: ``SessionError``, of the codes `invalidURL` and `serialization`.
    func connecting(_ message: inout RequestMessage?) throws(SessionError) -> RequestMessage {
        var written: RequestMessage
        if let message {
            written = message
        } else {
            let fields = request.headers
            written = try manager.request(
                request.method,
                request.path,
                request.content,
                query: request.query,
                headers: fields
            )
            if !fields.contains("Accept") { written.fields["Accept"] = "text/event-stream" }
            // Tells caches on the way about the cache mode. Source: Fetch §4.6, "HTTP-network-or-cache fetch".
            if !fields.contains("Cache-Control") { written.fields["Cache-Control"] = "no-cache" }
            // Encoders delay the bytes that they compress, and the expansion limits apply to a stream as a whole.
            if !fields.contains("Accept-Encoding") { written.fields["Accept-Encoding"] = "identity" }
            message = written
        }
        let id = lastEventID
        if !id.isEmpty { written.fields["Last-Event-ID"] = id }
        return written
    }

    /// Returns the error for a response with a status other than 200, including the server's description of it.
    func statusError(_ response: SessionResponse) async -> SessionError {
        await manager.statusError(of: response, accepting: StatusCodes(200), bodyLimit: Self.errorBodyLimit)
    }

    /// Throws if a response is not an event stream, whatever types the manager accepts.
    ///
    /// Source: WHATWG HTML §9.2.2, step 15.
    func check(contentTypeOf head: ResponseHead) throws(SerializationError) {
        let validation = ResponseValidation(
            statusCodes: StatusCodes(200),
            contentTypes: .ranges(["text/event-stream"])
        )
        guard var error = validation.failure(of: head, bodyIsEmpty: false) else { return }
        error.remedy = "Check the URL, and whether the request needs fields or content for the server to stream events."
        throw error
    }

    /// Makes a parser for the stream of a response, which continues after the stream before it.
    func makeParser(for head: ResponseHead) throws(SerializationError) -> any IncrementalParser<StreamItem> {
        let (id, time) = shared.withLock { ($0.lastEventID, $0.reconnectionTime) }
        let limits = manager.serializers.limits
        let parser = StreamItemParser(
            limits: limits,
            lastEventID: id,
            reconnectionTime: time,
            longestID: reconnection.longestID
        )
        return try manager.serializers.codings.parser(undoingCodingsOf: head, before: parser, limits: limits)
    }
}
