import Mimeograph
import MimeographForm
import MimeographJSON
import MimeographServer
public import MimeographSession

/// A service that keeps a list of things to do.
///
/// Requests that may be sent twice are sent again after failures that may pass. With a key, each request carries an access
/// token, which is got and renewed when that is needed.
public struct TodoService: Sendable {
    private let api: HTTPSessionManager

    /// Makes a client of the service.
    ///
    /// - Parameters:
    ///   - baseURL: What the paths of the service are relative to.
    ///   - key: What access tokens are given for; nil where the service asks for none.
    ///   - transport: What carries the requests; tests give one of their own.
    ///   - retries: Which failures are tried again, and when.
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
            // It has the manager as it is now, so that asking for a token does not wait for one.
            let authenticator = TokenAuthenticator(key: key, api: api)
            api.configuration.interceptors = [AuthenticationInterceptor(authenticator, token: .ended), retries]
        }
        self.api = api
    }

    /// The items, all of them or those that are done, or not.
    public func items(done: Bool? = nil) async throws(SessionError) -> [TodoItem] {
        try await api.get("items", query: ["done": done.map { $0 ? "true" : "false" }])
    }

    /// The item that is called by a number.
    public func item(_ id: Int) async throws(SessionError) -> TodoItem { try await api.get("items/\(id)") }

    /// Puts an item on the list. It is not sent twice, since that could make two of it.
    public func add(_ title: String) async throws(SessionError) -> TodoItem {
        try await api.post("items", .value(NewTodoItem(title: title)))
    }

    /// Says whether an item is done.
    public func setDone(_ isDone: Bool, of id: Int) async throws(SessionError) -> TodoItem {
        try await api.patch(
            "items/\(id)",
            .value(TodoItemPatch(done: isDone), contentType: "application/merge-patch+json")
        )
    }

    /// Takes an item off the list.
    public func delete(_ id: Int) async throws(SessionError) { try await api.delete("items/\(id)") }

    /// The changes to the list from its beginning, and then as they come, for as long as the service tells them.
    public func changes() async throws(SessionError) -> SessionElements<TodoChange> {
        // Silence is no failure here: nothing may change for hours.
        var patient = api
        patient.configuration.options.idleTimeout = nil
        return try await patient.stream("changes")
    }
}
