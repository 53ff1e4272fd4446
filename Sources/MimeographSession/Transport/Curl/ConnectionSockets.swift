#if os(Linux)
    import CCurl

    /// The two ends of a TCP connection, which identify it to libcurl.
    struct ConnectionEnds: Hashable {
        let local: String, localPort: Int
        let remote: String, remotePort: Int
    }

    /// The socket of a connection.
    struct ConnectionSocket {
        let descriptor: Int32
        /// Whether the connection uses HTTP/2, so that the peer may send data between two responses.
        let isHTTP2: Bool
    }

    /// The sockets of the connections that libcurl keeps for later exchanges.
    ///
    /// libcurl reports a socket when it is made and when it must be closed, and the ends of its connection when a request is about
    /// to be sent.
    struct ConnectionSockets {
        private var sockets: [ConnectionEnds: ConnectionSocket] = [:]
        /// The connections by descriptor.
        private var ends: [Int32: ConnectionEnds] = [:]

        subscript(connection: ConnectionEnds) -> ConnectionSocket? { sockets[connection] }

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

        /// Forgets the connection of a socket that is about to be closed. The system may give its descriptor to another socket.
        mutating func forget(descriptor: Int32) {
            guard let connection = ends.removeValue(forKey: descriptor),
                sockets[connection]?.descriptor == descriptor
            else { return }
            sockets[connection] = nil
        }
    }

    /// The connection and the HTTP/2 stream of an exchange.
    struct CurlRoute {
        /// The TCP connection, once the request is sent.
        var connection: ConnectionEnds?
        /// The connection's socket.
        private(set) var descriptor: Int32?
        /// Whether the loop has recorded the socket for the connection.
        var isRecorded = false
        /// The observer of the TLS end, if the body ends with the connection.
        var secureEnd: SecureEnd?
        /// The stream and its end, if libcurl reports frames.
        var stream: CurlStreams.Key?
        var streamEnd: CurlStreams.End?
        /// The error code with which the server ends the connection, if libcurl reports frames.
        var departure: UInt32?
        /// The sockets that were made for the exchange. One of them may belong to the connection.
        private var sockets: [Int32] = []

        mutating func add(_ socket: Int32) {
            sockets.append(socket)
            // A single socket is the connection's. libcurl may report no ends: a Unix-domain socket has none.
            descriptor = sockets.count == 1 ? socket : nil
        }

        /// Finds the socket of the connection, because libcurl may read the whole answer before it reports the socket that it
        /// waits for.
        ///
        /// - Parameter reused: The socket of a reused connection.
        mutating func findDescriptor(_ reused: ConnectionSocket?, isReused: Bool) {
            guard let connection else { return }
            descriptor =
                isReused
                ? reused?.descriptor
                : sockets.last { mimeograph_socket_local_port($0) == connection.localPort }
        }
    }
#endif
