public import Mimeograph

extension SessionManager {
    /// Sends a request and reads the whole body of the response, content codings undone.
    ///
    /// Every status is a response; nothing is validated. A coding that is not known is left to the caller where the request has no
    /// Accept-Encoding, which a configuration with codings adds.
    ///
    /// - Parameters:
    ///   - request: The request; its URL is absolute. Bodies of bytes, files and streams are sent alike.
    ///   - configuration: What it is sent with; nil takes the session's.
    /// - Throws: ``SessionError``; of the code ``SessionError/Code/limitExceeded`` for a body larger than the configuration's
    ///   limits.
    public func data(
        for request: RequestMessage,
        configuration: SessionConfiguration? = nil
    ) async throws(SessionError) -> ValueResponse<[UInt8]> {
        try await run(request, configuration.map(ConfigurationSnapshot.init)) { (job) throws(SessionError) in
            try await job.data(request)
        }
    }

    /// Sends a request, and reads the body in a task of its own.
    ///
    /// It is what ``data(for:configuration:)`` does; uploads are such tasks too.
    public func dataTask(
        _ request: RequestMessage,
        configuration: SessionConfiguration? = nil
    ) -> SessionTask<ValueResponse<[UInt8]>> {
        start(request, configuration.map(ConfigurationSnapshot.init)) { (job) throws(SessionError) in
            try await job.data(request)
        }
    }

    /// Sends a request whose body is a file, and reads the whole body of the response.
    ///
    /// - Throws: ``SessionError``.
    public func upload(
        _ request: RequestMessage,
        fromFile path: String,
        configuration: SessionConfiguration? = nil
    ) async throws(SessionError) -> ValueResponse<[UInt8]> {
        try await data(for: request.with(.file(path: path)), configuration: configuration)
    }

    /// Sends a request with a body, and reads the whole body of the response.
    ///
    /// - Throws: ``SessionError``.
    public func upload(
        _ request: RequestMessage,
        from body: MessageBody,
        configuration: SessionConfiguration? = nil
    ) async throws(SessionError) -> ValueResponse<[UInt8]> {
        try await data(for: request.with(body), configuration: configuration)
    }

    /// Sends a request with a body in a task of its own.
    public func uploadTask(
        _ request: RequestMessage,
        from body: MessageBody,
        configuration: SessionConfiguration? = nil
    ) -> SessionTask<ValueResponse<[UInt8]>> {
        dataTask(request.with(body), configuration: configuration)
    }

    /// Sends a request and gives the response as soon as its head is there.
    ///
    /// Content codings are not undone. The body ends with an error when the session is invalidated with cancelling. The request is
    /// under way, and keeps the session, until the body has ended or is dropped.
    ///
    /// - Throws: ``SessionError``.
    public func response(
        for request: RequestMessage,
        configuration: SessionConfiguration? = nil
    ) async throws(SessionError) -> SessionResponse {
        try await response(for: request, configuration.map(ConfigurationSnapshot.init), parsedURL: nil)
    }

    func response(
        for request: RequestMessage,
        _ configuration: ConfigurationSnapshot?,
        parsedURL: ParsedURL?
    ) async throws(SessionError) -> SessionResponse {
        try await run(request, configuration, parsedURL: parsedURL, endsWithBody: true) {
            (job) throws(SessionError) in
            let response = try await job.pipeline.perform(request) { (response) throws(SessionError) in response }
            watch(response.body, response.head, of: job, request)
            return response
        }
    }
}

extension RequestMessage {
    fileprivate func with(_ body: MessageBody) -> RequestMessage {
        var message = self
        message.body = body
        return message
    }
}

extension SessionManager.Job {
    /// The whole body of the response, content codings undone.
    func data(_ request: RequestMessage) async throws(SessionError) -> ValueResponse<[UInt8]> {
        let (head, body, trailers) = try await read(request)
        transferState.finish()
        return ValueResponse(value: body, head: head, metrics: transferState.metrics, trailers: trailers)
    }

    /// The same for one of several requests, after which others may follow.
    func read(
        _ request: RequestMessage
    ) async throws(SessionError) -> (head: ResponseHead, body: [UInt8], trailers: HeaderFields) {
        try await pipeline.perform(request) { (response) throws(SessionError) in
            let limits = pipeline.configuration.limits
            let raw = try await response.body.collect(atMost: limits.inputBytes)
            do throws(SerializationError) {
                var head = response.head
                guard let plain = try pipeline.configuration.codings.decode(raw.span, head: head, limits: limits) else {
                    return (head, raw, response.trailers)
                }
                head.contentCodingsUndone = true
                return (head, plain, response.trailers)
            } catch {
                // Without Accept-Encoding the caller has said nothing of codings, and takes the bytes as they come.
                if error.code == .unsupportedContentCoding, !request.fields.contains("Accept-Encoding"),
                    pipeline.configuration.acceptEncoding == nil
                {
                    return (response.head, raw, response.trailers)
                }
                var failure = SessionError(error)
                failure.head = response.head
                failure.body = raw
                throw failure
            }
        }
    }
}
