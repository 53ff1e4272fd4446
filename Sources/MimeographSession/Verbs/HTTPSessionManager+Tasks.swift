public import Mimeograph
public import MimeographForm

extension HTTPSessionManager {
    /// Sends a request in a task of its own, which can be watched, suspended and cancelled.
    ///
    /// The task fails if the request cannot be made. It takes the parameters of a verb, and any method:
    ///
    /// ```swift
    /// let task = api.task(.post, "photos", .multipart(form), as: Photo.self).onUploadProgress { print($0) }
    /// let photo = try await task.value.value
    /// ```
    public func task<Value: Sendable>(
        _ method: HTTPMethod,
        _ path: String,
        _ content: RequestContent = .none,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        uploadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        downloadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        as type: Value.Type = Value.self
    ) -> SessionTask<ValueResponse<Value>> {
        let options = RequestOptions(
            query: query,
            headers: headers,
            uploadProgress: uploadProgress,
            downloadProgress: downloadProgress
        )
        let made = Result { () throws(SessionError) in
            let accept = serializerCache.accept(for: type, in: serializers)
            return try resolved(method, path, content, options, accept: accept)
        }
        let message = (try? made.get()) ?? RequestMessage(method: method, url: path, fields: headers)
        return session.start(message, snapshot) { (job) throws(SessionError) in
            _ = try made.get()
            job.observe(options)
            return try await value(job, message)
        }
    }
}

// MARK: - Downloads

extension HTTPSessionManager {
    /// Downloads into a file; see ``SessionManager/download(_:to:resuming:validation:configuration:)``.
    ///
    /// The registry's validation decides which statuses are acceptable. Any content type is acceptable.
    ///
    /// - Parameters:
    ///   - path: A path relative to the base, or an absolute URL.
    ///   - destination: The location of the file.
    ///   - query: Parameters that are added to the URL.
    ///   - headers: Fields of this request; each replaces the manager's field of that name.
    ///   - resumption: The resumption of an earlier attempt.
    ///   - downloadProgress: Receives the progress of the file, on any thread.
    /// - Throws: ``SessionError``, with the value that an error body rule decodes from the body of an unacceptable response.
    @discardableResult
    public func download(
        _ path: String,
        to destination: DownloadDestination,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        resuming resumption: DownloadResumption? = nil,
        downloadProgress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(SessionError) -> ValueResponse<String> {
        let message = try request(.get, path, query: query, headers: headers)
        let download = download(destination, resumption)
        return try await session.run(message, snapshot) { (job) throws(SessionError) in
            job.observe(RequestOptions(downloadProgress: downloadProgress))
            return try await session.carryOut(download, message, job)
        }
    }

    /// Downloads into a file in a task of its own. The task fails if the request cannot be made.
    public func downloadTask(
        _ path: String,
        to destination: DownloadDestination,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        resuming resumption: DownloadResumption? = nil
    ) -> SessionTask<ValueResponse<String>> {
        let made = Result { () throws(SessionError) in try request(.get, path, query: query, headers: headers) }
        let message = (try? made.get()) ?? RequestMessage(url: path, fields: headers)
        let download = download(destination, resumption)
        let session = session
        return session.start(message, snapshot) { (job) throws(SessionError) in
            _ = try made.get()
            return try await session.carryOut(download, message, job)
        }
    }

    private func download(_ destination: DownloadDestination, _ resumption: DownloadResumption?) -> Download {
        let validation = ResponseValidation(statusCodes: serializers.validation.statusCodes, contentTypes: .any)
        return Download(
            destination: destination,
            resuming: resumption,
            validation: validation,
            errorBodyLimit: serializerCache.largestBody,
            digests: configuration.digests
        ) { [serializers] in serializers.sessionError(of: $0, body: $1) }
    }
}
