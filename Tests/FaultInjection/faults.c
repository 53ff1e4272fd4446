// Makes one allocation or one system call of a process fail. It is preloaded (LD_PRELOAD) into a process that runs requests.
//
// Only two kinds of calls count. Allocations count if they come from a C library on the list below; Swift stops the program if its own
// allocations fail. System calls count if they come from the program itself, libcurl or OpenSSL, so those of Swift's libraries do not.
//
// It needs glibc, which exports its allocator under second names.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <link.h>
#include <malloc.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ledger.h"

enum { nothing, allocations, calls };

static const char *const allocating[] = {
    "libcurl", "libssl", "libcrypto", "libnghttp2", "libz.", "libbrotli", "libzstd", "libxml2", "libidn2", "libunistring", "libpsl",
};
static const char *const calling[] = {"libcurl", "libssl", "libcrypto"};

struct range { uintptr_t start, end; };
static struct range ranges[3][32];
static int range_counts[3];
static atomic_int mode;
static atomic_long count, target, turn;
static const char *failed_name;
static int failed_errno;
static void *failed_frames[24];
static int failed_frame_count;

static void add_range(int kind, const struct dl_phdr_info *info) {
    for (int index = 0; index < info->dlpi_phnum; index++) {
        if (info->dlpi_phdr[index].p_type != PT_LOAD || !(info->dlpi_phdr[index].p_flags & PF_X)) continue;
        uintptr_t start = info->dlpi_addr + info->dlpi_phdr[index].p_vaddr;
        if (range_counts[kind] < 32)
            ranges[kind][range_counts[kind]++] = (struct range){start, start + info->dlpi_phdr[index].p_memsz};
    }
}

static int has_name(const char *path, const char *const *names, size_t name_count) {
    const char *slash = strrchr(path, '/');
    for (size_t index = 0; index < name_count; index++)
        if (strncmp(slash ? slash + 1 : path, names[index], strlen(names[index])) == 0) return 1;
    return 0;
}

static int visit(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size, (void)context;
    if (has_name(info->dlpi_name, allocating, sizeof allocating / sizeof *allocating)) add_range(allocations, info);
    // The program itself has no name here.
    if (!*info->dlpi_name || has_name(info->dlpi_name, calling, sizeof calling / sizeof *calling)) add_range(calls, info);
    return 0;
}

static int comes_from(int kind, void *caller) {
    for (int index = 0; index < range_counts[kind]; index++)
        if ((uintptr_t)caller >= ranges[kind][index].start && (uintptr_t)caller < ranges[kind][index].end) return 1;
    return 0;
}

// Whether this call is the one that fails. Records it.
static int fails(int kind, const char *name, void *caller) {
    if (atomic_load(&mode) != kind || !comes_from(kind, caller)) return 0;
    if (atomic_fetch_add(&count, 1) + 1 != atomic_load(&target)) return 0;
    failed_name = name;
    failed_frame_count = backtrace(failed_frames, 24);
    return 1;
}

// The error of the call that fails: most functions have several, which take turns.
static int error_of(const int *errors) {
    int length = 0;
    while (errors[length]) length++;
    failed_errno = errors[atomic_load(&turn) % length];
    return failed_errno;
}

#define CALLER __builtin_extract_return_addr(__builtin_return_address(0))
#define EXPORT __attribute__((visibility("default")))

// The allocator

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void __libc_free(void *);

static void *counted(void *memory, void *caller) {
    if (memory && range_counts[allocations] && comes_from(allocations, caller)) ledger_add(memory, caller);
    return memory;
}

EXPORT void *malloc(size_t size) {
    if (fails(allocations, "malloc", CALLER)) return errno = ENOMEM, NULL;
    return counted(__libc_malloc(size), CALLER);
}

EXPORT void *calloc(size_t number, size_t size) {
    if (fails(allocations, "calloc", CALLER)) return errno = ENOMEM, NULL;
    return counted(__libc_calloc(number, size), CALLER);
}

EXPORT void *realloc(void *old, size_t size) {
    if (fails(allocations, "realloc", CALLER)) return errno = ENOMEM, NULL;
    // The entry is removed first, because another thread may receive the old memory at once.
    void *first = ledger_remove(old);
    void *memory = __libc_realloc(old, size);
    if (!memory && size && first) ledger_add(old, first);
    return counted(memory, CALLER);
}

