public import Mimeograph
public import MimeographForm

extension HTTPSessionManager {
    /// Sends GET.
    ///
    /// ```swift
    /// let user: User = try await api.get("users/7", query: ["fields": "name"])
    /// let found: Results = try await api.get("search", .parameters(Search(q: "swift", page: 2)))
    /// try await api.get("ping")
    /// ```
    /// An optional is nil if the server answers 404 or 410, or with an empty body:
    /// ```swift
    /// let user: User? = try await api.get("users/8")
    /// ```
    /// ``RequestContent/parameters(_:)`` stand in the URL. Any other content is a body, which most servers do not read here.
    /// Source: RFC 9110 §9.3.1.
    public var get: Verb { Verb(method: .get, manager: self) }

    /// Sends POST.
    ///
    /// ```swift
    /// let ada: User = try await api.post("users", .value(User(name: "Ada")))
    /// let token: Token = try await api.post("token", .form(["grant_type": "client_credentials"]))
    /// let photo: Photo = try await api.post("photos", .multipart(form), uploadProgress: { print($0) })
    /// ```
    public var post: Verb { Verb(method: .post, manager: self) }

    /// Sends PUT.
    public var put: Verb { Verb(method: .put, manager: self) }

    /// Sends PATCH.
    public var patch: Verb { Verb(method: .patch, manager: self) }

    /// Sends DELETE.
    ///
    /// ``RequestContent/parameters(_:)`` stand in the URL; any other content is a body.
    public var delete: Verb { Verb(method: .delete, manager: self) }

    /// Sends HEAD.
    ///
    /// The parameters are those of a ``Verb``.
    ///
    /// - Throws: ``SessionError``, also if the status is not acceptable.
    @discardableResult
    public func head(
        _ path: String,
        _ content: RequestContent = .none,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        uploadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        downloadProgress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(SessionError) -> ResponseHead {
        try await Verb(method: .head, manager: self)(
            path,
            content,
            query: query,
            headers: headers,
            uploadProgress: uploadProgress,
            downloadProgress: downloadProgress
        )
    }

    /// One method of a manager, which is called like a function.
    ///
    /// ```swift
    /// let user: User = try await api.get("users/7")
    /// let head = try await api.put("users/7", .value(user))
    /// ```
    /// The type that the caller wants decides: a value is read from the response; without one, the body is dropped and the head
    /// returned.
    public struct Verb: Sendable {
        let method: HTTPMethod
        let manager: HTTPSessionManager
    }
}

extension HTTPSessionManager.Verb {
    /// Sends the request and reads the value of the response.
    ///
    /// - Parameters:
    ///   - path: A path relative to the base, or a whole URL.
    ///   - content: The content of the request.
    ///   - query: Parameters that are added to the URL.
    ///   - headers: Fields of this request; each replaces one of that name.
    ///   - uploadProgress: Receives how far the body of the request has come, from any thread.
    ///   - downloadProgress: Receives how far the body of the response has come, from any thread.
    ///   - type: The type of the value, which the registry reads from the format that the server chose.
    /// - Throws: ``SessionError``.
    public func callAsFunction<Value: Sendable>(
        _ path: String,
        _ content: RequestContent = .none,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        uploadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        downloadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        as type: Value.Type = Value.self
    ) async throws(SessionError) -> Value {
        let options = RequestOptions(
            query: query,
            headers: headers,
            uploadProgress: uploadProgress,
            downloadProgress: downloadProgress
        )
        return try await manager.send(method, path, content, options).value
    }

    /// Sends the request and drops the body of the response.
    ///
    /// The parameters are those of the form with a value.
    ///
    /// - Throws: ``SessionError``, also if the status is not acceptable.
    @discardableResult
    public func callAsFunction(
        _ path: String,
        _ content: RequestContent = .none,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        uploadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        downloadProgress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(SessionError) -> ResponseHead {
        let options = RequestOptions(
            query: query,
            headers: headers,
            uploadProgress: uploadProgress,
            downloadProgress: downloadProgress
        )
        return try await manager.sendForHead(method, path, content, options)
    }
}

/// Settings of one request besides its method, its path and its content.
struct RequestOptions: Sendable {
    /// Parameters that are added to the URL.
    var query = QueryValue.null
    /// Fields of this request; each replaces one of that name.
    var headers: HeaderFields = [:]
    /// Receives how far the body of the request has come.
    var uploadProgress: (@Sendable (TransferProgress) -> Void)?
    /// Receives how far the body of the response has come.
    var downloadProgress: (@Sendable (TransferProgress) -> Void)?
    /// Receives each interim response (1xx).
    var onInterimResponse: (@Sendable (ResponseHead) -> Void)?
}
