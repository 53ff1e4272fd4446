import Mimeograph
import MimeographSession
import MimeographSupport

/// A transport that connects where `--resolve` and `--connect-to` say, and records the heads of all responses.
struct CurlRoutes: Transport {
    private let transport: any Transport
    private let log = Locked<[ResponseHead]>([])

    /// Makes a transport that connects to some servers instead of those in URLs.
    init(_ servers: Servers) {
        #if os(Linux)
            transport = CurlTransport(configuration: .init(connectTo: servers.byAuthority))
        #else
            transport = PlatformTransport.make()
        #endif
    }

    /// Ends all exchanges.
    func end() { transport.invalidate(cancelling: true) }

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
        let response = try await transport.send(request)
        log.withLock { $0.append(response.head) }
        return response
    }

    func enforces(_ policy: SecurityPolicy) -> Bool { transport.enforces(policy) }

    var trustIdentity: String { transport.trustIdentity }

    var waitsForSuspendedTasks: Bool { transport.waitsForSuspendedTasks }

    /// Does nothing, because several sessions share the connections.
    func invalidate(cancelling: Bool) {}

    /// The servers to connect to instead of those in URLs.
    struct Servers: Hashable {
        /// The servers by host and port.
        private(set) var byAuthority: [String: String] = [:]
        /// Whether they are from `--connect-to`. curl shares no connections between such servers and others.
        private var isChosen = false

        /// Reads the options of a group.
        init(_ group: CurlCommandLine.Group) {
            byAuthority = CurlRoutes.servers(group).filter { $0.key != $0.value }
            isChosen = !byAuthority.isEmpty && group.has("connect-to")
        }
    }

    /// Returns the servers to connect to, by host and port.
    ///
    /// In curl's patterns, an empty host or port stands for any. Here it stands for those in the URLs of the group.
    private static func servers(_ group: CurlCommandLine.Group) -> [String: String] {
        // A proxy resolves names itself.
        if group.last("proxy")?.isEmpty == false { return [:] }
        var servers: [String: String] = [:]
        let pattern = #/[+-]?(\[[^\]]*\]|[^:]*):(\d*):(\[[^\]]*\]|[^:]*)(?::(\d*))?/#
        for option in group.options where option.name == "resolve" || option.name == "connect-to" {
            guard let match = option.value.wholeMatch(of: pattern) else { continue }
            let server = option.name == "resolve" ? "127.0.0.1:\(match.2)" : "\(match.3):\(match.4 ?? "")"
            if !match.1.isEmpty {
                let key = match.2.isEmpty ? "\(match.1)" : "\(match.1):\(match.2)"
                if servers[key] == nil { servers[key] = complete(server, key) }
                continue
            }
            for url in group.all("url").map({ CurlURL($0) }) {
                let isOfPort = match.2.isEmpty || url.authority.hasSuffix(":\(match.2)")
                if isOfPort, servers[url.authority] == nil { servers[url.authority] = complete(server, url.authority) }
            }
        }
        return servers
    }

    /// Returns a server with the host of the URL if it has none, and without an empty port.
    private static func complete(_ server: String, _ authority: String) -> String {
        let withHost = server.hasPrefix(":") ? CurlURL("http://\(authority)").host + server : server
        return withHost.hasSuffix(":") ? String(withHost.dropLast()) : withHost
    }
}
