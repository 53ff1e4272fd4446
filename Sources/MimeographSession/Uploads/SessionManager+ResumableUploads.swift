public import Mimeograph

extension SessionManager {
    /// Sends a body, and resumes the upload after a lost connection if the server supports that.
    ///
    /// ```swift
    /// do {
    ///     let response = try await session.upload(film, from: .file(path: "film.mp4"), resumability: UploadResumability())
    /// } catch {
    ///     try save(error.uploadResumption)     // for another run of the program
    /// }
    /// ```
    /// Every status of the request's resource is a response, as with ``data(for:configuration:)``. The upload resource must have
    /// the request's origin, or be at one of the origins that a manager has allowed.
    ///
    /// - Parameters:
    ///   - request: The request, without trailers; its body is `body`.
    ///   - body: Bytes, a file, or a stream of a source with a length. The session reads lost bytes again.
    ///   - resumability: The number and the times of resumptions.
    ///   - resumption: The resumption of an earlier upload of the same body; nil starts at the beginning.
    ///   - configuration: The configuration of the request; nil for the session's.
    /// - Throws: ``SessionError``, with the code ``SessionError/Code/uploadResumptionFailed`` if the server contradicts itself or
    ///   no longer has the upload. Use its ``SessionError/uploadResumption`` to resume the upload later.
    public func upload(
        _ request: RequestMessage,
        from body: MessageBody,
        resumability: UploadResumability,
        resuming resumption: UploadResumption? = nil,
        configuration: SessionConfiguration? = nil
    ) async throws(SessionError) -> ValueResponse<[UInt8]> {
        try await run(request, configuration.map(ConfigurationSnapshot.init)) { (job) throws(SessionError) in
            try await job.upload(request, body, resumability, resumption)
        }
    }

    /// Sends a body as a resumable upload in a task of its own; see ``upload(_:from:resumability:resuming:configuration:)``.
    ///
    /// The progress is the whole body's. The error of a cancelled task has a ``SessionError/uploadResumption``.
    public func uploadTask(
        _ request: RequestMessage,
        from body: MessageBody,
        resumability: UploadResumability,
        resuming resumption: UploadResumption? = nil,
        configuration: SessionConfiguration? = nil
    ) -> SessionTask<ValueResponse<[UInt8]>> {
        start(request, configuration.map(ConfigurationSnapshot.init)) { (job) throws(SessionError) in
            try await job.upload(request, body, resumability, resumption)
        }
    }

    /// Asks the server to remove an upload that will not be resumed.
    ///
    /// Source: draft-ietf-httpbis-resumable-upload-12 §4.5.
    ///
    /// - Parameters:
    ///   - resumption: The resumption of the upload.
    ///   - request: The request of the upload, whose fields identify the user.
    ///   - configuration: The configuration of the request; nil for the session's.
    /// - Throws: ``SessionError``, with the code ``SessionError/Code/uploadResumptionFailed`` if the server refuses, or if the
    ///   upload has another origin. An upload that no longer exists is not an error.
    public func cancelUpload(
        _ resumption: UploadResumption,
        of request: RequestMessage,
        configuration: SessionConfiguration? = nil
    ) async throws(SessionError) {
        let nothing = UploadBody(unread: resumption.length)
        try await run(request, configuration.map(ConfigurationSnapshot.init)) { (job) throws(SessionError) in
            let upload = try ResumableUpload(request, nothing, UploadResumability(), job)
            try await upload.cancel(resumption)
            job.transferState.finish()
        }
    }
}

extension SessionManager.Job {
    fileprivate func upload(
        _ request: RequestMessage,
        _ body: MessageBody,
        _ resumability: UploadResumability,
        _ resumption: UploadResumption?
    ) async throws(SessionError) -> ValueResponse<[UInt8]> {
        let upload = try ResumableUpload(request, UploadBody(body), resumability, self)
        let answer = try await upload.run(resuming: resumption)
        let received = transferState.metrics.steps.last?.transport.bytesReceived ?? 0
        await transferState.expectToReceive(completed: received, total: received)?
            .waitForCalls(until: transferState.deadline)
        transferState.finish()
        return ValueResponse(
            value: answer.body,
            head: answer.head,
            metrics: transferState.metrics,
            trailers: answer.trailers
        )
    }
}
