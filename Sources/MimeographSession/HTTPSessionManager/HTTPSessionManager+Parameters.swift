public import Mimeograph
import MimeographForm

// AFNetworking's `parameters:`, for any value that can be encoded. They go where the method has them: into the URL for GET and
// DELETE, into the body as a form for POST, PUT and PATCH.

extension HTTPSessionManager {
    /// Sends GET with parameters in the URL and reads the value of the response.
    ///
    /// ```swift
    /// struct Search: Encodable { var q: String; var page: Int }
    /// let found: Results = try await api.get("search", parameters: Search(q: "swift", page: 2))
    /// ```
    /// - Parameters:
    ///   - path: A path relative to the base, or a whole URL.
    ///   - parameters: Any `Encodable` value with members, or a dictionary.
    ///   - headers: Fields of this request; each replaces one of that name.
    ///   - type: The type of the value.
    /// - Throws: ``SessionError``, of the code ``SessionError/Code/serialization`` for parameters that cannot be written.
    public func get<Parameters: Encodable & Sendable, Value: Sendable>(
        _ path: String,
        parameters: Parameters,
        headers: HeaderFields = [:],
        as type: Value.Type = Value.self
    ) async throws(SessionError) -> Value {
        try await response(.get, path, .parameters(parameters), headers: headers).value
    }

    /// Sends DELETE with parameters in the URL and reads the value of the response; see ``get(_:parameters:headers:as:)``.
    ///
    /// - Throws: ``SessionError``.
    public func delete<Parameters: Encodable & Sendable, Value: Sendable>(
        _ path: String,
        parameters: Parameters,
        headers: HeaderFields = [:],
        as type: Value.Type = Value.self
    ) async throws(SessionError) -> Value {
        try await response(.delete, path, .parameters(parameters), headers: headers).value
    }

    /// Sends POST with parameters as a form and reads the value of the response; see ``get(_:parameters:headers:as:)``.
    ///
    /// - Throws: ``SessionError``.
    public func post<Parameters: Encodable & Sendable, Value: Sendable>(
        _ path: String,
        parameters: Parameters,
        headers: HeaderFields = [:],
        as type: Value.Type = Value.self
    ) async throws(SessionError) -> Value {
        try await response(.post, path, .parameters(parameters), headers: headers).value
    }
}
