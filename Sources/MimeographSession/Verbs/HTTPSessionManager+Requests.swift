public import Mimeograph
public import MimeographForm

extension HTTPSessionManager {
    /// Makes a request without sending it: resolves the URL, adds the fields and the query, and writes the content.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: A path relative to the base, or an absolute URL; see ``allowedOrigins`` for a URL of another origin.
    ///   - content: The content of the request.
    ///   - query: Parameters that are added to the URL.
    ///   - headers: Fields of this request; each replaces the manager's field of that name.
    ///   - accept: The value of Accept, unless another field sets it.
    /// - Throws: ``SessionError`` with the code ``SessionError/Code/invalidURL`` or ``SessionError/Code/serialization``.
    public func request(
        _ method: HTTPMethod,
        _ path: String,
        _ content: RequestContent = .none,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        accept: AcceptField? = nil
    ) throws(SessionError) -> RequestMessage {
        let options = RequestOptions(query: query, headers: headers)
        return try resolved(method, path, content, options, accept: accept?.description)
    }

    /// Writes a request and resolves its URL.
    ///
    /// - Parameter accept: The Accept field, unless the request has one; nil or empty for none.
    func resolved(
        _ method: HTTPMethod,
        _ path: String,
        _ content: RequestContent,
        _ options: RequestOptions,
        accept: String?
    ) throws(SessionError) -> RequestMessage {
        var message = try written(method, path, content, options, accept: accept)
        _ = try resolve(&message)
        return message
    }

    /// Writes a request without resolving its URL.
    ///
    /// - Parameter accept: The Accept field, unless the request has one; nil or empty for none.
    func written(
        _ method: HTTPMethod,
        _ path: String,
        _ content: RequestContent,
        _ options: RequestOptions,
        accept: String?
    ) throws(SessionError) -> RequestMessage {
        let headers = options.headers
        var message: RequestMessage
        do throws(SerializationError) {
            message = try requestSerializer.request(method, path, parameters: options.query, in: .url, fields: headers)
            if let accept, !accept.isEmpty, !message.fields.contains("Accept") { message.fields["Accept"] = accept }
            try content.write(&message, self)
        } catch {
            throw SessionError(error).about(method, path)
        }
        if leavesHome(message.url) { RedirectRules.removeSecrets(from: &message.fields, except: headers) }
        return message
    }

    /// Whether the URL's origin must not receive the manager's secrets.
    private func leavesHome(_ url: String) -> Bool {
        // Most paths have neither a scheme nor a host.
        guard let home, url.contains(ascii: ":") || url.beginsWithBytes(of: "//"),
            let target = try? RequestURL(url, relativeTo: home.base)
        else { return false }
        return !home.contain(target)
    }

    /// Sends a request with any method, and returns the value of the response together with the response.
    ///
    /// ```swift
    /// let response = try await api.response(.get, "users/7", as: User.self)
    /// let head = try await api.response("PURGE", "users/7", as: Void.self).head
    /// ```
    /// - Parameters:
    ///   - method: The method.
    ///   - path: A path relative to the base, or an absolute URL.
    ///   - content: The content of the request.
    ///   - query: Parameters that are added to the URL.
    ///   - headers: Fields of this request; each replaces the manager's field of that name.
    ///   - uploadProgress: Receives the progress of the request body, on any thread.
    ///   - downloadProgress: Receives the progress of the response body, on any thread.
    ///   - onInterimResponse: Receives each interim response (1xx), such as `103 Early Hints`, on any thread.
    ///   - type: The type of the value.
    public func response<Value: Sendable>(
        _ method: HTTPMethod,
        _ path: String,
        _ content: RequestContent = .none,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        uploadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        downloadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        onInterimResponse: (@Sendable (ResponseHead) -> Void)? = nil,
        as type: Value.Type = Value.self
    ) async throws(SessionError) -> ValueResponse<Value> {
        let options = RequestOptions(
            query: query,
            headers: headers,
            uploadProgress: uploadProgress,
            downloadProgress: downloadProgress,
            onInterimResponse: onInterimResponse
        )
        return try await send(method, path, content, options)
    }

