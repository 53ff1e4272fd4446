public import Mimeograph
public import MimeographForm

// The verbs, each with the value of the response and with its head alone. What they have in common:
//
// - the path is relative to the base, or a whole URL;
// - `query` is added to the URL, and each of `headers` replaces the field of that name;
// - the value is read by the registry, from what the server chose to answer in.

// MARK: - With a value

extension HTTPSessionManager {
    /// Sends GET and reads the value of the response.
    ///
    /// - Throws: ``SessionError``.
    public func get<Value: Sendable>(
        _ path: String,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        as type: Value.Type = Value.self
    ) async throws(SessionError) -> Value {
        try await response(.get, path, query: query, headers: headers).value
    }

    /// Sends DELETE and reads the value of the response.
    ///
    /// - Throws: ``SessionError``.
    public func delete<Value: Sendable>(
        _ path: String,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        as type: Value.Type = Value.self
    ) async throws(SessionError) -> Value {
        try await response(.delete, path, query: query, headers: headers).value
    }

    /// Sends POST and reads the value of the response.
    ///
    /// - Throws: ``SessionError``.
    public func post<Value: Sendable>(
        _ path: String,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        as type: Value.Type = Value.self
    ) async throws(SessionError) -> Value {
        try await response(.post, path, query: query, headers: headers).value
    }

    /// Sends PUT and reads the value of the response.
    ///
    /// - Throws: ``SessionError``.
    public func put<Value: Sendable>(
        _ path: String,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        as type: Value.Type = Value.self
    ) async throws(SessionError) -> Value {
        try await response(.put, path, query: query, headers: headers).value
    }

    /// Sends PATCH and reads the value of the response.
    ///
    /// - Throws: ``SessionError``.
    public func patch<Value: Sendable>(
        _ path: String,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        as type: Value.Type = Value.self
    ) async throws(SessionError) -> Value {
        try await response(.patch, path, query: query, headers: headers).value
    }

    /// Sends POST with a value and reads the value of the response.
    ///
    /// - Throws: ``SessionError``.
    public func post<Body: Sendable, Value: Sendable>(
        _ path: String,
        _ body: Body,
        as contentType: MediaType? = nil,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        returning type: Value.Type = Value.self
    ) async throws(SessionError) -> Value {
        try await response(.post, path, .value(body, as: contentType), query: query, headers: headers).value
    }

    /// Sends PUT with a value and reads the value of the response.
    ///
    /// - Throws: ``SessionError``.
    public func put<Body: Sendable, Value: Sendable>(
        _ path: String,
        _ body: Body,
        as contentType: MediaType? = nil,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        returning type: Value.Type = Value.self
    ) async throws(SessionError) -> Value {
        try await response(.put, path, .value(body, as: contentType), query: query, headers: headers).value
    }

    /// Sends PATCH with a value and reads the value of the response.
    ///
    /// - Throws: ``SessionError``.
    public func patch<Body: Sendable, Value: Sendable>(
        _ path: String,
        _ body: Body,
        as contentType: MediaType? = nil,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        returning type: Value.Type = Value.self
    ) async throws(SessionError) -> Value {
        try await response(.patch, path, .value(body, as: contentType), query: query, headers: headers).value
    }

    /// Sends POST with a form and reads the value of the response.
    ///
    /// - Throws: ``SessionError``.
    public func post<Value: Sendable>(
        _ path: String,
        form: QueryValue,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        as type: Value.Type = Value.self
    ) async throws(SessionError) -> Value {
        try await response(.post, path, .form(form), query: query, headers: headers).value
    }

    /// Sends POST with a form of several parts and reads the value of the response.
    ///
    /// - Throws: ``SessionError``.
    public func post<Value: Sendable>(
        _ path: String,
        multipart: MultipartFormData,
        query: QueryValue = .null,
        headers: HeaderFields = [:],
        as type: Value.Type = Value.self
    ) async throws(SessionError) -> Value {
        try await response(.post, path, .multipart(multipart), query: query, headers: headers).value
    }
}

// MARK: - With the head alone

extension HTTPSessionManager {
    /// Sends GET; the response's status must be acceptable, and its body is not decoded.
    ///
    /// - Throws: ``SessionError``.
    @discardableResult
    public func get(
        _ path: String,
        query: QueryValue = .null,
        headers: HeaderFields = [:]
    ) async throws(SessionError) -> ResponseHead {
        try await head(.get, path, query: query, headers: headers)
    }

