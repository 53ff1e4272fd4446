public import Mimeograph

extension SessionManager {
    /// Downloads into a file.
    ///
    /// The body is written directly to disk. The file gets its name when it is complete, so an unacceptable status or a failure
    /// leaves nothing there. If the download can be resumed, the error holds the state: see ``SessionError/resumption``. Content
    /// codings are not requested and not decoded.
    ///
    /// - Parameters:
    ///   - request: The request; its URL is absolute.
    ///   - destination: The destination of the file.
    ///   - resumption: The state that an earlier attempt left. If the server's file has changed, or the response is not the rest
    ///     of the part, the part is removed and the download starts over. If another download writes to the part, this one starts
    ///     a part of its own.
    ///   - validation: The rules for acceptable responses. Default: status 200–299, any content type.
    ///   - configuration: The configuration of the request; nil for the session's.
    /// - Returns: The path of the file, with the response.
    /// - Throws: ``SessionError``. Some examples:
    ///   - ``SessionError/Code/downloadMoveFailed``: the file cannot be moved, or the destination is not a regular file.
    ///   - ``SessionError/Code/fileNotWritable``: the file cannot be written.
    ///   - ``SessionError/Code/connectionLost``: the response ended before the file was complete.
    ///   - ``SessionError/Code/invalidResponse``: the server sent a part that the request did not ask for.
    public func download(
        _ request: RequestMessage,
        to destination: DownloadDestination,
        resuming resumption: DownloadResumption? = nil,
        validation: ResponseValidation = ResponseValidation(contentTypes: .any),
        configuration: SessionConfiguration? = nil
    ) async throws(SessionError) -> ValueResponse<String> {
        let download = download(destination, resumption, validation, configuration)
        return try await run(request, configuration.map(ConfigurationSnapshot.init)) { (job) throws(SessionError) in
            try await self.carryOut(download, request, job)
        }
    }

    /// Downloads into a file in a separate task, which you can observe, suspend, and stop to resume it later.
    ///
    /// ```swift
    /// let resumption = await task.cancelProducingResumption()
    /// ```
    public func downloadTask(
        _ request: RequestMessage,
        to destination: DownloadDestination,
        resuming resumption: DownloadResumption? = nil,
        validation: ResponseValidation = ResponseValidation(contentTypes: .any),
        configuration: SessionConfiguration? = nil
    ) -> SessionTask<ValueResponse<String>> {
        let download = download(destination, resumption, validation, configuration)
        return start(request, configuration.map(ConfigurationSnapshot.init)) { (job) throws(SessionError) in
            try await self.carryOut(download, request, job)
        }
    }

    private func download(
        _ destination: DownloadDestination,
        _ resumption: DownloadResumption?,
        _ validation: ResponseValidation,
        _ configuration: SessionConfiguration?
    ) -> Download {
        Download(
            destination: destination,
            resuming: resumption,
            validation: validation,
            errorBodyLimit: (configuration ?? self.configuration).limits.inputBytes,
            digests: (configuration ?? self.configuration).digests
        ) { head, body in
            SessionError.unacceptable(head, body, validation)
        }
    }

    func carryOut(
        _ download: Download,
        _ request: RequestMessage,
        _ job: Job
    ) async throws(SessionError) -> ValueResponse<String> {
        job.transferState.countApart()
        do throws(SessionError) {
            try download.checkDestination()
            let (path, head, trailers) = try await attempt(download, request, job)
            job.transferState.finish()
            emit(.downloadMoved(task: job.id, path: path))
            return ValueResponse(value: path, head: head, metrics: job.transferState.metrics, trailers: trailers)
        } catch {
            var error = error.about(request.method, request.url)
            if error.code == .cancelled, !job.transferState.keepsPart { download.discard() }
            // If the last attempt got no response, the part of an earlier attempt is still there.
            if error.resumption == nil { error.resumption = download.resumption }
            if [.downloadMoveFailed, .destinationExists, .invalidDestination].contains(error.code) {
                emit(.destinationFailed(task: job.id, error: error))
            }
            throw error
        }
    }

    private typealias DownloadedFile = (path: String, head: ResponseHead, trailers: HeaderFields)

    /// The most parts of a file whose length the server never states. Each adds at least one byte.
    private static var mostParts: Int { 100 }

    /// Downloads the file, and starts over once if the server cannot continue the part.
    private func attempt(
        _ download: Download,
        _ request: RequestMessage,
        _ job: Job
    ) async throws(SessionError) -> DownloadedFile {
        var mayStartOver = true
        for _ in 0..<Self.mostParts {
            do throws(SessionError) {
                let file: DownloadedFile? = try await job.pipeline.perform(
                    request,
                    addsKey: false,
                    prepare: {
                        download.prepare(&$0)
                        job.transferState.verifiesWhole = download.verifiesWhole
                    }
                ) {
                    (response) throws(SessionError) in
                    let file = try await download.finish(response) { job.transferState.keepsPart }
                    return file.map { ($0.path, $0.head, response.trailers) }
                }
                if let file { return file }
            } catch {
                guard mayStartOver, error.code == .resumptionFailed, download.startOver() else { throw error }
                mayStartOver = false
            }
        }
        throw SessionError.shortPart
    }
}

extension SessionTask where Value == ValueResponse<String> {
    /// Stops a download and keeps its part if the download can be resumed later.
    ///
    /// - Returns: The state to resume from; nil if the download cannot be resumed or has already ended.
    public func cancelProducingResumption() async -> DownloadResumption? {
        transferState.keepPart()
        cancel()
        switch await result {
        case .success: return nil
        case .failure(let error): return error.resumption
        }
    }
}

extension SessionError {
    /// The error for a response that the validation rejects.
    fileprivate static func unacceptable(
        _ head: ResponseHead,
        _ body: [UInt8],
        _ validation: ResponseValidation
    ) -> SessionError {
        var error =
            validation.failure(of: head, bodyIsEmpty: false)
            ?? SerializationError(.unacceptableStatus, "The response is not acceptable.")
        error.head = head
        error.body = body
        return SessionError(error)
    }
}
