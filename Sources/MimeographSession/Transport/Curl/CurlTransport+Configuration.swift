#if os(Linux)
    extension CurlTransport {
        /// How a ``CurlTransport`` uses connections, and whom it trusts.
        public struct Configuration: Hashable, Sendable {
            /// How many connections to one host and port there may be at once. Further requests wait for one of them; over
            /// HTTP/2 many share one, where libcurl is 8.1 or later. Nil sets no limit; default 6.
            public var maximumConnectionsPerHost: Int?
            /// How many connections there may be at once, in all. Nil sets no limit, which is the default.
            public var maximumConnections: Int?
            /// How many connections are kept open, those in use included, for requests to come. Default 128.
            public var maximumCachedConnections: Int
            /// How many bytes of a body that arrives wait for its reader before the peer is slowed down. At most 16 KiB more
            /// than that may wait. Default 256 KiB.
            public var receiveBufferSize: Int
            /// What ``SecurityPolicy/Anchors/system`` stands for.
            public var certificateAuthorities: CertificateAuthorities

            /// Makes a configuration; what is not given has its default.
            public init(
                maximumConnectionsPerHost: Int? = 6,
                maximumConnections: Int? = nil,
                maximumCachedConnections: Int = 128,
                receiveBufferSize: Int = 1 << 18,
                certificateAuthorities: CertificateAuthorities = .system
            ) {
                self.maximumConnectionsPerHost = maximumConnectionsPerHost
                self.maximumConnections = maximumConnections
                self.maximumCachedConnections = maximumCachedConnections
                self.receiveBufferSize = receiveBufferSize
                self.certificateAuthorities = certificateAuthorities
            }
        }

        /// Who may vouch for a server, where a policy leaves that to the system.
        public enum CertificateAuthorities: Hashable, Sendable {
            /// Those that the system's libcurl was set up with.
            case system
            /// Those in a file of certificates in PEM form, and no others.
            case file(String)
        }
    }
#endif
