public import Mimeograph

extension SessionManager {
    /// Downloads into a file.
    ///
    /// The body goes straight to the disk. The file gets its name when it is whole: a response of an unacceptable status leaves
    /// nothing there, and neither does a failure. Where the download could go on later, the error says how: see
    /// ``SessionError/resumption``. Content codings are not asked for, and not undone.
    ///
    /// - Parameters:
    ///   - request: The request; its URL is absolute.
    ///   - destination: Where the file goes.
    ///   - resumption: What an earlier attempt left. Where the server's file is another one by now, or what it sends is not the rest
    ///     of this one, the part is removed and the file comes from its beginning. If another download writes to the
    ///     part, this one begins a part of its own.
    ///   - validation: Which responses are acceptable. Default: status 200–299, any content type.
    ///   - configuration: What it is sent with; nil takes the session's.
    /// - Returns: The path of the file, with the response.
    /// - Throws: ``SessionError``; of the code ``SessionError/Code/downloadMoveFailed`` where the file cannot be put there, or what is there is no regular file,
    ///   ``SessionError/Code/fileNotWritable`` where it cannot be written, ``SessionError/Code/connectionLost`` where less came
    ///   than the file has, ``SessionError/Code/invalidResponse`` for a part that was not asked for.
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

    /// Downloads into a file in a task of its own, which can be watched, suspended, and stopped so that it can go on later.
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
            // A part of an earlier attempt is still there where the last one got no response.
            if error.resumption == nil { error.resumption = download.resumption }
            if [.downloadMoveFailed, .destinationExists, .invalidDestination].contains(error.code) {
                emit(.destinationFailed(task: job.id, error: error))
            }
            throw error
        }
    }

    private typealias DownloadedFile = (path: String, head: ResponseHead, trailers: HeaderFields)

    /// The most parts of a file whose length the server never says. Each is at least a byte more.
    private static var mostParts: Int { 100 }

    /// The download; where the server has no rest for the part that is there, once more from its beginning.
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
    /// Ends a download and keeps what came of it, where it can go on later.
    ///
    /// - Returns: How it can go on; nil where it cannot, or is over already.
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
    /// The error for a response that a validation does not accept.
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
