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
#endif
