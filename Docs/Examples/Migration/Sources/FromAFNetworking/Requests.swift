import Mimeograph
import MimeographFiles
import MimeographForm
import MimeographJSON
import MimeographPropertyList
import MimeographSession

func queries() throws {
    let escaped = QueryEncoder.afnetworking.escape("tea & cake")
    let text = try QueryEncoder.afnetworking.encode(["user": ["name": "Ada"]])
    use((escaped, text))
    var query = QueryEncoder.afnetworking
    query.arrays = .noBrackets
}

func fields(api: inout HTTPSessionManager) throws {
    api.requestSerializer = HTTPRequestSerializer(encoder: .afnetworking)
    api.requestSerializer.fields["X-Client"] = "7"
    let client = api.requestSerializer.fields["X-Client"]
    use(client)
    try api.requestSerializer.setAuthorization(username: "ada", password: "secret")
    api.requestSerializer.clearAuthorization()
    api.requestSerializer.methodsEncodingParametersInURL = [.get, .head]
    api.requestSerializer.parameters = .encoder(.whatwg)
    api.requestSerializer.parameters = .custom { parameters, _ in try QueryEncoder.whatwg.encode(parameters) }
}

func configuration(api: inout HTTPSessionManager) {
    api.configuration.cache = ResponseCache()
    api.configuration.cookies = nil
    api.configuration.options.priority = 0.9
    api.configuration.options.idleTimeout = .seconds(10)
}

func making(api: HTTPSessionManager, form: MultipartFormData, user: User) async throws {
    do {
        let request = try api.request(.get, "users", .parameters(["page": 2]))
        use(request)
    }
    let request = try api.request(.post, "users", .multipart(form))
    let spooled = try await request.spooled(toFile: "request.tmp")
    use(spooled)
    var message = request
    try JSONRequestSerializer().write(["name": "Ada"], into: &message)
    try await api.post("users", .value(user, contentType: .json))
    try await api.post("users", .value(user, contentType: .propertyList))
    let pretty = JSONPlugin(writing: .pretty)
    let binary = PropertyListPlugin(writing: .binary)
    use((pretty, binary))
}

func parts(api: HTTPSessionManager, bytes: [UInt8], stream: BodyStream) async throws {
    var form = MultipartFormData()
    try form.append(file: "ada.png", name: "photo")
    try form.append(file: "ada.png", name: "photo", fileName: "a.png", contentType: .png)
    form.append(stream: stream, name: "photo", fileName: "a.png", contentType: .png)
    form.append(bytes, name: "photo", fileName: "a.png", contentType: .png)
    form.append("Ada", name: "name")
    form.append(MultipartPart(fields: ["X-Part": "7"], content: .bytes(bytes)))
    let throttle = BodyThrottle(packetSize: 16_384, delay: .milliseconds(200))
    try await api.post("users", .written(form, by: MultipartRequestSerializer(throttle: throttle)))
}
