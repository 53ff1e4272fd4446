public import Mimeograph

extension SessionManager {
    /// Sends a body, and goes on with it where the connection is lost and the server can do that.
    ///
    /// ```swift
    /// do {
    ///     let response = try await session.upload(film, from: .file(path: "film.mp4"), resumability: UploadResumability())
    /// } catch {
    ///     try save(error.uploadResumption)     // for another run of the program
    /// }
    /// ```
    /// Every status of the resource that the request is for is a response, as with ``data(for:configuration:)``. The upload resource
    /// has to be of the request's origin, or of the origins that a manager has allowed.
    ///
    /// - Parameters:
    ///   - request: The request; its body is `body`. It has no trailers.
    ///   - body: Bytes, a file, or a stream of a source with a length: they are read again from where the server has lost them.
    ///   - resumability: How often and when it goes on.
    ///   - resumption: What an earlier upload of the same body has left; nil begins anew.
    ///   - configuration: What it is sent with; nil takes the session's.
    /// - Throws: ``SessionError``; of the code ``SessionError/Code/uploadResumptionFailed`` where the server contradicts itself, or has
    ///   the upload no more. ``SessionError/uploadResumption`` says how a later upload can go on.
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

    /// Sends a body that goes on in a task of its own; see ``upload(_:from:resumability:resuming:configuration:)``.
    ///
    /// Its progress is that of the whole body. A task that is cancelled ends with an error that has
    /// ``SessionError/uploadResumption``.
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

    /// Tells the server that an upload will not go on, so that it can remove what it has of it.
    ///
    /// Source: draft-ietf-httpbis-resumable-upload-12 §4.5.
    ///
    /// - Parameters:
    ///   - resumption: What the upload has left.
    ///   - request: The request of the upload, whose fields say who asks.
    ///   - configuration: What it is sent with; nil takes the session's.
    /// - Throws: ``SessionError``; of the code ``SessionError/Code/uploadResumptionFailed`` where the server refuses, or the upload is
    ///   one of another origin. An upload that is not there any more is no error.
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
