#if os(Linux)
    import COpenSSL
    import Glibc

    /// Sets OpenSSL up for this module; whatever uses it first asks for that.
    ///
    /// OpenSSL would take itself down when the program ends (`atexit`), while the threads of transports go on: one in the middle of a
    /// handshake then reads what is gone, and the program ends by a signal. What is left to the system at the end is a few megabytes.
    /// Where the program, or another library in it, has set OpenSSL up before, that stands.
    ///
    /// Source: OPENSSL_init_crypto(3), OPENSSL_INIT_NO_ATEXIT.
    enum OpenSSLLibrary {
        private static let isPrepared: Bool = {
            mimeograph_openssl_prepare()
            return true
        }()

        /// Sets it up, once.
        static func prepare() { _ = isPrepared }
    }

    /// The file of settings that OpenSSL reads for the whole process: the oldest protocol and the weakest cipher that are
    /// allowed, for example.
    enum OpenSSLConfiguration {
        private enum State { case readable, unreadable, unreadableByName }

        private static let state: State = {
            OpenSSLLibrary.prepare()
            // SAFETY: the text is only asked whether it is there.
            let isNamed = unsafe getenv("OPENSSL_CONF") != nil
            if mimeograph_openssl_configuration_is_readable(isNamed ? 1 : 0) == 1 { return .readable }
            return isNamed ? .unreadableByName : .unreadable
        }()

        /// Refuses to speak TLS where the file cannot be read: OpenSSL would go on as if it were empty.
        static func check(_ request: TransportRequest) throws(TransportError) {
            guard request.usesTLS else { return }
            let file: String
            switch state {
            case .readable: return
            case .unreadable: file = "The system's configuration of OpenSSL"
            case .unreadableByName: file = "The configuration of OpenSSL that the environment names by OPENSSL_CONF"
            }
            throw TransportError(.tlsFailed, "\(file) cannot be read.", remedy: "Correct it, or the variable.")
        }
    }
#endif
