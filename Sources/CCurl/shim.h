// The system's libcurl, and the few Linux calls that its event loop needs. pkg-config (libcurl) provides the include path.
//
// Swift cannot call functions with a variable number of arguments, such as curl_easy_setopt. Each kind of argument has a function
// here. Additions after libcurl 7.68 are named by number, so that older headers suffice; the program checks at run time whether
// the library has them. The numbers are part of libcurl's ABI. Source: curl/curl.h.
#ifndef MIMEOGRAPH_CCURL_SHIM_H
#define MIMEOGRAPH_CCURL_SHIM_H

#define CURL_DISABLE_TYPECHECK 1
#define CURL_DISABLE_DEPRECATION 1
#include <curl/curl.h>
#include <sys/socket.h>
#include <stdint.h>

// 7.80: called when the connection is ready and the request is about to be sent.
static const CURLoption mimeograph_CURLOPT_PREREQFUNCTION = (CURLoption)20312;
static const CURLoption mimeograph_CURLOPT_PREREQDATA = (CURLoption)10313;
// 7.87: does not wait for threads that resolve names.
static const CURLoption mimeograph_CURLOPT_QUICK_EXIT = (CURLoption)322;
// 8.2: the number of the connection in use, within one multi handle.
static const CURLINFO mimeograph_CURLINFO_CONN_ID = (CURLINFO)(CURLINFO_OFF_T + 64);

typedef size_t (*mimeograph_curl_data_callback)(char *bytes, size_t size, size_t count, void *context);
typedef int (*mimeograph_curl_seek_callback)(void *context, curl_off_t offset, int origin);
typedef int (*mimeograph_curl_start_callback)(
    void *context, char *remote_address, char *local_address, int remote_port, int local_port);
typedef curl_socket_t (*mimeograph_curl_open_callback)(void *context, curlsocktype purpose, struct curl_sockaddr *address);
typedef int (*mimeograph_curl_close_callback)(void *context, curl_socket_t descriptor);
typedef int (*mimeograph_curl_socket_callback)(
    CURL *handle, curl_socket_t descriptor, int wanted, void *context, void *socket_context);
typedef int (*mimeograph_curl_timer_callback)(CURLM *multi, long milliseconds, void *context);
typedef int (*mimeograph_curl_report_callback)(CURL *handle, curl_infotype kind, char *text, size_t count, void *context);
typedef int (*mimeograph_curl_trailer_callback)(struct curl_slist **list, void *context);
typedef CURLcode (*mimeograph_curl_tls_callback)(CURL *handle, void *tls_context, void *context);

static inline CURLcode mimeograph_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode mimeograph_curl_set_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode mimeograph_curl_set_offset(CURL *handle, CURLoption option, int64_t value) {
    return curl_easy_setopt(handle, option, (curl_off_t)value);
}

static inline CURLcode mimeograph_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode mimeograph_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode mimeograph_curl_set_data_callback(
    CURL *handle, CURLoption option, mimeograph_curl_data_callback callback) {
    return curl_easy_setopt(handle, option, callback);
}

static inline CURLcode mimeograph_curl_set_seek_callback(CURL *handle, mimeograph_curl_seek_callback callback) {
    return curl_easy_setopt(handle, CURLOPT_SEEKFUNCTION, callback);
}

static inline CURLcode mimeograph_curl_set_start_callback(CURL *handle, mimeograph_curl_start_callback callback) {
    return curl_easy_setopt(handle, mimeograph_CURLOPT_PREREQFUNCTION, callback);
}

// Makes libcurl report its actions in lines of text. The callback is set first, because without one libcurl writes to standard
// error.
static inline CURLcode mimeograph_curl_set_report_callback(CURL *handle, mimeograph_curl_report_callback callback) {
    CURLcode result = curl_easy_setopt(handle, CURLOPT_DEBUGFUNCTION, callback);
    return result == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_VERBOSE, 1L) : result;
}

static inline CURLcode mimeograph_curl_set_trailer_callback(CURL *handle, mimeograph_curl_trailer_callback callback) {
    return curl_easy_setopt(handle, CURLOPT_TRAILERFUNCTION, callback);
}

static inline CURLcode mimeograph_curl_set_close_callback(CURL *handle, mimeograph_curl_close_callback callback) {
    return curl_easy_setopt(handle, CURLOPT_CLOSESOCKETFUNCTION, callback);
}

#ifdef SOCK_CLOEXEC
/// Makes a socket that child processes do not inherit. An inherited one would stay open after this process has closed it. It does
/// not block: libcurl sets that too, but ignores a failure, and a call of such a socket would stop all exchanges.
static inline curl_socket_t mimeograph_curl_open_socket(struct curl_sockaddr *address) {
    return socket(address->family, address->socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, address->protocol);
}

