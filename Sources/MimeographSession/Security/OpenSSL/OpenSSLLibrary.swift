#if os(Linux)
    import COpenSSL
    import Glibc

    /// The setup of OpenSSL for this package. All code that uses OpenSSL calls it first.
    ///
    /// By default OpenSSL frees its state when the program ends (`atexit`), while the threads of transports still run. A thread
    /// in a handshake then reads freed memory, and the program crashes. Here the system frees the few megabytes at the end. If
    /// the program or another library has already set up OpenSSL, its settings stay.
    ///
    /// Source: OPENSSL_init_crypto(3), OPENSSL_INIT_NO_ATEXIT.
    package enum OpenSSLLibrary {
        private static let isPrepared: Bool = {
            mimeograph_openssl_prepare()
            return true
        }()

        package static func prepare() { _ = isPrepared }
    }

    /// The configuration file of OpenSSL for the whole process, with settings such as the oldest protocol and the weakest cipher.
    enum OpenSSLConfiguration {
        private enum State { case readable, unreadable, unreadableByName }

        private static let state: State = {
            OpenSSLLibrary.prepare()
            // SAFETY: the text is only compared with nil.
            let isNamed = unsafe getenv("OPENSSL_CONF") != nil
            if mimeograph_openssl_configuration_is_readable(isNamed ? 1 : 0) == 1 { return .readable }
            return isNamed ? .unreadableByName : .unreadable
        }()

        /// Rejects TLS if the file cannot be read, because OpenSSL would treat it as empty.
        static func check(_ request: TransportRequest) throws(TransportError) {
            guard request.usesTLS else { return }
            let file: String
            switch state {
            case .readable: return
            case .unreadable: file = "The system's configuration of OpenSSL"
            case .unreadableByName: file = "The configuration of OpenSSL in the environment variable OPENSSL_CONF"
            }
            throw TransportError(.tlsFailed, "\(file) cannot be read.", remedy: "Correct the file, or the variable.")
        }
    }
#endif
