#if os(Linux)
    import Mimeograph
    import MimeographSupport

    /// The engines of a ``CurlTransport``.
    ///
    /// Each policy has its own engine, because its connections and TLS sessions must not serve another policy. Each user of a
    /// proxy has one, too: until 8.18 libcurl reuses a tunnel through a proxy without checking its user.
    ///
    /// Requests that a proxy forwards also have their own engine. libcurl counts their connections by the proxy's name, so a few
    /// slow hosts would delay all others. That engine counts by origin instead.
    ///
    /// Source: CVE-2026-3784.
    final class CurlConnections: Sendable {
        /// A reference that keeps an engine running. When the last lease is released, the engine ends after its last exchange.
        final class Lease: Sendable {
            let engine: CurlEngine

            init(_ engine: CurlEngine) { self.engine = engine }

            deinit { engine.stop(cancelling: false) }
        }

        /// The properties that keep connections apart. libcurl checks further ones itself.
        private struct Owner: Equatable {
            let policy: SecurityPolicy
            /// The proxy's URL, user name and password; nil without a proxy or without credentials.
            let user: [ByteEqualString]?
            /// Whether a proxy forwards requests rather than the bytes of a tunnel.
            let isForwarded: Bool

            init(_ request: TransportRequest) {
                let options = request.options
                policy = options.securityPolicy
                isForwarded = !request.hasSecureURL && request.hasProxy("http")
                let proxy = options.proxy.flatMap { $0.username == nil && $0.password == nil ? nil : $0 }
                user = proxy.map { [$0.url, $0.username ?? "", $0.password ?? ""].map { ByteEqualString($0) } }
            }

            var isStandard: Bool { policy.storage.isStandard && user == nil && !isForwarded }
        }

        private struct Owned {
            let owner: Owner
            let lease: Lease
        }

        private struct WeakEngine { weak var engine: CurlEngine? }

        private struct State {
            /// The leases of all owners but the standard one, least recently used first.
            var leases: [Owned] = []
            /// The engines that may still have exchanges.
            var engines: [WeakEngine] = []
            var isInvalid = false
        }

        /// The maximum number of leases to keep. The oldest engine beyond it ends after its exchanges.
        static let capacity = 8

        private let configuration: CurlTransport.Configuration
        private let library: CurlTransport.TLSLibrary
        /// The authorities for evaluating servers.
        let stores: OpenSSLStores
        /// The lease for the standard policy without proxy credentials.
        private let standard: Lease
        private let state = Locked(State())

        init(_ configuration: CurlTransport.Configuration, _ library: CurlTransport.TLSLibrary) {
            self.configuration = configuration
            self.library = library
            stores =
                switch configuration.certificateAuthorities {
                case .system: .standard
                case .file(let path): OpenSSLStores(system: .init(file: path))
                }
            standard = Lease(Self.engine(configuration, SecurityPolicy(), stores, library, isForwarded: false))
        }

        private static func engine(
            _ configuration: CurlTransport.Configuration,
            _ policy: SecurityPolicy,
            _ stores: OpenSSLStores,
            _ library: CurlTransport.TLSLibrary,
            isForwarded: Bool
        ) -> CurlEngine {
            var (configuration, limit) = (configuration, nil as Int?)
            if isForwarded { swap(&configuration.maximumConnectionsPerHost, &limit) }
            guard case .openSSL = library else {
                return CurlEngine(configuration: configuration, exchangesPerOrigin: limit)
            }
            let trust = CurlTrust(policy: policy, stores: stores, authorities: configuration.certificateAuthorities)
            return CurlEngine(configuration: configuration, trust: trust, exchangesPerOrigin: limit)
        }

        /// Returns a lease for a request. The caller holds it until the exchange has started.
        func lease(for request: TransportRequest) -> Lease {
            let owner = Owner(request)
            if owner.isStandard { return standard }
            let (lease, oldest) = state.withLock { state -> (Lease, Owned?) in
                if let index = state.leases.firstIndex(where: { $0.owner == owner }) {
                    let owned = state.leases.remove(at: index)
                    state.leases.append(owned)
                    return (owned.lease, nil)
                }
                let lease = Lease(
                    Self.engine(configuration, owner.policy, stores, library, isForwarded: owner.isForwarded)
                )
                if state.isInvalid { lease.engine.stop(cancelling: true) }
                state.leases.append(Owned(owner: owner, lease: lease))
                state.engines.removeAll { $0.engine == nil }
                state.engines.append(WeakEngine(engine: lease.engine))
                return (lease, state.leases.count > Self.capacity ? state.leases.removeFirst() : nil)
            }
            // Released after the lock.
            _ = oldest
            return lease
        }

        /// Rejects further exchanges.
        func stop(cancelling: Bool) {
            let engines = state.withLock { state in
                state.isInvalid = true
                return state.engines.compactMap(\.engine)
            }
            for engine in [standard.engine] + engines { engine.stop(cancelling: cancelling) }
        }
    }
#endif
