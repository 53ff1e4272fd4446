#ifndef MIMEOGRAPH_SOCKET_PEER_H
#define MIMEOGRAPH_SOCKET_PEER_H

#include <stddef.h>

/// The least that a client of HTTP/1.1 may do: connections to a port of the loopback interface that stay open, a GET that is written
/// whole, a head that is read up to Content-Length, and so many bytes of a body.
typedef struct mimeograph_socket_peer mimeograph_socket_peer;

/// Connects; NULL where that fails.
mimeograph_socket_peer *mimeograph_socket_peer_make(int port, const char *path, size_t connections);

/// Sends GET on one connection as often as this, one after the other; the bytes of all bodies, or -1 where one is no answer of 200.
long mimeograph_socket_peer_sequential(mimeograph_socket_peer *peer, size_t requests);

/// Sends GET as often as this, on all connections at once; one thread waits for all of them. It gives what the other one gives.
long mimeograph_socket_peer_concurrent(mimeograph_socket_peer *peer, size_t requests);

/// Closes the connections.
void mimeograph_socket_peer_free(mimeograph_socket_peer *peer);

#endif
