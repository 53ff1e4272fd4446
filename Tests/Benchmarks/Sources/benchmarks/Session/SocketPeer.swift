import CSocketPeer

/// A client in C that does no more than it must: the bound of what any client can do with this server on this machine.
///
/// It is unchecked because one thread at a time uses it.
@safe
final class SocketPeer: @unchecked Sendable {
    private let peer: OpaquePointer

    /// Connects to the server's small response; nil where that is not possible.
    init?(port: Int, connections: Int) {
        // SAFETY: Swift hands over a C string that lives through the call.
        guard let peer = unsafe mimeograph_socket_peer_make(Int32(port), "/small", connections) else { return nil }
        unsafe self.peer = peer
    }

    deinit {
        // SAFETY: nothing uses it any more.
        unsafe mimeograph_socket_peer_free(peer)
    }

    /// Gets the response as often as this over the first connection.
    func sequential(_ count: Int) throws {
        // SAFETY: it lives as long as this object.
        try check(unsafe mimeograph_socket_peer_sequential(peer, count), count)
    }

    /// Gets the response as often as this over all connections at once; Linux only.
    func concurrent(_ count: Int) throws {
        // SAFETY: as above.
        try check(unsafe mimeograph_socket_peer_concurrent(peer, count), count)
    }

    private func check(_ bytes: Int, _ count: Int) throws {
        guard bytes == count * 146 else { throw BrokenEngine("\(bytes) bytes by the socket") }
    }
}
