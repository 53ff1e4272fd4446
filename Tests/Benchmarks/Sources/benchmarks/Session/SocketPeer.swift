import CSocketPeer

/// A minimal client in C. It shows how fast any client can be with this server on this machine.
///
/// It is unchecked because only one thread at a time uses it.
@safe
final class SocketPeer: @unchecked Sendable {
    private let peer: OpaquePointer

    /// Connects to the server's small response; nil if that fails.
    init?(port: Int, connections: Int) {
        // SAFETY: Swift passes a C string that lives through the call.
        guard let peer = unsafe mimeograph_socket_peer_make(Int32(port), "/small", connections) else { return nil }
        unsafe self.peer = peer
    }

    deinit {
        // SAFETY: nothing uses the peer after this.
        unsafe mimeograph_socket_peer_free(peer)
    }

    /// Requests the response `count` times over the first connection.
    func sequential(_ count: Int) throws {
        // SAFETY: the peer lives as long as this object.
        try check(unsafe mimeograph_socket_peer_sequential(peer, count), count)
    }

    /// Requests the response `count` times over all connections at once; Linux only.
    func concurrent(_ count: Int) throws {
        // SAFETY: as above.
        try check(unsafe mimeograph_socket_peer_concurrent(peer, count), count)
    }

    private func check(_ bytes: Int, _ count: Int) throws {
        guard bytes == count * 146 else { throw BrokenEngine("The socket received \(bytes) bytes.") }
    }
}