static inline CURLcode mimeograph_curl_set_open_callback(CURL *handle, mimeograph_curl_open_callback callback) {
    return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, callback);
}
#endif

// The SSL of the connection in use, which belongs to libcurl. NULL without TLS or with a library other than OpenSSL.
static inline void *mimeograph_curl_get_tls(CURL *handle) {
    struct curl_tlssessioninfo *information = NULL;
    if (curl_easy_getinfo(handle, CURLINFO_TLS_SSL_PTR, &information) != CURLE_OK || information == NULL) return NULL;
    return information->backend == CURLSSLBACKEND_OPENSSL ? information->internals : NULL;
}

static inline CURLcode mimeograph_curl_set_tls_callback(CURL *handle, mimeograph_curl_tls_callback callback) {
    return curl_easy_setopt(handle, CURLOPT_SSL_CTX_FUNCTION, callback);
}

// The value is an enumerator in older versions and a number in newer ones.
static inline long mimeograph_curl_netrc_ignored(void) { return (long)CURL_NETRC_IGNORED; }

// These functions return 0 or NULL for an unknown value.
static inline long mimeograph_curl_get_long(CURL *handle, CURLINFO info) {
    long value = 0;
    return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

static inline int64_t mimeograph_curl_get_offset(CURL *handle, CURLINFO info) {
    curl_off_t value = 0;
    return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? (int64_t)value : 0;
}

static inline const char *mimeograph_curl_get_string(CURL *handle, CURLINFO info) {
    char *value = NULL;
    return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : NULL;
}

static inline void *mimeograph_curl_get_context(CURL *handle) {
    char *value = NULL;
    return curl_easy_getinfo(handle, CURLINFO_PRIVATE, &value) == CURLE_OK ? value : NULL;
}

// Makes an object by which handles on one thread share the TLS sessions of servers. NULL if there is not enough memory.
static inline CURLSH *mimeograph_curl_share_sessions(void) {
    CURLSH *share = curl_share_init();
    if (share != NULL) curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION);
    return share;
}

static inline CURLMcode mimeograph_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

static inline CURLMcode mimeograph_curl_multi_set_callbacks(
    CURLM *multi, mimeograph_curl_socket_callback on_socket, mimeograph_curl_timer_callback on_timer, void *context) {
    CURLMcode result = curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
    if (result == CURLM_OK) result = curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, on_socket);
    if (result == CURLM_OK) result = curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
    if (result == CURLM_OK) result = curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, on_timer);
    return result;
}

static inline const curl_version_info_data *mimeograph_curl_version(void) {
    return curl_version_info(CURLVERSION_NOW);
}

// The file of certificate authorities that libcurl is configured with (7.70), or NULL.
static inline const char *mimeograph_curl_authorities_file(const curl_version_info_data *information) {
#if LIBCURL_VERSION_NUM >= 0x074600
    return information->version_num >= 0x074600 ? information->cainfo : NULL;
#else
    return NULL;
#endif
}

// The folder of certificate authorities that libcurl is configured with (7.70), or NULL.
static inline const char *mimeograph_curl_authorities_folder(const curl_version_info_data *information) {
#if LIBCURL_VERSION_NUM >= 0x074600
    return information->version_num >= 0x074600 ? information->capath : NULL;
#else
    return NULL;
#endif
}

// The next exchange that has ended and its result, or NULL.
static inline CURL *mimeograph_curl_multi_next_done(CURLM *multi, CURLcode *result) {
    int left = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left)) != NULL) {
        if (message->msg != CURLMSG_DONE) continue;
        *result = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}

#ifdef __linux__
#include <dlfcn.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

static inline int mimeograph_epoll_make(void) { return epoll_create1(EPOLL_CLOEXEC); }

// Watches an event, which wakes for every signal and never has to be read.
static inline int mimeograph_epoll_watch_event(int poller, int descriptor) {
    struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.fd = descriptor};
    return epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event);
}

// Watches a socket as libcurl requests: CURL_POLL_IN, CURL_POLL_OUT, both or CURL_POLL_REMOVE.
static inline int mimeograph_epoll_watch_socket(int poller, int descriptor, int wanted, int is_watched) {
    struct epoll_event event = {.events = 0, .data.fd = descriptor};
    if (wanted == CURL_POLL_REMOVE) return epoll_ctl(poller, EPOLL_CTL_DEL, descriptor, &event);
    if (wanted & CURL_POLL_IN) event.events |= EPOLLIN;
    if (wanted & CURL_POLL_OUT) event.events |= EPOLLOUT;
    int operation = is_watched ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
    int result = epoll_ctl(poller, operation, descriptor, &event);
    if (result == 0) return 0;
    if (errno == ENOENT) return epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event);
    if (errno == EEXIST) return epoll_ctl(poller, EPOLL_CTL_MOD, descriptor, &event);
    return result;
}

