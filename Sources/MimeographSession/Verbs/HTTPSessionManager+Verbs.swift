public import Mimeograph
public import MimeographForm

// The verbs, all alike: what to call, what it carries, what is added to the URL and to the fields, who is told how far it has come.
// Each gives the value of the response, or its head alone; HEAD has no value.

// MARK: - With a value

extension HTTPSessionManager {
    /// Sends GET and reads the value of the response.
    ///
    /// ```swift
    /// let user: User = try await api.get("users/7", query: ["fields": "name"])
    /// let found: Results = try await api.get("search", .parameters(Search(q: "swift", page: 2)))
    /// ```
    /// - Parameters:
    ///   - path: A path relative to the base, or a whole URL.
    ///   - content: What the request carries: ``RequestContent/parameters(_:)`` stand in the URL of a GET. Any other content is a
    ///     body, which most servers do not read here. Source: RFC 9110 §9.3.1.
    ///   - query: Parameters that are added to the URL.
    ///   - headers: Fields of this request; each replaces one of that name.
    ///   - uploadProgress: Told how far the body of the request has come, from any thread.
    ///   - downloadProgress: Told how far the body of the response has come, from any thread.
    ///   - type: The type of the value, which the registry reads from what the server chose to answer in.
    /// - Throws: ``SessionError``.
    public func get<Value: Sendable>(
        _ path: String,
        _ content: RequestContent = .none,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        uploadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        downloadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        as type: Value.Type = Value.self
    ) async throws(SessionError) -> Value {
        try await send(.get, path, content, query, headers, uploadProgress, downloadProgress).value
    }

    /// Sends POST and reads the value of the response.
    ///
    /// ```swift
    /// let ada: User = try await api.post("users", .value(User(name: "Ada")))
    /// let token: Token = try await api.post("token", .form(["grant_type": "client_credentials"]))
    /// let photo: Photo = try await api.post("photos", .multipart(form), uploadProgress: { print($0) })
    /// ```
    /// The parameters are those of ``get(_:_:query:headers:uploadProgress:downloadProgress:as:)``.
    ///
    /// - Throws: ``SessionError``.
    public func post<Value: Sendable>(
        _ path: String,
        _ content: RequestContent = .none,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        uploadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        downloadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        as type: Value.Type = Value.self
    ) async throws(SessionError) -> Value {
        try await send(.post, path, content, query, headers, uploadProgress, downloadProgress).value
    }

    /// Sends PUT and reads the value of the response.
    ///
    /// The parameters are those of ``get(_:_:query:headers:uploadProgress:downloadProgress:as:)``.
    ///
    /// - Throws: ``SessionError``.
    public func put<Value: Sendable>(
        _ path: String,
        _ content: RequestContent = .none,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        uploadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        downloadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        as type: Value.Type = Value.self
    ) async throws(SessionError) -> Value {
        try await send(.put, path, content, query, headers, uploadProgress, downloadProgress).value
    }

    /// Sends PATCH and reads the value of the response.
    ///
    /// The parameters are those of ``get(_:_:query:headers:uploadProgress:downloadProgress:as:)``.
    ///
    /// - Throws: ``SessionError``.
    public func patch<Value: Sendable>(
        _ path: String,
        _ content: RequestContent = .none,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        uploadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        downloadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        as type: Value.Type = Value.self
    ) async throws(SessionError) -> Value {
        try await send(.patch, path, content, query, headers, uploadProgress, downloadProgress).value
    }

    /// Sends DELETE and reads the value of the response.
    ///
    /// ``RequestContent/parameters(_:)`` stand in the URL; any other content is a body.
    /// The parameters are those of ``get(_:_:query:headers:uploadProgress:downloadProgress:as:)``.
    ///
    /// - Throws: ``SessionError``.
    public func delete<Value: Sendable>(
        _ path: String,
        _ content: RequestContent = .none,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        uploadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        downloadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        as type: Value.Type = Value.self
    ) async throws(SessionError) -> Value {
        try await send(.delete, path, content, query, headers, uploadProgress, downloadProgress).value
    }
}

// MARK: - With the head alone

extension HTTPSessionManager {
    /// Sends GET and throws the body of the response away.
    ///
    /// - Throws: ``SessionError``, also where the status is not acceptable.
    @discardableResult
    public func get(
        _ path: String,
        _ content: RequestContent = .none,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        uploadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        downloadProgress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(SessionError) -> ResponseHead {
        try await sendForHead(.get, path, content, query, headers, uploadProgress, downloadProgress)
    }

    /// Sends HEAD.
    ///
    /// - Throws: ``SessionError``, also where the status is not acceptable.
    @discardableResult
    public func head(
        _ path: String,
        _ content: RequestContent = .none,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        uploadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        downloadProgress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(SessionError) -> ResponseHead {
        try await sendForHead(.head, path, content, query, headers, uploadProgress, downloadProgress)
    }

    /// Sends POST and throws the body of the response away.
    ///
    /// - Throws: ``SessionError``, also where the status is not acceptable.
    @discardableResult
    public func post(
        _ path: String,
        _ content: RequestContent = .none,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        uploadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        downloadProgress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(SessionError) -> ResponseHead {
        try await sendForHead(.post, path, content, query, headers, uploadProgress, downloadProgress)
    }

    /// Sends PUT and throws the body of the response away.
    ///
    /// - Throws: ``SessionError``, also where the status is not acceptable.
    @discardableResult
    public func put(
        _ path: String,
        _ content: RequestContent = .none,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        uploadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        downloadProgress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(SessionError) -> ResponseHead {
        try await sendForHead(.put, path, content, query, headers, uploadProgress, downloadProgress)
    }

    /// Sends PATCH and throws the body of the response away.
    ///
    /// - Throws: ``SessionError``, also where the status is not acceptable.
    @discardableResult
    public func patch(
        _ path: String,
        _ content: RequestContent = .none,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        uploadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        downloadProgress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(SessionError) -> ResponseHead {
        try await sendForHead(.patch, path, content, query, headers, uploadProgress, downloadProgress)
    }

    /// Sends DELETE and throws the body of the response away.
    ///
    /// - Throws: ``SessionError``, also where the status is not acceptable.
    @discardableResult
    public func delete(
        _ path: String,
        _ content: RequestContent = .none,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        uploadProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        downloadProgress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(SessionError) -> ResponseHead {
        try await sendForHead(.delete, path, content, query, headers, uploadProgress, downloadProgress)
    }
}
