import Mimeograph
import MimeographForm
import MimeographSession
import MimeographXML

func managers(serializers: SerializerRegistry, configuration: SessionConfiguration) throws {
    do {
        let api = try HTTPSessionManager(serializers: serializers, configuration: configuration)
        use(api)
    }
    var api = try HTTPSessionManager(baseURL: "https://api.example.com/v1/", serializers: serializers)
    print(api.baseURL?.text ?? "none")
    api.serializers = try serializers.adding(XMLPlugin())
}

func verbs(api: HTTPSessionManager, form: MultipartFormData, user: User) async throws {
    do {
        let user: User = try await api.get("users/7", .parameters(["fields": "name"]))
        use(user)
    }
    let head = try await api.head("users/7")
    use(head)
    try await api.post("users", .parameters(["name": "Ada"]))
    try await api.post("users", .multipart(form))
    try await api.put("users/7", .value(user))
    try await api.patch("users/7", .parameters(["name": "Ada"]))
    try await api.delete("users/7", .parameters(["force": true]))
    let task = api.task(.get, "users/7", as: User.self)
    use(task)
}