EXPORT char *strdup(const char *text) {
    if (fails(allocations, "strdup", CALLER)) return errno = ENOMEM, NULL;
    size_t size = strlen(text) + 1;
    char *copy = __libc_malloc(size);
    return counted(copy ? memcpy(copy, text, size) : NULL, CALLER);
}

EXPORT void free(void *memory) {
    if (memory) ledger_remove(memory);
    __libc_free(memory);
}

// System calls

static atomic_int events[16];
static atomic_int event_count;

static int is_event(int descriptor) {
    for (int index = 0; index < 16; index++)
        if (atomic_load(&events[index]) == descriptor + 1) return 1;
    return 0;
}

// Defines a function that fails once with one of these errors. Reading from and writing to an event always succeeds on Linux.
#define CALL(type, name, parameters, arguments, unless, ...)                                             \
    EXPORT type name parameters {                                                                        \
        static type(*real) parameters;                                                                   \
        if (!real) real = (type(*) parameters)dlsym(RTLD_NEXT, #name);                                   \
        if (!(unless) && fails(calls, #name, CALLER)) return errno = error_of((int[]){__VA_ARGS__, 0}), (type)-1; \
        return real arguments;                                                                           \
    }

#define FIRST int descriptor


CALL(int, socket, (int family, int kind, int protocol), (family, kind, protocol), 0, EMFILE, ENFILE, ENOMEM, EACCES)
CALL(int, socketpair, (int family, int kind, int protocol, int pair[2]), (family, kind, protocol, pair), 0, EMFILE, ENFILE)
CALL(int, connect, (FIRST, __CONST_SOCKADDR_ARG address, socklen_t length), (descriptor, address, length), 0, ECONNREFUSED, ETIMEDOUT,
    ENETUNREACH, EADDRNOTAVAIL)
// Neither EAGAIN nor EINTR for a send: Linux does not report them for a socket that has room, and libcurl 7.88 loses the framing of
// chunks if it meets one in the head of a request.
CALL(ssize_t, send, (FIRST, const void *bytes, size_t size, int flags), (descriptor, bytes, size, flags), 0, ECONNRESET, EPIPE,
    ENOMEM)
CALL(ssize_t, sendto, (FIRST, const void *bytes, size_t size, int flags, __CONST_SOCKADDR_ARG address, socklen_t length),
    (descriptor, bytes, size, flags, address, length), 0, ECONNRESET, EPIPE)
CALL(ssize_t, sendmsg, (FIRST, const struct msghdr *message, int flags), (descriptor, message, flags), 0, ECONNRESET, EPIPE)
CALL(ssize_t, write, (FIRST, const void *bytes, size_t size), (descriptor, bytes, size), is_event(descriptor), ENOSPC, EINTR, EIO)
CALL(ssize_t, pwrite, (FIRST, const void *bytes, size_t size, off_t offset), (descriptor, bytes, size, offset), 0, ENOSPC, EINTR, EIO)
CALL(ssize_t, recv, (FIRST, void *bytes, size_t size, int flags), (descriptor, bytes, size, flags), 0, ECONNRESET, EAGAIN, EINTR,
    ENOMEM)
CALL(ssize_t, recvfrom, (FIRST, void *bytes, size_t size, int flags, __SOCKADDR_ARG address, socklen_t *length),
    (descriptor, bytes, size, flags, address, length), 0, ECONNRESET, EAGAIN, EINTR)
CALL(ssize_t, recvmsg, (FIRST, struct msghdr *message, int flags), (descriptor, message, flags), 0, ECONNRESET, EAGAIN, EINTR)
CALL(ssize_t, read, (FIRST, void *bytes, size_t size), (descriptor, bytes, size), is_event(descriptor), EINTR, EIO)
CALL(ssize_t, pread, (FIRST, void *bytes, size_t size, off_t offset), (descriptor, bytes, size, offset), 0, EINTR, EIO)
CALL(int, poll, (struct pollfd *waited, nfds_t number, int time), (waited, number, time), 0, EINTR, ENOMEM)
CALL(int, epoll_create1, (int flags), (flags), 0, EMFILE, ENFILE, ENOMEM)
CALL(int, epoll_ctl, (int poller, int operation, FIRST, struct epoll_event *event), (poller, operation, descriptor, event), 0,
    ENOMEM, ENOSPC)
CALL(int, epoll_wait, (int poller, struct epoll_event *ready, int most, int time), (poller, ready, most, time), 0, EINTR)
CALL(int, getsockopt, (FIRST, int level, int name, void *value, socklen_t *length), (descriptor, level, name, value, length), 0,
    ENOMEM, ENOBUFS)
CALL(int, setsockopt, (FIRST, int level, int name, const void *value, socklen_t length), (descriptor, level, name, value, length), 0,
    ENOMEM, ENOPROTOOPT)
CALL(int, getsockname, (FIRST, __SOCKADDR_ARG address, socklen_t *length), (descriptor, address, length), 0, ENOBUFS)
CALL(int, getpeername, (FIRST, __SOCKADDR_ARG address, socklen_t *length), (descriptor, address, length), 0, ENOBUFS, ENOTCONN)
CALL(int, pipe, (int ends[2]), (ends), 0, EMFILE, ENFILE)
CALL(int, fsync, (FIRST), (descriptor), 0, EIO, ENOSPC)
CALL(int, fdatasync, (FIRST), (descriptor), 0, EIO, ENOSPC)
CALL(int, rename, (const char *from, const char *to), (from, to), 0, ENOSPC, EIO, EACCES)
CALL(int, renameat, (int from_folder, const char *from, int to_folder, const char *to), (from_folder, from, to_folder, to), 0,
    ENOSPC, EIO, EACCES)
CALL(int, linkat, (int from_folder, const char *from, int to_folder, const char *to, int flags),
    (from_folder, from, to_folder, to, flags), 0, ENOSPC, EIO, EPERM)
CALL(int, link, (const char *from, const char *to), (from, to), 0, ENOSPC, EIO, EPERM)
CALL(int, mkdir, (const char *path, mode_t permissions), (path, permissions), 0, ENOSPC, EIO, EACCES)
CALL(int, flock, (FIRST, int operation), (descriptor, operation), 0, EINTR, ENOLCK)
CALL(int, ftruncate, (FIRST, off_t length), (descriptor, length), 0, EINTR, EIO)
CALL(int, fchmod, (FIRST, mode_t permissions), (descriptor, permissions), 0, EIO, EPERM)
CALL(off_t, lseek, (FIRST, off_t offset, int origin), (descriptor, offset, origin), 0, EINVAL)
CALL(int, stat, (const char *path, struct stat *status), (path, status), 0, EIO, ENOMEM)
CALL(int, lstat, (const char *path, struct stat *status), (path, status), 0, EIO, ENOMEM)
CALL(int, fstat, (FIRST, struct stat *status), (descriptor, status), 0, EIO, ENOMEM)
CALL(int, fstatat, (int folder, const char *path, struct stat *status, int flags), (folder, path, status, flags), 0, EIO, ENOMEM)
CALL(void *, mmap, (void *start, size_t size, int protection, int flags, int descriptor, off_t offset),
    (start, size, protection, flags, descriptor, offset), 0, ENOMEM)

EXPORT int eventfd(unsigned initial, int flags) {
    static int (*real)(unsigned, int);
    if (!real) real = (int (*)(unsigned, int))dlsym(RTLD_NEXT, "eventfd");
    if (fails(calls, "eventfd", CALLER)) return errno = error_of((int[]){EMFILE, ENFILE, ENOMEM, 0}), -1;
    int descriptor = real(initial, flags);
    if (descriptor >= 0) atomic_store(&events[atomic_fetch_add(&event_count, 1) % 16], descriptor + 1);
    return descriptor;
}

EXPORT int close(int descriptor) {
    static int (*real)(int);
    if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "close");
    for (int index = 0; index < 16; index++) {
        int event = descriptor + 1;
        atomic_compare_exchange_strong(&events[index], &event, 0);
    }
    // Linux closes the descriptor even if it reports an error.
    int fails_now = fails(calls, "close", CALLER), result = real(descriptor);
    return fails_now ? errno = error_of((int[]){EIO, EINTR, ENOSPC, 0}), -1 : result;
}

#define OPENING(name, parameters, arguments)                                                             \
    EXPORT int name parameters {                                                                         \
        static int(*real)(const char *, int, ...);                                                       \
        static int(*real_at)(int, const char *, int, ...);                                               \
        va_list list;                                                                                    \
        va_start(list, flags);                                                                           \
        unsigned permissions = va_arg(list, unsigned);                                                   \
        va_end(list);                                                                                    \
        (void)real, (void)real_at;                                                                       \
        if (fails(calls, #name, CALLER)) return errno = error_of((int[]){EMFILE, EINTR, EIO, ENOSPC, EACCES, 0}), -1; \
        arguments                                                                                        \
    }
#define OPEN(name)                                                                                       \
    OPENING(name, (const char *path, int flags, ...), {                                                  \
        if (!real) real = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #name);                      \
        return real(path, flags, permissions);                                                           \
    })
#define OPEN_AT(name)                                                                                    \
    OPENING(name, (int folder, const char *path, int flags, ...), {                                      \
        if (!real_at) real_at = (int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, #name);           \
        return real_at(folder, path, flags, permissions);                                                \
    })
OPEN(open)
OPEN(open64)
OPEN_AT(openat)
OPEN_AT(openat64)

EXPORT int fcntl(int descriptor, int command, ...) {
    static int (*real)(int, int, ...);
    if (!real) real = (int (*)(int, int, ...))dlsym(RTLD_NEXT, "fcntl");
    va_list list;
    va_start(list, command);
    void *argument = va_arg(list, void *);
    va_end(list);
    if (fails(calls, "fcntl", CALLER)) return errno = error_of((int[]){EINVAL, ENOLCK, EMFILE, 0}), -1;
    return real(descriptor, command, argument);
}

EXPORT int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
    static int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    if (!real) real = (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))dlsym(RTLD_NEXT, "pthread_create");
    return fails(calls, "pthread_create", CALLER) ? error_of((int[]){EAGAIN, 0}) : real(thread, attributes, start, argument);
}

EXPORT int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
    static int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
    if (!real) real = (int (*)(const char *, const char *, const struct addrinfo *, struct addrinfo **))dlsym(RTLD_NEXT, "getaddrinfo");
    return fails(calls, "getaddrinfo", CALLER) ? error_of((int[]){EAI_MEMORY, EAI_AGAIN, EAI_FAIL, 0}) : real(host, service, hints, found);
}

// The interface for the program, which looks the functions up by name.

// Prepares, so that later calls allocate nothing.
EXPORT void mimeograph_faults_prepare(void) {
    dl_iterate_phdr(visit, NULL);
    void *frames[4];
    backtrace(frames, 4);
}

// Starts counting calls of a kind. The one with this number, from 1 on, fails, with the error whose turn it is.
EXPORT void mimeograph_faults_start(int kind, long number, long errors_turn) {
    failed_name = NULL;
    failed_errno = 0;
    atomic_store(&count, 0);
    atomic_store(&target, number);
    atomic_store(&turn, errors_turn);
    atomic_store(&mode, kind);
}

// Ends counting, and returns the number of calls.
EXPORT long mimeograph_faults_stop(void) {
    atomic_store(&mode, nothing);
    return atomic_load(&count);
}

// Describes an address by its function.
static int describe(char *text, size_t size, void *address) {
    Dl_info info;
    int is_found = dladdr(address, &info) != 0;
    const char *path = is_found && info.dli_fname ? info.dli_fname : "?", *slash = strrchr(path, '/');
    return snprintf(text, size, " %s+%lx(%s)", slash ? slash + 1 : path, is_found ? (long)((char *)address - (char *)info.dli_fbase) : 0,
        is_found && info.dli_sname ? info.dli_sname : "");
}

// Writes the name of the call that failed, its error and the functions that made it; an empty text if none failed.
EXPORT void mimeograph_faults_describe(char *text, size_t size) {
    text[0] = 0;
    if (!failed_name) return;
    size_t used = (size_t)snprintf(text, size, "%s %s", failed_name, failed_errno ? strerrorname_np(failed_errno) : "");
    for (int index = 2; index < failed_frame_count && used + 200 < size; index++)
        used += (size_t)describe(text + used, size - used, failed_frames[index]);
}

// The number of bytes that the counted libraries hold.
EXPORT long mimeograph_faults_bytes(void) { return ledger_bytes(); }
// Marks the memory that is held now, which the next function leaves out.
EXPORT void mimeograph_faults_mark(void) { ledger_mark(); }
// Writes the callers of unmarked memory.
EXPORT void mimeograph_faults_leaks(char *text, size_t size) {
    void *callers[12];
    int number = ledger_unmarked(callers, 12);
    size_t used = 0;
    text[0] = 0;
    for (int index = 0; index < number && used + 200 < size; index++) used += (size_t)describe(text + used, size - used, callers[index]);
}
