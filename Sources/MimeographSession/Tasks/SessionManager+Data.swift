public import Mimeograph

extension SessionManager {
    /// Sends a request and returns the whole body of the response, with its content codings decoded.
    ///
    /// Every status is a response; nothing is validated. A body with an unknown coding is returned encoded if the request has no
    /// Accept-Encoding. A configuration with codings adds that field.
    ///
    /// - Parameters:
    ///   - request: The request, with an absolute URL. The body may be bytes, a file or a stream.
    ///   - configuration: The configuration of the request; nil for the session's.
    /// - Throws: ``SessionError``, with the code ``SessionError/Code/limitExceeded`` for a body larger than the configuration's
    ///   limits.
    public func data(
        for request: RequestMessage,
        configuration: SessionConfiguration? = nil
    ) async throws(SessionError) -> ValueResponse<[UInt8]> {
        try await run(request, configuration.map(ConfigurationSnapshot.init)) { (job) throws(SessionError) in
            try await job.data(request)
        }
    }

    /// Sends a request and reads the whole body of the response in a task of its own.
    ///
    /// It does the same as ``data(for:configuration:)``. ``uploadTask(_:from:configuration:)`` does the same with a body that you
    /// pass separately.
    public func dataTask(
        _ request: RequestMessage,
        configuration: SessionConfiguration? = nil
    ) -> SessionTask<ValueResponse<[UInt8]>> {
        start(request, configuration.map(ConfigurationSnapshot.init)) { (job) throws(SessionError) in
            try await job.data(request)
        }
    }

    /// Sends a request whose body is a file, and returns the whole body of the response.
    public func upload(
        _ request: RequestMessage,
        fromFile path: String,
        configuration: SessionConfiguration? = nil
    ) async throws(SessionError) -> ValueResponse<[UInt8]> {
        try await data(for: request.with(.file(path: path)), configuration: configuration)
    }

    /// Sends a request with a body, and returns the whole body of the response.
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

    /// Sends a request and returns the response when its head arrives.
    ///
    /// Content codings are not decoded. If the session is invalidated with `cancelling`, the body ends with an error. The request
    /// is under way, and keeps the session alive, until the body has ended or is discarded.
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
    /// Returns the whole body of the response, with its content codings decoded.
    func data(_ request: RequestMessage) async throws(SessionError) -> ValueResponse<[UInt8]> {
        let (head, body, trailers) = try await read(request)
        transferState.finish()
        return ValueResponse(value: body, head: head, metrics: transferState.metrics, trailers: trailers)
    }

    /// Does the same for one of several requests, without ending the job.
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
                // Without Accept-Encoding the caller has not chosen any codings, and gets the bytes as they arrive.
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
