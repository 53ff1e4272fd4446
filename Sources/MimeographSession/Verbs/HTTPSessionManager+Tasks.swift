public import Mimeograph
public import MimeographForm

extension HTTPSessionManager {
    /// Sends a request in a task of its own, which can be watched, suspended and cancelled.
    ///
    /// A request that cannot be made gives a task that has failed. It takes what a verb takes, and any method:
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
        let made: Result<RequestMessage, SessionError>
        do throws(SessionError) {
            let accept = memo.accept(for: type, in: serializers)
            var message = try written(method, path, content, query: query, headers: headers, accept: accept)
            _ = try resolve(&message)
            made = .success(message)
        } catch {
            made = .failure(error)
        }
        let message = (try? made.get()) ?? RequestMessage(method: method, url: path, fields: headers)
        return session.start(message, bound) { (job) throws(SessionError) in
            _ = try made.get()
            job.observe(uploadProgress, downloadProgress)
            return try await value(job, message)
        }
    }
}
