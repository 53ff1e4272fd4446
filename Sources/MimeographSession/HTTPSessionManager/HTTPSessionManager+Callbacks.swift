public import Mimeograph
public import MimeographForm

// The forms that users of AFNetworking know: success and failure are told on the manager's ``HTTPSessionManager/callbackExecutor``,
// exactly one of them, once. The task that is returned runs already.

extension HTTPSessionManager {
    /// Sends a request in a task of its own, and tells what came of it.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: A path relative to the base, or a whole URL.
    ///   - content: What the request carries.
    ///   - query: Parameters that are added to the URL.
    ///   - headers: Fields of this request; each replaces one of that name.
    ///   - uploadProgress: Told how far the body of the request has come, from any thread.
    ///   - downloadProgress: Told how far the body of the response has come, from any thread.
    ///   - type: The type of the value.
    ///   - success: Told the value with its response.
    ///   - failure: Told the error, also where the request could not be made.
    @discardableResult
    public func perform<Value: Sendable>(
        _ method: HTTPMethod,
        _ path: String,
        _ content: RequestContent = .none,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        uploadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        downloadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        as type: Value.Type = Value.self,
        success: @escaping @Sendable (ValueResponse<Value>) -> Void,
        failure: @escaping @Sendable (SessionError) -> Void
    ) -> SessionTask<ValueResponse<Value>> {
        let task = task(
            method,
            path,
            content,
            query: query,
            headers: headers,
            uploadProgress: uploadProgress,
            downloadProgress: downloadProgress,
            as: type
        )
        return task.onCompletion(on: callbackExecutor) { result in
            switch result {
            case .success(let response): success(response)
            case .failure(let error): failure(error)
            }
        }
    }

    /// Sends a request in a task of its own, which can be watched, suspended and cancelled.
    ///
    /// A request that cannot be made gives a task that has failed.
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
            if let uploadProgress { job.control.observe(.sending, uploadProgress) }
            if let downloadProgress { job.control.observe(.receiving, downloadProgress) }
            return try await value(job, message)
        }
    }
}

extension HTTPSessionManager {
    /// Sends GET and tells what came of it.
    @discardableResult
    public func get<Value: Sendable>(
        _ path: String,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        downloadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        success: @escaping @Sendable (ValueResponse<Value>) -> Void,
        failure: @escaping @Sendable (SessionError) -> Void
    ) -> SessionTask<ValueResponse<Value>> {
        perform(
            .get,
            path,
            query: query,
            headers: headers,
            downloadProgress: downloadProgress,
            success: success,
            failure: failure
        )
    }

    /// Sends DELETE and tells what came of it.
    @discardableResult
    public func delete<Value: Sendable>(
        _ path: String,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        success: @escaping @Sendable (ValueResponse<Value>) -> Void,
        failure: @escaping @Sendable (SessionError) -> Void
    ) -> SessionTask<ValueResponse<Value>> {
        perform(
            .delete,
            path,
            query: query,
            headers: headers,
            success: success,
            failure: failure
        )
    }

    /// Sends POST with a value and tells what came of it.
    @discardableResult
    public func post<Body: Sendable, Value: Sendable>(
        _ path: String,
        _ body: Body,
        as contentType: MediaType? = nil,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        uploadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        success: @escaping @Sendable (ValueResponse<Value>) -> Void,
        failure: @escaping @Sendable (SessionError) -> Void
    ) -> SessionTask<ValueResponse<Value>> {
        perform(
            .post,
            path,
            .value(body, as: contentType),
            query: query,
            headers: headers,
            uploadProgress: uploadProgress,
            success: success,
            failure: failure
        )
    }

    /// Sends PUT with a value and tells what came of it.
    @discardableResult
    public func put<Body: Sendable, Value: Sendable>(
        _ path: String,
        _ body: Body,
        as contentType: MediaType? = nil,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        uploadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        success: @escaping @Sendable (ValueResponse<Value>) -> Void,
        failure: @escaping @Sendable (SessionError) -> Void
    ) -> SessionTask<ValueResponse<Value>> {
        perform(
            .put,
            path,
            .value(body, as: contentType),
            query: query,
            headers: headers,
            uploadProgress: uploadProgress,
            success: success,
            failure: failure
        )
    }

    /// Sends PATCH with a value and tells what came of it.
    @discardableResult
    public func patch<Body: Sendable, Value: Sendable>(
        _ path: String,
        _ body: Body,
        as contentType: MediaType? = nil,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        uploadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        success: @escaping @Sendable (ValueResponse<Value>) -> Void,
        failure: @escaping @Sendable (SessionError) -> Void
    ) -> SessionTask<ValueResponse<Value>> {
        perform(
            .patch,
            path,
            .value(body, as: contentType),
            query: query,
            headers: headers,
            uploadProgress: uploadProgress,
            success: success,
            failure: failure
        )
    }

    /// Sends POST with a form and tells what came of it.
    @discardableResult
    public func post<Value: Sendable>(
        _ path: String,
        form: QueryValue,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        uploadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        success: @escaping @Sendable (ValueResponse<Value>) -> Void,
        failure: @escaping @Sendable (SessionError) -> Void
    ) -> SessionTask<ValueResponse<Value>> {
        perform(
            .post,
            path,
            .form(form),
            query: query,
            headers: headers,
            uploadProgress: uploadProgress,
            success: success,
            failure: failure
        )
    }

    /// Sends POST with a form of several parts and tells what came of it.
    @discardableResult
    public func post<Value: Sendable>(
        _ path: String,
        multipart: MultipartFormData,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        uploadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        success: @escaping @Sendable (ValueResponse<Value>) -> Void,
        failure: @escaping @Sendable (SessionError) -> Void
    ) -> SessionTask<ValueResponse<Value>> {
        perform(
            .post,
            path,
            .multipart(multipart),
            query: query,
            headers: headers,
            uploadProgress: uploadProgress,
            success: success,
            failure: failure
        )
    }

    /// Sends HEAD and tells what came of it.
    @discardableResult
    public func head(
        _ path: String,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        success: @escaping @Sendable (ResponseHead) -> Void,
        failure: @escaping @Sendable (SessionError) -> Void
    ) -> SessionTask<ValueResponse<Void>> {
        perform(
            .head,
            path,
            query: query,
            headers: headers,
            as: Void.self,
            success: { success($0.head) },
            failure: failure
        )
    }
}
