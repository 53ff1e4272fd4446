// The calls of Linux by which the threads of this package are named and woken. Nothing is linked for them.
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

// A counter that is full wakes as well, so a failure to add to it is none.
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

// Lets no signal interrupt this thread: they are the program's own threads' affair, and a connection that breaks while OpenSSL
// writes must not end the program by SIGPIPE. What a fault of this very thread raises is let through: blocked, it would end the
// program past its handlers, which write the backtrace.
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
