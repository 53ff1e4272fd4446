import Mimeograph
import MimeographForm
import MimeographJSON
import MimeographReachability
import MimeographSession
import MimeographSessionTesting
import MimeographXML
import TestSupport
import Testing

private struct User: Codable, Sendable, Equatable { var name: String }
private struct Reading: Codable, Sendable, Equatable { var value: Int }

/// Runs the sample of the README with a scripted server.
@Test func theReadmesSampleWorks() async throws {
    let transport = ScriptedTransport()
    let json: HeaderFields = ["Content-Type": "application/json"]
    transport.on(.get, "https://api.example.com/v1/users/7", .init(fields: json, body: #"{"name":"Grace"}"#))
    transport.on(
        .get,
        "https://api.example.com/v1/feed.atom",
        .init(fields: ["Content-Type": "application/atom+xml"], body: "<feed><title>x</title></feed>")
    )
    transport.on(.post, "https://api.example.com/v1/users", .init(status: 201))
    let rows = ScriptedAnswer(
        fields: ["Content-Type": "application/x-ndjson"],
        chunks: [Array("{\"value\":1}\n{\"val".utf8), Array("ue\":2}\n".utf8)]
    )
    transport.on(.get, "https://api.example.com/v1/readings.ndjson", rows)

    let serializers = try SerializerRegistry {
        JSONPlugin(nullStripping: .objectMembers)
        XMLPlugin()
    }
    let api = try HTTPSessionManager(
        baseURL: "https://api.example.com/v1/",
        serializers: serializers,
        transport: transport
    )

    let user: User = try await api.get("users/7")
    #expect(user == User(name: "Grace"))
    let feed: XML.Document = try await api.get("feed.atom")
    #expect(feed.root.name == "feed")
    try await api.post("users", .value(User(name: "Ada")))
    var readings: [Reading] = []
    for try await row: Reading in try await api.stream("readings.ndjson") { readings.append(row) }
    #expect(readings == [Reading(value: 1), Reading(value: 2)])

    let posted = try #require(transport.requests.first { $0.method == .post })
    #expect(posted.body == Array(#"{"name":"Ada"}"#.utf8))
    #expect(posted.fields["Content-Type"] == "application/json")
    #expect(transport.requests[0].fields["Accept"]?.contains("application/json") == true)
    #expect(transport.openExchangeCount == 0)
}

/// Runs the README's sample of reachability.
@Test func theReadmesSampleOfReachabilityWorks() async throws {
    let source = ScriptedReachability(.notReachable)
    let monitor = ReachabilityMonitor(source: source)
    var told: [String] = []
    for await status in monitor {
        told.append("\(status)")
        if status.isReachable { break }
        source.set(.reachable(via: .wiFi))
    }
    #expect(told == ["notReachable", "reachable via wiFi"])

    var patient = SessionConfiguration()
    patient.interceptors = [OfflineRetrier(maximumWait: .seconds(30)), RetryPolicy()]
    #expect(patient.interceptors.count == 2)
}

/// Runs the samples of policies from the README and the page "Security".
@Test func theReadmesPolicyWorks() async throws {
    let transport = ScriptedTransport()
    transport.on(
        .get,
        "https://api.example.com/v1/users/7",
        .init(fields: ["Content-Type": "application/json"], body: "{\"name\":\"Ada\"}")
    )
    let pins = [
        try KeyPin("sha256/47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
        try KeyPin("sha256/n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg="),
    ]
    var configuration = SessionConfiguration()
    configuration.securityPolicy = .pinning(keys: pins)
    let pinned = try HTTPSessionManager(
        baseURL: "https://api.example.com/v1/",
        serializers: try SerializerRegistry { JSONPlugin() },
        configuration: configuration,
        transport: transport
    )
    let user: User = try await pinned.get("users/7")
    #expect(user.name == "Ada")
    configuration.securityPolicy = try .perHost(
        ["api.example.com": .pinning(keys: pins), "*.cdn.example.com": SecurityPolicy()],
        others: .refused
    )
    let refused = await #expect(throws: SessionError.self) {
        try await SessionManager(configuration: configuration, transport: transport)
            .data(for: RequestMessage(url: "https://elsewhere.example.com/"))
    }
    #expect(refused?.trust?.rule == .unknownHost)
    configuration.securityPolicy = .reportOnly(.pinning(keys: pins)) { failure in print(failure) }
    #expect(configuration.options.securityPolicy.pinningMode == .none)
}
