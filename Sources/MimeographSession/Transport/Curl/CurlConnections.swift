#if os(Linux)
    /// The engines of a ``CurlTransport``: one for each policy, since connections and TLS sessions of one must not serve another.
    final class CurlConnections: Sendable {
        /// Keeps an engine going: when nobody holds it any more, the engine ends after its last exchange.
        final class Lease: Sendable {
            let engine: CurlEngine

            init(_ engine: CurlEngine) { self.engine = engine }

            deinit { engine.stop(cancelling: false) }
        }

        private struct WeakEngine { weak var engine: CurlEngine? }

        private struct State {
            /// Those of policies other than the standard one; what was used last comes last.
            var leases: [Lease] = []
            /// Engines that may still have exchanges.
            var engines: [WeakEngine] = []
            var isInvalid = false
        }

        /// How many policies have their connections kept at once; the oldest beyond that ends when its exchanges have.
        static let capacity = 8

        private let configuration: CurlTransport.Configuration
        private let library: CurlTransport.TLSLibrary
        private let stores: OpenSSLStores
        /// That of the standard policy.
        private let standard: Lease
        private let state = Guarded(State())

        init(_ configuration: CurlTransport.Configuration, _ library: CurlTransport.TLSLibrary) {
            self.configuration = configuration
            self.library = library
            stores =
                switch configuration.certificateAuthorities {
                case .system: .standard
                case .file(let path): OpenSSLStores(system: .init(file: path))
                }
            standard = Lease(Self.engine(configuration, SecurityPolicy(), stores, library))
        }

        private static func engine(
            _ configuration: CurlTransport.Configuration,
            _ policy: SecurityPolicy,
            _ stores: OpenSSLStores,
            _ library: CurlTransport.TLSLibrary
        ) -> CurlEngine {
            guard case .openSSL = library else { return CurlEngine(configuration: configuration) }
            let trust = CurlTrust(policy: policy, stores: stores, authorities: configuration.certificateAuthorities)
            return CurlEngine(configuration: configuration, trust: trust)
        }

        /// The engine for a policy, to be held until the exchange has begun.
        func lease(for policy: SecurityPolicy) -> Lease {
            if policy.storage.isStandard { return standard }
            let (lease, oldest) = state.withLock { state -> (Lease, Lease?) in
                if let place = state.leases.firstIndex(where: { $0.engine.trust?.policy == policy }) {
                    let lease = state.leases.remove(at: place)
                    state.leases.append(lease)
                    return (lease, nil)
                }
                let lease = Lease(Self.engine(configuration, policy, stores, library))
                if state.isInvalid { lease.engine.stop(cancelling: true) }
                state.leases.append(lease)
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