    /// Sends a request message, and returns the value of the response together with the response.
    ///
    /// - Parameters:
    ///   - message: The request. Its URL is relative to the base, or absolute. The manager adds no fields to it.
    ///   - type: The type of the value.
    public func response<Value: Sendable>(
        for message: RequestMessage,
        as type: Value.Type = Value.self
    ) async throws(SessionError) -> ValueResponse<Value> {
        try await send(message, RequestOptions())
    }

    /// Returns the value that the content type of the response alone determines: a JSON document, an XML document, an image.
    public func anyValue(
        _ path: String,
        method: HTTPMethod = .get,
        _ content: RequestContent = .none,
        query: QueryValue = .null,
        headers: HeaderFields = [:]
    ) async throws(SessionError) -> ValueResponse<any Sendable> {
        let message = try request(method, path, content, query: query, headers: headers)
        return try await session.run(message, snapshot) { (job) throws(SessionError) in
            let (value, head, trailers): (any Sendable, ResponseHead, HeaderFields) = try await job.pipeline.perform(
                message
            ) { (response) throws(SessionError) in
                let body = try await collect(response)
                do throws(SerializationError) {
                    let value = try serializers.anyValue(from: body, head: response.head)
                    return (value, response.head, response.trailers)
                } catch {
                    throw SessionError(error)
                }
            }
            job.transferState.finish()
            return ValueResponse(value: value, head: head, metrics: job.transferState.metrics, trailers: trailers)
        }
    }
}

extension HTTPSessionManager {
    /// Sends a request whose Accept field lists the formats that the serializers of its value read.
    func send<Value: Sendable>(
        _ method: HTTPMethod,
        _ path: String,
        _ content: RequestContent,
        _ options: RequestOptions
    ) async throws(SessionError) -> ValueResponse<Value> {
        try await send(
            method,
            path,
            content,
            options,
            accept: serializerCache.accept(for: Value.self, in: serializers)
        )
    }

    /// Sends a request for the head of its response, without an Accept field from the serializers.
    func sendForHead(
        _ method: HTTPMethod,
        _ path: String,
        _ content: RequestContent,
        _ options: RequestOptions
    ) async throws(SessionError) -> ResponseHead {
        let nothing: ValueResponse<Void> = try await send(method, path, content, options, accept: nil)
        return nothing.head
    }

    /// Sends a request. A QUERY is sent once more if the server rejects its format and lists one that can be written.
    private func send<Value: Sendable>(
        _ method: HTTPMethod,
        _ path: String,
        _ content: RequestContent,
        _ options: RequestOptions,
        accept: String?
    ) async throws(SessionError) -> ValueResponse<Value> {
        let message = try written(method, path, content, options, accept: accept)
        guard method == .query else { return try await send(message, options) }
        let rewritten: RequestMessage?
        do throws(SessionError) {
            return try await send(message, options)
        } catch {
            rewritten = self.rewritten(message, after: error) { () throws(SessionError) in
                try written(method, path, content, options, accept: accept)
            }
            guard rewritten != nil else { throw error }
        }
        return try await send(rewritten ?? message, options)
    }

    private func send<Value: Sendable>(
        _ message: RequestMessage,
        _ options: RequestOptions
    ) async throws(SessionError) -> ValueResponse<Value> {
        var message = message
        let parsedURL = try resolve(&message)
        return try await session.run(message, snapshot, parsedURL: parsedURL) { (job) throws(SessionError) in
            job.observe(options)
            return try await value(job, message)
        }
    }
}

extension HTTPSessionManager {
    /// Makes the URL of a message absolute.
    ///
    /// - Returns: The URL; nil if the manager has no base, because the URL was not parsed then.
    func resolve(_ message: inout RequestMessage) throws(SessionError) -> ParsedURL? {
        guard let base else { return nil }
        let url = try RequestURL(message.url, relativeTo: base.url)
        let parsed = ParsedURL(text: url.textWithCredential, url: url)
        message.url = parsed.text
        return parsed
    }

