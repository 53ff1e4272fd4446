import Foundation
import Mimeograph
import MimeographCompression
import MimeographFiles
import MimeographForm
import MimeographFoundation
import MimeographJSON
import MimeographSession
import MimeographText

func sessions(serializers: SerializerRegistry, configuration: SessionConfiguration) async throws {
    var api = try HTTPSessionManager(serializers: serializers, configuration: configuration)
    api.configuration.fields["X-Client"] = "7"
    api.configuration.options.idleTimeout = .seconds(10)
    api.configuration.startsTasks = false
}

func requests(api: HTTPSessionManager, user: User, request: RequestMessage, name: String?) async throws {
    do {
        let user: User = try await api.get("users/7")
        use(user)
        let purged = try await api.response("PURGE", "users/7", as: Void.self)
        use(purged)
    }
    try await api.delete("users/7")
    try await api.get("users/7", headers: ["X-Client": "7"])
    let found: [User] = try await api.get("users", query: ["page": 2, "name": name])
    use(found)
    try await api.post("users", .value(user))
    try await api.post("users", .form(["name": "Ada"]))
    try await api.post("users", .parameters(user))
    try await api.post("users", .written(["name": "Ada"], by: JSONRequestSerializer().compressed(by: .deflate)))
    let answer = try await api.response(for: request, as: User.self)
    use(answer)
    let made = try api.request(.post, "users", .value(user))
    use(made)
    print(request.curlCommand())
}

func queries(api: inout HTTPSessionManager) {
    var query = QueryEncoder.alamofire
    query.arrays = .noBrackets
    query.booleans = .literal
    query.dates = .iso8601
    query.keys = .convertToSnakeCase
    query.nulls = .null
    query.spaces = .plusReplaced
    api.requestSerializer.parameters = .encoder(query)
}

func uploads(api: HTTPSessionManager, bytes: [UInt8], stream: BodyStream) async throws {
    var form = MultipartFormData()
    form.append("Ada", name: "name")
    form.append(bytes, name: "photo", fileName: "ada.png", contentType: .png)
    try form.append(file: "ada.png", name: "photo")
    try await api.post("users", .multipart(form))
    try await api.post("users", .multipart(form), uploadProgress: { print($0.fraction ?? 0) })
    try await api.put("users/7/photo", .body(.bytes(bytes), contentType: .png))
    try await api.put("users/7/photo", .body(.file(path: "ada.png"), contentType: .png))
    try await api.put("users/7/photo", .body(.stream(stream), contentType: .png))
}