    /// Sends HEAD; the response's status must be acceptable, and its body is not decoded.
    ///
    /// - Throws: ``SessionError``.
    @discardableResult
    public func head(
        _ path: String,
        query: QueryValue = .null,
        headers: HeaderFields = [:]
    ) async throws(SessionError) -> ResponseHead {
        try await head(.head, path, query: query, headers: headers)
    }

    /// Sends DELETE; the response's status must be acceptable, and its body is not decoded.
    ///
    /// - Throws: ``SessionError``.
    @discardableResult
    public func delete(
        _ path: String,
        query: QueryValue = .null,
        headers: HeaderFields = [:]
    ) async throws(SessionError) -> ResponseHead {
        try await head(.delete, path, query: query, headers: headers)
    }

    /// Sends POST; the response's status must be acceptable, and its body is not decoded.
    ///
    /// - Throws: ``SessionError``.
    @discardableResult
    public func post(
        _ path: String,
        query: QueryValue = .null,
        headers: HeaderFields = [:]
    ) async throws(SessionError) -> ResponseHead {
        try await head(.post, path, query: query, headers: headers)
    }

    /// Sends PUT; the response's status must be acceptable, and its body is not decoded.
    ///
    /// - Throws: ``SessionError``.
    @discardableResult
    public func put(
        _ path: String,
        query: QueryValue = .null,
        headers: HeaderFields = [:]
    ) async throws(SessionError) -> ResponseHead {
        try await head(.put, path, query: query, headers: headers)
    }

    /// Sends PATCH; the response's status must be acceptable, and its body is not decoded.
    ///
    /// - Throws: ``SessionError``.
    @discardableResult
    public func patch(
        _ path: String,
        query: QueryValue = .null,
        headers: HeaderFields = [:]
    ) async throws(SessionError) -> ResponseHead {
        try await head(.patch, path, query: query, headers: headers)
    }

    /// Sends POST with a value; the response's status must be acceptable, and its body is not decoded.
    ///
    /// - Throws: ``SessionError``.
    @discardableResult
    public func post<Body: Sendable>(
        _ path: String,
        _ body: Body,
        as contentType: MediaType? = nil,
        query: QueryValue = .null,
        headers: HeaderFields = [:]
    ) async throws(SessionError) -> ResponseHead {
        try await head(.post, path, .value(body, as: contentType), query: query, headers: headers)
    }

    /// Sends PUT with a value; the response's status must be acceptable, and its body is not decoded.
    ///
    /// - Throws: ``SessionError``.
    @discardableResult
    public func put<Body: Sendable>(
        _ path: String,
        _ body: Body,
        as contentType: MediaType? = nil,
        query: QueryValue = .null,
        headers: HeaderFields = [:]
    ) async throws(SessionError) -> ResponseHead {
        try await head(.put, path, .value(body, as: contentType), query: query, headers: headers)
    }

    /// Sends PATCH with a value; the response's status must be acceptable, and its body is not decoded.
    ///
    /// - Throws: ``SessionError``.
    @discardableResult
    public func patch<Body: Sendable>(
        _ path: String,
        _ body: Body,
        as contentType: MediaType? = nil,
        query: QueryValue = .null,
        headers: HeaderFields = [:]
    ) async throws(SessionError) -> ResponseHead {
        try await head(.patch, path, .value(body, as: contentType), query: query, headers: headers)
    }

    /// Sends POST with a form; the response's status must be acceptable, and its body is not decoded.
    ///
    /// - Throws: ``SessionError``.
    @discardableResult
    public func post(
        _ path: String,
        form: QueryValue,
        query: QueryValue = .null,
        headers: HeaderFields = [:]
    ) async throws(SessionError) -> ResponseHead {
        try await head(.post, path, .form(form), query: query, headers: headers)
    }

    /// Sends POST with a form of several parts; the response's status must be acceptable, and its body is not decoded.
    ///
    /// - Throws: ``SessionError``.
    @discardableResult
    public func post(
        _ path: String,
        multipart: MultipartFormData,
        query: QueryValue = .null,
        headers: HeaderFields = [:]
    ) async throws(SessionError) -> ResponseHead {
        try await head(.post, path, .multipart(multipart), query: query, headers: headers)
    }
}