    nonisolated(nonsending) func value<Value: Sendable>(
        _ job: SessionManager.Job,
        _ message: RequestMessage
    ) async throws(SessionError) -> ValueResponse<Value> {
        // The closure returns a struct, because the metadata of a generic tuple is looked up at each call.
        try await job.pipeline.perform(message) { (response) throws(SessionError) in
            let value: Value = try await decode(response, to: message.method)
            job.transferState.finish()
            return ValueResponse(
                value: value,
                head: response.head,
                metrics: job.transferState.metrics,
                trailers: response.trailers
            )
        }
    }

    private nonisolated(nonsending) func decode<Value: Sendable>(
        _ response: SessionResponse,
        to method: HTTPMethod
    ) async throws(SessionError) -> Value {
        let body = try await collect(response)
        if method == .get || method == .query, [404, 410].contains(response.head.status),
            !serializers.validation.statusCodes.contains(response.head.status),
            let optional = Value.self as? any OptionalType.Type, let nothing = optional.nilValue as? Value
        {
            return nothing
        }
        do throws(SerializationError) {
            return try serializers.read(Value.self, from: body.span, head: response.head)
        } catch {
            // A caller that wants bytes and has no codings gets the bytes as they arrive.
            if error.code == .unsupportedContentCoding, configuration.acceptEncoding == nil, Value.self == [UInt8].self
            {
                var head = response.head
                head.contentCodingsUndone = true
                if let bytes = try? serializers.read(Value.self, from: body.span, head: head) { return bytes }
            }
            throw SessionError(error)
        }
    }

    /// Returns the body. If the body is too large and the status is unacceptable, the error is that of the status.
    private nonisolated(nonsending) func collect(_ response: SessionResponse) async throws(SessionError) -> [UInt8] {
        learnQueryTypes(from: response.head)
        do throws(SessionError) {
            return try await response.body.collect(atMost: serializerCache.largestBody)
        } catch {
            guard error.code == .limitExceeded, let status = serializers.validation.statusError(response.head) else {
                var failure = error
                failure.head = response.head
                throw failure
            }
            throw SessionError(status)
        }
    }

    /// Returns the error for a response with an unacceptable status, with its body and the value that an error body rule decodes.
    ///
    /// - Parameters:
    ///   - bodyLimit: The most bytes of the body to read; a longer body is left out. Nil for the serializers' largest limit.
    ///     the serializers.
    package func statusError(
        of response: SessionResponse,
        accepting statusCodes: StatusCodes? = nil,
        bodyLimit: Int? = nil
    ) async -> SessionError {
        let body = await response.body.collectError(atMost: bodyLimit ?? serializerCache.largestBody)
        return serializers.sessionError(of: response.head, body: body, accepting: statusCodes)
    }
}

extension SerializerRegistry {
    func sessionError(
        of head: ResponseHead,
        body: [UInt8],
        accepting statusCodes: StatusCodes? = nil
    ) -> SessionError {
        guard let error = statusError(of: head, body: body.span, accepting: statusCodes) else {
            return SessionError(.unacceptableStatus, "The status \(head.status) is not acceptable.")
        }
        return SessionError(error)
    }
}

extension SessionManager.Job {
    /// Registers the closures of the options, which are called while the request is under way.
    func observe(_ options: RequestOptions) {
        if let observer = options.uploadProgress { transferState.observe(.sending, observer) }
        if let observer = options.downloadProgress { transferState.observe(.receiving, observer) }
        if let observer = options.onInterimResponse { transferState.observeInterimResponses(observer) }
    }
}

extension RequestURL {
    /// The URL with its user and password, which the session takes out later.
    var textWithCredential: String {
        guard let userInformation else { return text }
        return "\(scheme)://\(userInformation)@\(authority)\(target)"
    }
}
