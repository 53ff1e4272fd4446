#if os(Linux)
    import CCurl

    /// The two ends of a connection by TCP, by which libcurl names it.
    struct ConnectionEnds: Hashable {
        let local: String, localPort: Int
        let remote: String, remotePort: Int
    }

    /// The socket of a connection.
    struct ConnectionSocket {
        let descriptor: Int32
        /// Whether the peer may send something between two responses.
        let isHTTP2: Bool
    }

    /// Which socket a connection has that libcurl keeps for a next exchange.
    ///
    /// libcurl tells the ends of a connection when a request is about to go out by it, and its socket when that is made.
    struct ConnectionSockets {
        private var sockets: [ConnectionEnds: ConnectionSocket] = [:]
        /// The system gives a descriptor again once it is closed: what is kept is no more than what was open at one time.
        private var ends: [Int32: ConnectionEnds] = [:]

        /// The socket, where it is still that connection's.
        subscript(connection: ConnectionEnds) -> ConnectionSocket? {
            guard let socket = sockets[connection],
                mimeograph_socket_local_port(socket.descriptor) == connection.localPort
            else { return nil }
            return socket
        }

        mutating func record(_ connection: ConnectionEnds, _ socket: ConnectionSocket) {
            if let old = ends.updateValue(connection, forKey: socket.descriptor),
                sockets[old]?.descriptor == socket.descriptor
            {
                sockets[old] = nil
            }
            sockets[connection] = socket
        }

        mutating func forget(_ connection: ConnectionEnds) {
            guard let socket = sockets.removeValue(forKey: connection) else { return }
            if ends[socket.descriptor] == connection { ends[socket.descriptor] = nil }
        }
    }

    /// The connection, and the stream of HTTP/2, that an exchange goes by.
    struct CurlRoute {
        /// The connection by TCP, once the request goes out.
        var connection: ConnectionEnds?
        /// The connection's socket.
        private(set) var descriptor: Int32?
        /// Whether the loop knows that socket as the connection's.
        var isRecorded = false
        /// How the peer ends TLS, where the body ends with the connection.
        var secureEnd: SecureEnd?
        /// The stream, and what has become of it, where libcurl reports frames.
        var stream: CurlStreams.Key?
        var streamEnd: CurlStreams.End?
        /// The sockets that were made for the exchange, of which one may be the connection's.
        private var sockets: [Int32] = []

        /// Adds a socket that was made.
        mutating func add(_ socket: Int32) {
            sockets.append(socket)
            // One alone is the connection's, of which libcurl may tell no ends: over a Unix-domain socket there are none.
            descriptor = sockets.count == 1 ? socket : nil
        }

        /// Finds the socket of the connection: libcurl may take the whole answer before it tells which socket it waits for.
        ///
        /// - Parameter reused: That of a connection that was used before.
        mutating func findDescriptor(_ reused: ConnectionSocket?, isReused: Bool) {
            guard let connection else { return }
            descriptor =
                isReused
                ? reused?.descriptor
                : sockets.last { mimeograph_socket_local_port($0) == connection.localPort }
        }
    }
#endif
