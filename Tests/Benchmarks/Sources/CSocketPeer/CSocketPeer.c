#include "CSocketPeer.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/epoll.h>
#endif

struct connection {
    int socket;
    size_t filled;
    char buffer[4096];
};

struct mimeograph_socket_peer {
    size_t count;
    size_t request_length;
    char request[512];
    struct connection connections[];
};

mimeograph_socket_peer *mimeograph_socket_peer_make(int port, const char *path, size_t connections) {
    mimeograph_socket_peer *peer = calloc(1, sizeof *peer + connections * sizeof(struct connection));
    if (!peer) return NULL;
    int length = snprintf(peer->request, sizeof peer->request,
                          "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAccept: application/json\r\n\r\n", path, port);
    if (length < 0 || (size_t)length >= sizeof peer->request) {
        free(peer);
        return NULL;
    }
    peer->request_length = (size_t)length;
    struct sockaddr_in address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons((unsigned short)port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    for (size_t i = 0; i < connections; i++) {
        int on = 1;
        int made = socket(AF_INET, SOCK_STREAM, 0);
        if (made >= 0) peer->connections[peer->count++].socket = made;
        if (made < 0 || connect(made, (struct sockaddr *)&address, sizeof address) != 0) {
            mimeograph_socket_peer_free(peer);
            return NULL;
        }
        setsockopt(made, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    }
    return peer;
}

void mimeograph_socket_peer_free(mimeograph_socket_peer *peer) {
    for (size_t i = 0; i < peer->count; i++) close(peer->connections[i].socket);
    free(peer);
}

static int request(const mimeograph_socket_peer *peer, struct connection *connection) {
    connection->filled = 0;
    return write(connection->socket, peer->request, peer->request_length) == (ssize_t)peer->request_length ? 0 : -1;
}

/// The length of the body if the response is complete; -1 if more bytes follow, -2 if the status is not 200.
static long body_length(struct connection *connection) {
    static const char status[] = "HTTP/1.1 200", field[] = "content-length:";
    connection->buffer[connection->filled] = 0;
    char *end = strstr(connection->buffer, "\r\n\r\n");
    if (!end) return -1;
    if (memcmp(connection->buffer, status, sizeof status - 1) != 0) return -2;
    long length = -1;
    for (char *line = connection->buffer; line < end; line = strstr(line, "\r\n") + 2)
        if (strncasecmp(line, field, sizeof field - 1) == 0) length = atol(line + sizeof field - 1);
    if (length < 0) return -2;
    size_t whole = (size_t)(end + 4 - connection->buffer) + (size_t)length;
    return connection->filled < whole ? -1 : length;
}

/// Reads once, and returns the result of `body_length`.
static long receive(struct connection *connection) {
    size_t room = sizeof connection->buffer - 1 - connection->filled;
    ssize_t count = read(connection->socket, connection->buffer + connection->filled, room);
    if (count <= 0) return -2;
    connection->filled += (size_t)count;
    return body_length(connection);
}

long mimeograph_socket_peer_sequential(mimeograph_socket_peer *peer, size_t requests) {
    struct connection *connection = &peer->connections[0];
    long bytes = 0;
    for (size_t i = 0; i < requests; i++) {
        if (request(peer, connection) != 0) return -1;
        long length;
        do { length = receive(connection); } while (length == -1);
        if (length < 0) return -1;
        bytes += length;
    }
    return bytes;
}

#ifdef __linux__
long mimeograph_socket_peer_concurrent(mimeograph_socket_peer *peer, size_t requests) {
    struct epoll_event events[64];
    size_t sent = 0, received = 0;
    long bytes = 0;
    int poller = epoll_create1(0);
    if (poller < 0) return -1;
    for (size_t i = 0; i < peer->count; i++) {
        struct epoll_event event = {.events = EPOLLIN, .data = {.ptr = &peer->connections[i]}};
        epoll_ctl(poller, EPOLL_CTL_ADD, peer->connections[i].socket, &event);
        if (sent < requests && request(peer, &peer->connections[i]) == 0) sent++;
    }
    while (received < requests && bytes >= 0) {
        int ready = epoll_wait(poller, events, 64, -1);
        for (int i = 0; i < ready && bytes >= 0; i++) {
            long length = receive(events[i].data.ptr);
            if (length == -1) continue;
            received++;
            bytes = length < 0 ? -1 : bytes + length;
            if (sent < requests && request(peer, events[i].data.ptr) == 0) sent++;
        }
    }
    close(poller);
    return bytes;
}
#else
long mimeograph_socket_peer_concurrent(mimeograph_socket_peer *peer, size_t requests) { return -1; }
#endif
