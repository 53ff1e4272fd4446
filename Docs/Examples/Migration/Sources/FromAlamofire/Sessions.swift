import Mimeograph
import MimeographJSON
import MimeographReachability
import MimeographSession
import MimeographSessionTesting

func interceptors(api: inout HTTPSessionManager, login: HTTPSessionManager) {
    api.configuration.interceptors.append(Signing())
    api.configuration.interceptors.append(RetryPolicy(limit: 3))
    let retrier = RetryPolicy(statuses: [], statusesWithRetryAfter: [], codes: [.connectionLost])
    api.configuration.interceptors.append(retrier)
    api.configuration.interceptors.append(OfflineRetrier())
    api.configuration.interceptors.append(AuthenticationInterceptor(Bearer(login: login), token: "first"))
}

func configuration(api: inout HTTPSessionManager) throws {
    let ada = Credential(username: "ada", password: "secret")
    api.configuration.credentials = try Credentials(["https://api.example.com": ada])
    api.configuration.redirects = .none
    api.configuration.redirects = .standard
    api.configuration.redirects = RedirectPolicy(decide: { $0.count < 3 ? .follow : .stop })
    api.configuration.cache = ResponseCache()
    api.configuration.cache = nil
    api.configuration.cookies = CookieStorage()
    api.configuration.proxies = .environment
}

func trust(api: inout HTTPSessionManager, certificates: [Certificate], key: KeyPin) throws {
    api.configuration.securityPolicy = .pinning(certificates: certificates)
    api.configuration.securityPolicy = .pinning(keys: [key])
    var policy = SecurityPolicy()
    policy.anchors = .only(certificates)
    policy.stapledStatus = .required
    policy.validatesDomainName = false
    policy.allowsInvalidCertificates = true
    api.configuration.securityPolicy = .all([policy, .pinning(keys: [key])])
    api.configuration.securityPolicy = try .perHost(["api.example.com": policy])
}

func observing(session: SessionManager) async {
    for await event in session.events { print(event) }
    session.cancelAll()
    let monitor = ReachabilityMonitor(host: "api.example.com")
    print(monitor.isReachable)
    for await status in monitor { print(status) }
    monitor.setStatusChangeHandler { status in print(status) }
}

func tests(transport: ScriptedTransport) {
    transport.on(.get, "https://api.example.com/v1/log", ScriptedAnswer(body: "tea"))
}
