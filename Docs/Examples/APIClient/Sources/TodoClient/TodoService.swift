import Mimeograph
import MimeographForm
import MimeographJSON
import MimeographServer
public import MimeographSession

/// A client for a service that keeps a to-do list.
///
/// It retries idempotent requests after temporary failures. With a key, each request carries an access token, which the client
/// gets and refreshes as needed.
public struct TodoService: Sendable {
    private let api: HTTPSessionManager

    /// Makes a client for the service.
    ///
    /// - Parameters:
    ///   - baseURL: The URL that the paths of the service are relative to.
    ///   - key: The key to get access tokens with, or nil if the service needs none.
    ///   - transport: The transport for the requests; tests pass their own.
    ///   - retries: The retry policy.
    /// - Throws: `SessionError` of the code `invalidURL`.
    public init(
        baseURL: String,
        key: String? = nil,
        transport: any Transport = PlatformTransport.make(),
        retries: RetryPolicy = RetryPolicy()
    ) throws {
        let serializers = try SerializerRegistry {
            JSONPlugin()
            ProblemDetailsPlugin()
        }
        var api = try HTTPSessionManager(baseURL: baseURL, serializers: serializers, transport: transport)
        api.configuration.interceptors = [retries]
        if let key {
            // The authenticator gets the manager before it has interceptors, so a request for a token does not wait for a token.
            let authenticator = TokenAuthenticator(key: key, api: api)
            api.configuration.interceptors = [AuthenticationInterceptor(authenticator, token: .ended), retries]
        }
        self.api = api
    }

    /// Returns all items, or only those with this status.
    public func items(done: Bool? = nil) async throws(SessionError) -> [TodoItem] {
        try await api.get("items", query: ["done": done.map { $0 ? "true" : "false" }])
    }

    /// Returns the item with a number.
    public func item(_ id: Int) async throws(SessionError) -> TodoItem { try await api.get("items/\(id)") }

    /// Adds an item. The request is never retried, because a retry could add the item twice.
    public func add(_ title: String) async throws(SessionError) -> TodoItem {
        try await api.post("items", .value(NewTodoItem(title: title)))
    }

    /// Sets whether an item is done.
    public func setDone(_ isDone: Bool, of id: Int) async throws(SessionError) -> TodoItem {
        try await api.patch(
            "items/\(id)",
            .value(TodoItemPatch(done: isDone), contentType: "application/merge-patch+json")
        )
    }

    /// Deletes an item.
    public func delete(_ id: Int) async throws(SessionError) { try await api.delete("items/\(id)") }

    /// Returns all changes to the list so far, then each new change as it arrives, until the service ends the stream.
    public func changes() async throws(SessionError) -> SessionElements<TodoChange> {
        // Silence is not a failure: for hours, nothing may change.
        var patient = api
        patient.configuration.options.idleTimeout = nil
        return try await patient.stream("changes")
    }
}
