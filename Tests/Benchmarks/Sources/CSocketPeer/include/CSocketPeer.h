#ifndef MIMEOGRAPH_SOCKET_PEER_H
#define MIMEOGRAPH_SOCKET_PEER_H

#include <stddef.h>

/// The least that an HTTP/1.1 client can do. It keeps connections to a loopback port open, writes a whole GET, reads the head for
/// Content-Length, and reads that many bytes of body.
typedef struct mimeograph_socket_peer mimeograph_socket_peer;

/// Connects; returns NULL on failure.
mimeograph_socket_peer *mimeograph_socket_peer_make(int port, const char *path, size_t connections);

/// Sends `requests` GETs in sequence on one connection; returns the bytes of all bodies, or -1 if a status is not 200.
long mimeograph_socket_peer_sequential(mimeograph_socket_peer *peer, size_t requests);

/// Sends `requests` GETs on all connections at once, from one thread; returns the same as mimeograph_socket_peer_sequential.
long mimeograph_socket_peer_concurrent(mimeograph_socket_peer *peer, size_t requests);

/// Closes the connections.
void mimeograph_socket_peer_free(mimeograph_socket_peer *peer);

#endif
