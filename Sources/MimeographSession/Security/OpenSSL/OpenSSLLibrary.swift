#if os(Linux)
    import COpenSSL

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
#endif
