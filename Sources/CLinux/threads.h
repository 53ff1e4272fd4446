// The Linux calls that name and wake the threads of this package. They need no library.
#ifndef MIMEOGRAPH_CLINUX_THREADS_H
#define MIMEOGRAPH_CLINUX_THREADS_H

#ifdef __linux__
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

// Not declared without _GNU_SOURCE.
extern int pthread_setname_np(pthread_t thread, const char *name);

static inline int mimeograph_event_make(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

// A full counter wakes as well, so a failure to add to it does not matter.
static inline void mimeograph_event_signal(int descriptor) {
    uint64_t one = 1;
    ssize_t written = write(descriptor, &one, sizeof one);
    (void)written;
}

static inline void mimeograph_event_clear(int descriptor) {
    uint64_t count;
    ssize_t result = read(descriptor, &count, sizeof count);
    (void)result;
}

// Names this thread, and blocks signals on it: the program's own threads handle them, and a connection that breaks while OpenSSL
// writes must not end the program with SIGPIPE. Signals for faults of this thread stay unblocked. If they were blocked, they
// would end the program without its handlers, which write the backtrace.
static inline void mimeograph_thread_prepare(const char *name) {
    static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS};
    sigset_t blocked;
    sigfillset(&blocked);
    for (size_t index = 0; index < sizeof faults / sizeof faults[0]; index++) sigdelset(&blocked, faults[index]);
    pthread_sigmask(SIG_SETMASK, &blocked, NULL);
    pthread_setname_np(pthread_self(), name);
}
#endif

#endif
