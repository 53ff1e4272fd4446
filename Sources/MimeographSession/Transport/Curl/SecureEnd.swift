#if os(Linux)
    import COpenSSL

    /// An observer of a TLS connection that records whether the peer has announced the end.
    ///
    /// A body that ends with its connection is complete only after such an announcement, because anyone on the path can end a TCP
    /// connection. libcurl does not distinguish the two ends. The observer is used on the engine's thread.
    ///
    /// Source: RFC 9112 §9.8, RFC 8446 §6.1.
    @safe
    final class SecureEnd {
        /// Whether the alert `close_notify` has arrived.
        private(set) var isNotified: Bool

        private init(isNotified: Bool) { self.isNotified = isNotified }

        /// The index at which a connection stores its object; negative if the system had no memory for it.
        // SAFETY: the closure captures nothing, and OpenSSL may call it as long as the program runs.
        private static let index = unsafe mimeograph_ssl_index { _, object, _, _, _, _ in
            // SAFETY: only `watching` stores an object, with a reference that this releases.
            if let object = unsafe object { unsafe Unmanaged<SecureEnd>.fromOpaque(object).release() }
        }

        /// Whether OpenSSL holds unread bytes of a connection, which its socket does not report.
        ///
        /// - Parameter connection: An SSL, alive.
        static func hasInput(_ connection: OpaquePointer) -> Bool { unsafe SSL_has_pending(connection) == 1 }

        /// Whether the peer has chosen HTTP/2 for a connection. Source: RFC 7301 §3.2.
        ///
        /// - Parameter connection: An SSL, alive.
        static func hasChosenHTTP2(_ connection: OpaquePointer) -> Bool {
            var name: UnsafePointer<UInt8>?
            var count: UInt32 = 0
            // SAFETY: OpenSSL returns its own bytes and their number. They live as long as the connection.
            unsafe SSL_get0_alpn_selected(connection, &name, &count)
            return unsafe UnsafeBufferPointer(start: name, count: Int(count)).elementsEqual([0x68, 0x32])
        }

        /// Observes a connection from now on; nil if the system has no memory left.
        ///
        /// - Parameter connection: An SSL, alive.
        static func watching(_ connection: OpaquePointer) -> SecureEnd? {
            guard index >= 0 else { return nil }
            // SAFETY: the connection is alive. It has a reference to the object, and releases it when it is freed. The callback
            // is called before that.
            if let object = unsafe SSL_get_ex_data(connection, index) {
                return unsafe Unmanaged<SecureEnd>.fromOpaque(object).takeUnretainedValue()
            }
            let end = unsafe SecureEnd(isNotified: SSL_get_shutdown(connection) & SSL_RECEIVED_SHUTDOWN != 0)
            let object = unsafe Unmanaged.passRetained(end).toOpaque()
            guard unsafe SSL_set_ex_data(connection, index, object) == 1 else {
                unsafe Unmanaged<SecureEnd>.fromOpaque(object).release()
                return nil
            }
            unsafe SSL_set_info_callback(connection) { connection, event, value in
                guard mimeograph_ssl_is_end(event, value) != 0,
                    let object = unsafe SSL_get_ex_data(connection, SecureEnd.index)
                else { return }
                unsafe Unmanaged<SecureEnd>.fromOpaque(object).takeUnretainedValue().isNotified = true
            }
            return end
        }
    }
#endif
