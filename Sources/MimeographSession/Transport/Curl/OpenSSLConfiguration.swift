#if os(Linux)
    import COpenSSL
    import Glibc

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

    extension TransportRequest {
        /// Whether the server or its proxy is spoken to by TLS.
        var usesTLS: Bool { hasSecureURL || hasProxy("https:") }

        /// Whether it goes by way of a proxy whose URL begins so, in lower case.
        func hasProxy(_ start: String) -> Bool {
            options.proxy?.url.lowercased().utf8.starts(with: start.utf8) == true
        }
    }
#endif
