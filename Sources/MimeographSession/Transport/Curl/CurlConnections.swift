#if os(Linux)
    import Mimeograph
    import MimeographSupport

    /// The engines of a ``CurlTransport``: one for each policy, since connections and TLS sessions of one must not serve another,
    /// and for each user of a proxy: until 8.18 libcurl takes a tunnel through a proxy without asking whose it is.
    ///
    /// Requests that a proxy forwards have an engine of their own, too. libcurl counts their connections by the proxy's name, so that a
    /// few slow hosts would hold up all others; that engine counts by origin instead.
    ///
    /// Source: CVE-2026-3784.
    final class CurlConnections: Sendable {
        /// Keeps an engine going: when the last reference to it is gone, the engine ends after its last exchange.
        final class Lease: Sendable {
            let engine: CurlEngine

            init(_ engine: CurlEngine) { self.engine = engine }

            deinit { engine.stop(cancelling: false) }
        }

        /// What an engine's connections are told apart by, beside what libcurl tells apart by itself.
        private struct Owner: Equatable {
            let policy: SecurityPolicy
            /// Who the requests are to a proxy; nil where there is none, or it is told no name.
            let user: [ByteEqualString]?
            /// Whether a proxy forwards the requests, rather than the bytes of a tunnel.
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
            /// Those of owners other than the standard one; what was used last comes last.
            var leases: [Owned] = []
            /// Engines that may still have exchanges.
            var engines: [WeakEngine] = []
            var isInvalid = false
        }

        /// How many owners have their connections kept at once; the oldest beyond that ends when its exchanges have.
        static let capacity = 8

        private let configuration: CurlTransport.Configuration
        private let library: CurlTransport.TLSLibrary
        /// The authorities that servers are evaluated by.
        let stores: OpenSSLStores
        /// That of the standard policy, where no proxy is told a name.
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

        /// The engine for a request, to be held until the exchange has begun.
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
            // Let go of when the lock is free.
            _ = oldest
            return lease
        }

        /// Takes no further exchanges.
        func stop(cancelling: Bool) {
            let engines = state.withLock { state in
                state.isInvalid = true
                return state.engines.compactMap(\.engine)
            }
            for engine in [standard.engine] + engines { engine.stop(cancelling: cancelling) }
        }
    }
#endif