struct mimeograph_ready { int descriptor; int events; };

// Waits for a number of milliseconds at most, or without limit if it is negative. Stores the ready sockets and their events, in
// libcurl's bits, and returns the number of sockets.
static inline int mimeograph_epoll_wait(int poller, struct mimeograph_ready *ready, int capacity, int milliseconds) {
    struct epoll_event events[64];
    int count = epoll_wait(poller, events, capacity < 64 ? capacity : 64, milliseconds);
    for (int index = 0; index < count; index++) {
        uint32_t bits = events[index].events;
        ready[index].descriptor = events[index].data.fd;
        ready[index].events = (bits & (EPOLLIN | EPOLLHUP) ? CURL_CSELECT_IN : 0)
            | (bits & EPOLLOUT ? CURL_CSELECT_OUT : 0) | (bits & EPOLLERR ? CURL_CSELECT_ERR : 0);
    }
    return count < 0 ? 0 : count;
}

extern char **environ;

// Initializes libcurl without the variable that makes it write the keys of all connections to a file. A person who can set the
// variable could otherwise read all traffic. libcurl reads the variable once, here, and opens the file.
//
// The function changes the slots of the list, but not the texts, and neither allocates nor frees memory. Other threads still find
// every other variable, and their additions stay. Source: libcurl 7.88.1, lib/vtls/keylog.c.
static inline CURLcode mimeograph_curl_global_init(void) {
    enum { most = 8 };
    static char placeholders[most][24] = {
        "SSLKEYLOGFILE_0=", "SSLKEYLOGFILE_1=", "SSLKEYLOGFILE_2=", "SSLKEYLOGFILE_3=",
        "SSLKEYLOGFILE_4=", "SSLKEYLOGFILE_5=", "SSLKEYLOGFILE_6=", "SSLKEYLOGFILE_7=",
    };
    char *hidden[most];
    int count = 0;
    for (char **slot = environ; slot != NULL && *slot != NULL && count < most; slot++) {
        if (strncmp(*slot, "SSLKEYLOGFILE=", 14) != 0) continue;
        hidden[count] = *slot;
        *slot = placeholders[count++];
    }
    CURLcode result = curl_global_init(CURL_GLOBAL_DEFAULT);
    // The list may have moved by now, with the same texts.
    for (char **slot = environ; slot != NULL && *slot != NULL; slot++) {
        for (int index = 0; index < count; index++) {
            if (*slot == placeholders[index]) *slot = hidden[index];
        }
    }
    return result;
}

// Adds HTTP/2 frames to libcurl's reports in the whole process. Returns whether libcurl can do that (8.3). The function is looked
// up at run time, because the program may have been built with an older library.
static inline int mimeograph_curl_report_frames(void) {
    CURLcode (*trace)(const char *) = (CURLcode (*)(const char *))dlsym(NULL, "curl_global_trace");
    return trace != NULL && trace("http/2") == CURLE_OK;
}

// The local port of a connection, or 0 if the descriptor is not a TCP connection.
static inline int mimeograph_socket_local_port(int descriptor) {
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    if (getsockname(descriptor, (struct sockaddr *)&address, &length) != 0) return 0;
    if (address.ss_family == AF_INET) return ntohs(((struct sockaddr_in *)&address)->sin_port);
    if (address.ss_family == AF_INET6) return ntohs(((struct sockaddr_in6 *)&address)->sin6_port);
    return 0;
}

// Whether a socket has unread input: bytes, or its end.
static inline int mimeograph_socket_has_input(int descriptor) {
    struct pollfd waited = {.fd = descriptor, .events = POLLIN};
    return poll(&waited, 1, 0) > 0;
}

// This is a number because some programs do not get the macro from the header. Source: poll(2).
#define MIMEOGRAPH_POLLRDHUP 0x2000

// Whether the peer has ended its side, possibly with unread bytes before the end, or the connection is lost.
static inline int mimeograph_socket_is_closing(int descriptor) {
    struct pollfd waited = {.fd = descriptor, .events = MIMEOGRAPH_POLLRDHUP};
    return poll(&waited, 1, 0) > 0 && (waited.revents & (MIMEOGRAPH_POLLRDHUP | POLLHUP | POLLERR)) != 0;
}

// Whether the peer has ended its side, and all bytes were read.
static inline int mimeograph_socket_has_ended(int descriptor) {
    char byte;
    ssize_t count = recv(descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return count == 0 || (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

// Shuts down a connection whose descriptor libcurl keeps. libcurl finds it dead before it would reuse it.
static inline void mimeograph_socket_retire(int descriptor) { shutdown(descriptor, SHUT_RDWR); }
#endif

#endif
