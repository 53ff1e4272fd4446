// The Linux calls that a reachability monitor needs: netlink, host names and wireless extensions. Swift code parses the messages.
#ifndef MIMEOGRAPH_CLINUX_REACHABILITY_H
#define MIMEOGRAPH_CLINUX_REACHABILITY_H

// The headers of the kernel do not come with every C library.
#if defined(__linux__) && __has_include(<linux/rtnetlink.h>)
#include <errno.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

// A bit of the mask that joins a group of notifications.
#define MIMEOGRAPH_GROUP(number) (UINT32_C(1) << ((number) - 1))

// The groups for changes of the way to a destination: interfaces, addresses, routes, and the rules that choose a routing table.
static inline uint32_t mimeograph_netlink_groups(void) {
    return MIMEOGRAPH_GROUP(RTNLGRP_LINK) | MIMEOGRAPH_GROUP(RTNLGRP_IPV4_IFADDR)
        | MIMEOGRAPH_GROUP(RTNLGRP_IPV6_IFADDR) | MIMEOGRAPH_GROUP(RTNLGRP_IPV4_ROUTE)
        | MIMEOGRAPH_GROUP(RTNLGRP_IPV6_ROUTE) | MIMEOGRAPH_GROUP(RTNLGRP_IPV4_RULE)
        | MIMEOGRAPH_GROUP(RTNLGRP_IPV6_RULE);
}

// Opens a non-blocking socket that has joined these groups. Returns a negative number on failure.
static inline int mimeograph_netlink_open(uint32_t groups) {
    int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE);
    if (descriptor < 0) return -1;
    struct sockaddr_nl address;
    memset(&address, 0, sizeof address);
    address.nl_family = AF_NETLINK;
    address.nl_groups = groups;
    if (bind(descriptor, (struct sockaddr *)&address, sizeof address) == 0) return descriptor;
    close(descriptor);
    return -1;
}

// Returns 0 or an errno value.
static inline int mimeograph_netlink_send(int descriptor, const void *bytes, size_t count) {
    ssize_t sent = send(descriptor, bytes, count, 0);
    return sent < 0 ? errno : (size_t)sent == count ? 0 : EIO;
}

// Returns the number of bytes of a message, 0 for a message that is not from the kernel, or a negative errno value. A message
// that does not fit is lost, and the result is -EMSGSIZE.
static inline long mimeograph_netlink_receive(int descriptor, void *bytes, size_t capacity) {
    struct sockaddr_nl sender;
    memset(&sender, 0, sizeof sender);
    struct iovec buffer = {.iov_base = bytes, .iov_len = capacity};
    struct msghdr message;
    memset(&message, 0, sizeof message);
    message.msg_name = &sender;
    message.msg_namelen = sizeof sender;
    message.msg_iov = &buffer;
    message.msg_iovlen = 1;
    ssize_t count = recvmsg(descriptor, &message, 0);
    if (count < 0) return -(long)errno;
    if (message.msg_flags & MSG_TRUNC) return -(long)EMSGSIZE;
    return sender.nl_pid == 0 ? (long)count : 0;
}

// Waits for a socket and an event, for a number of milliseconds at most, or without limit if it is negative. A negative socket is
// ignored. Bit 0: the socket is ready. Bit 1: the event was signaled.
static inline int mimeograph_netlink_wait(int socket, int event, int milliseconds) {
    struct pollfd waited[2] = {{.fd = socket, .events = POLLIN}, {.fd = event, .events = POLLIN}};
    if (poll(waited, 2, milliseconds) <= 0) return 0;
    return (waited[0].revents != 0 ? 1 : 0) | (waited[1].revents != 0 ? 2 : 0);
}

// Whether the interface with that name has wireless extensions, in the network namespace of the socket.
static inline int mimeograph_netlink_is_wireless(int descriptor, const char *name) {
    struct ifreq request;
    memset(&request, 0, sizeof request);
    size_t length = strlen(name);
    if (length >= sizeof request.ifr_name) return 0;
    memcpy(request.ifr_name, name, length);
    // SIOCGIWNAME. Source: linux/wireless.h, whose structure begins like this one and is not longer.
    return ioctl(descriptor, 0x8B01, &request) == 0;
}

struct mimeograph_address { int length; uint8_t bytes[16]; uint32_t scope; };

// Stores the addresses of a host, and returns their number, or -1 if it has no address. It may wait for long, unless it accepts
// only addresses and no names.
static inline int mimeograph_resolve(
    const char *host, int numeric_only, struct mimeograph_address *addresses, int capacity) {
    struct addrinfo hints, *found = NULL;
    memset(&hints, 0, sizeof hints);
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = numeric_only ? AI_NUMERICHOST : 0;
    if (getaddrinfo(host, NULL, &hints, &found) != 0) return -1;
    int count = 0;
    for (struct addrinfo *one = found; one != NULL && count < capacity; one = one->ai_next) {
        struct mimeograph_address *address = &addresses[count];
        memset(address, 0, sizeof *address);
        if (one->ai_family == AF_INET && one->ai_addrlen >= sizeof(struct sockaddr_in)) {
            struct sockaddr_in source;
            memcpy(&source, one->ai_addr, sizeof source);
            address->length = 4;
            memcpy(address->bytes, &source.sin_addr, 4);
        } else if (one->ai_family == AF_INET6 && one->ai_addrlen >= sizeof(struct sockaddr_in6)) {
            struct sockaddr_in6 source;
            memcpy(&source, one->ai_addr, sizeof source);
            address->length = 16;
            memcpy(address->bytes, &source.sin6_addr, 16);
            address->scope = source.sin6_scope_id;
        } else {
            continue;
        }
        count++;
    }
    freeaddrinfo(found);
    return count > 0 ? count : -1;
}
#endif

#endif
