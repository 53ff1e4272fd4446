import Mimeograph
import MimeographEventStream
import MimeographSession
import MimeographSupport

extension EventSource {
    /// The most bytes of the body of an error that are read, in bytes.
    private static let errorBodyLimit = 1 << 20

    /// The manager without a cache: what it has stored is no stream, and a stream is nothing to store.
    ///
    /// Source: WHATWG HTML §9.2.2, step 9: the request's cache mode is "no-store".
    var uncachedManager: HTTPSessionManager {
        var manager = manager
        if manager.configuration.cache != nil { manager.configuration.cache = nil }
        return manager
    }

    /// The request of the next connection.
    ///
    /// - Parameter message: The request without what changes from one connection to the next; written where it is nil.
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
            // What caches on the way are told by the cache mode. Source: Fetch §4.6, "HTTP-network-or-cache fetch".
            if !fields.contains("Cache-Control") { written.fields["Cache-Control"] = "no-cache" }
            // Coders hold back what they compress, and the limits on what they expand to count for a stream as a whole.
            if !fields.contains("Accept-Encoding") { written.fields["Accept-Encoding"] = "identity" }
            message = written
        }
        let id = lastEventID
        if !id.isEmpty { written.fields["Last-Event-ID"] = id }
        return written
    }

    /// Returns the error of a response of another status than 200, with what the server says about it.
    func statusError(_ response: SessionResponse) async -> SessionError {
        await manager.statusError(of: response, accepting: StatusCodes(200), bodyLimit: Self.errorBodyLimit)
    }

    /// Throws where a response is no event stream, whatever else the manager takes.
    ///
    /// Source: WHATWG HTML §9.2.2, step 15.
    func check(contentTypeOf head: ResponseHead) throws(SerializationError) {
        let validation = ResponseValidation(
            statusCodes: StatusCodes(200),
            contentTypes: .ranges(["text/event-stream"])
        )
        guard var error = validation.failure(of: head, bodyIsEmpty: false) else { return }
        error.remedy = "Check the URL, and what the request has to say for the server to stream events."
        throw error
    }

    /// What reads the stream of a response, from where the last one ended.
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
