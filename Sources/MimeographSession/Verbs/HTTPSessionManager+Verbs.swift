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
    /// `RequestContent.parameters(_:)` go into the URL. Any other content is a body, which most servers ignore for GET. Source:
    /// RFC 9110 §9.3.1.
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

    /// Sends QUERY: a question whose content is in the body. It changes nothing, so it may be repeated and cached.
    ///
    /// ```swift
    /// let found: [Item] = try await api.query("items", .value(Search(name: "tea")))
    /// ```
    /// A server lists the media types that it accepts in `Accept-Query`. The session remembers the list, and the registry writes
    /// the next value for that path in the first of its types that is listed. If the server answers 415 with a list, the verb
    /// writes the value again and sends it once more. A value with a `contentType` is never written in another type.
    ///
    /// An optional is nil if the server answers 404 or 410, or with an empty body.
    ///
    /// Source: RFC 10008.
    public var query: Verb { Verb(method: .query, manager: self) }

    /// Sends DELETE.
    ///
    /// `RequestContent.parameters(_:)` go into the URL; any other content is a body.
    public var delete: Verb { Verb(method: .delete, manager: self) }

    /// Sends HEAD.
    ///
    /// It takes the parameters of a ``Verb``.
    ///
    /// - Throws: ``SessionError``, including for an unacceptable status.
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

    /// A method of a manager, which is called like a function.
    ///
    /// ```swift
    /// let user: User = try await api.get("users/7")
    /// let head = try await api.put("users/7", .value(user))
    /// ```
    /// The result type at the call decides: the verb decodes a value of that type. Without one, it discards the body and returns
    /// the head.
    public struct Verb: Sendable {
        let method: HTTPMethod
        let manager: HTTPSessionManager
    }
}

extension HTTPSessionManager.Verb {
    /// Sends the request and returns the value of the response.
    ///
    /// - Parameters:
    ///   - path: A path relative to the base, or an absolute URL.
    ///   - content: The content of the request.
    ///   - query: Parameters that are added to the URL.
    ///   - headers: Fields of this request; each replaces the manager's field of that name.
    ///   - uploadProgress: Receives the progress of the request body, on any thread.
    ///   - downloadProgress: Receives the progress of the response body, on any thread.
    ///   - type: The type of the value. The registry reads it from the format that the server chose.
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

    /// Sends the request, discards the body of the response and returns the head.
    ///
    /// It takes the parameters of the call that returns a value.
    ///
    /// - Throws: ``SessionError``, including for an unacceptable status.
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

/// The settings of a request besides its method, path and content.
struct RequestOptions: Sendable {
    var query = QueryValue.null
    /// Fields of this request; each replaces the manager's field of that name.
    var headers: HeaderFields = [:]
    var uploadProgress: (@Sendable (TransferProgress) -> Void)?
    var downloadProgress: (@Sendable (TransferProgress) -> Void)?
    /// Receives each interim response (1xx).
    var onInterimResponse: (@Sendable (ResponseHead) -> Void)?
}
