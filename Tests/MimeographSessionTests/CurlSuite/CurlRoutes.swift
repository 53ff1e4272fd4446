import Mimeograph
import MimeographSession
import MimeographSupport

/// A transport that connects where `--resolve` and `--connect-to` say, and records the heads of all responses.
///
/// The session knows only the original URLs, so cookies, credentials and redirects do not depend on the address.
struct CurlRoutes: Transport {
    /// A host and a port, either of which may be any, with the port to use on 127.0.0.1.
    struct Route: Sendable {
        let host: String?
        let port: Int?
        let target: Int
    }

    let transport: any Transport
    let routes: [Route]
    private let log = Locked<[ResponseHead]>([])

    init(_ transport: any Transport, _ routes: [Route]) {
        self.transport = transport
        self.routes = routes
    }

    /// Returns the heads since the last call, with interim responses.
    func takeHeads() -> [ResponseHead] {
        log.withLock { heads in
            defer { heads = [] }
            return heads
        }
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        var request = request
        let observer = request.onInterimResponse
        request.onInterimResponse = { [log] head in
            log.withLock { $0.append(head) }
            observer?(head)
        }
        if request.options.proxy == nil, let (url, host) = Self.routed(request.url, routes) {
            request.url = url
            if !request.fields.contains("Host") { request.fields["Host"] = host }
        }
        let response = try await transport.send(request)
        log.withLock { $0.append(response.head) }
        return response
    }

    func enforces(_ policy: SecurityPolicy) -> Bool { transport.enforces(policy) }

    var trustIdentity: String { transport.trustIdentity }

    var waitsForSuspendedTasks: Bool { transport.waitsForSuspendedTasks }

    /// Does nothing, because the groups of a command line share the transport.
    func invalidate(cancelling: Bool) {}

    /// Returns the URL to connect to, and the original host and port.
    private static func routed(_ text: String, _ routes: [Route]) -> (url: String, host: String)? {
        guard let match = text.prefixMatch(of: #/http:\/\/(\[[^\]]*\]|[^:\/?]*)(?::(\d+))?/#) else { return nil }
        let port = match.2.flatMap { Int($0) } ?? 80
        let host = String(match.1).lowercased()
        for route in routes where route.host ?? host == host && route.port ?? port == port {
            let named = "\(host)\(match.2.map { ":\($0)" } ?? "")"
            return ("http://127.0.0.1:\(route.target)\(text[match.range.upperBound...])", named)
        }
        return nil
    }

    /// Returns the routes of the options of a group.
    static func routes(_ group: CurlCommandLine.Group, serverPort: Int) -> [Route] {
        var routes: [Route] = []
        for option in group.options {
            let pattern = #/[+-]?(\[[^\]]*\]|[^:]*):(\d*)(?::(\[[^\]]*\]|[^:]*)(?::(\d*))?)?/#
            guard let match = option.value.wholeMatch(of: pattern) else { continue }
            let host = match.1.isEmpty ? nil : String(match.1).lowercased()
            switch option.name {
            case "resolve" where match.3 != nil:
                routes.append(Route(host: host, port: Int(match.2), target: Int(match.2) ?? serverPort))
            case "connect-to":
                let target = match.4.flatMap { Int($0) } ?? Int(match.2) ?? serverPort
                routes.append(Route(host: host, port: Int(match.2), target: target))
            default: break
            }
        }
        return routes
    }
}
