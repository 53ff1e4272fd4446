// Declarations of Apple's C library, as far as this package and the headers of the libraries it uses need them. They have the types
// and numbers of Apple's system, so code that relies on those of Linux does not compile.
//
// Source: the manual pages of macOS, sections 2 to 4, at
// developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS; their availability is from the pages of
// developer.apple.com/documentation/kernel.
#ifndef STUB_DARWIN_H
#define STUB_DARWIN_H

#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-completeness"

// stdint.h, inttypes.h
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef long intptr_t;
typedef unsigned long uintptr_t;
typedef long intmax_t;
typedef unsigned long uintmax_t;
typedef int8_t int_least8_t;
typedef int16_t int_least16_t;
typedef int32_t int_least32_t;
typedef int64_t int_least64_t;
typedef uint8_t uint_least8_t;
typedef uint16_t uint_least16_t;
typedef uint32_t uint_least32_t;
typedef uint64_t uint_least64_t;
typedef int8_t int_fast8_t;
typedef int16_t int_fast16_t;
typedef int32_t int_fast32_t;
typedef int64_t int_fast64_t;
typedef uint8_t uint_fast8_t;
typedef uint16_t uint_fast16_t;
typedef uint32_t uint_fast32_t;
typedef uint64_t uint_fast64_t;
#define INT8_MAX 127
#define INT16_MAX 32767
#define INT32_MAX 2147483647
#define INT32_MIN (-INT32_MAX - 1)
#define INT64_MAX 9223372036854775807LL
#define INT64_MIN (-INT64_MAX - 1)
#define UINT8_MAX 255
#define UINT16_MAX 65535
#define UINT32_MAX 4294967295U
#define UINT64_MAX 18446744073709551615ULL
#define SIZE_MAX 18446744073709551615UL
#define INTPTR_MAX 9223372036854775807L
#define UINTPTR_MAX 18446744073709551615UL
#define INT8_C(number) (number)
#define INT16_C(number) (number)
#define INT32_C(number) (number)
#define INT64_C(number) (number##LL)
#define UINT8_C(number) (number)
#define UINT16_C(number) (number)
#define UINT32_C(number) (number##U)
#define UINT64_C(number) (number##ULL)

// sys/types.h, MacTypes.h
typedef unsigned short mode_t;
typedef unsigned short nlink_t;
typedef int dev_t;
typedef unsigned long long ino_t;
typedef int pid_t;
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef unsigned int id_t;
typedef long long off_t;
typedef long long blkcnt_t;
typedef int blksize_t;
typedef long ssize_t;
typedef long time_t;
typedef int suseconds_t;
typedef unsigned int useconds_t;
typedef unsigned long clock_t;
typedef unsigned int socklen_t;
typedef int OSStatus;
typedef unsigned char Boolean;

// time.h
struct timespec { time_t tv_sec; long tv_nsec; };
struct timeval { time_t tv_sec; suseconds_t tv_usec; };
struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    char *tm_zone;
};
typedef enum {
    _CLOCK_REALTIME = 0,
    _CLOCK_MONOTONIC = 6,
    _CLOCK_MONOTONIC_RAW = 4,
    _CLOCK_UPTIME_RAW = 8,
    _CLOCK_PROCESS_CPUTIME_ID = 12,
    _CLOCK_THREAD_CPUTIME_ID = 16
} clockid_t;
int clock_gettime(clockid_t, struct timespec *);
time_t time(time_t *);
struct tm *gmtime_r(const time_t *, struct tm *);

// errno.h
int *__error(void);
#define errno (*__error())
#define EPERM 1
#define ENOENT 2
#define ESRCH 3
#define EINTR 4
#define EIO 5
#define EBADF 9
#define ENOMEM 12
#define EACCES 13
#define EEXIST 17
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define EMFILE 24
#define ENOSPC 28
#define EMLINK 31
#define EPIPE 32
#define ERANGE 34
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define ENOTSUP 45
#define ELOOP 62
#define ENOSYS 78
#define EOPNOTSUPP 102

// fcntl.h
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x0004
#define O_APPEND 0x0008
#define O_NOFOLLOW 0x0100
#define O_CREAT 0x0200
#define O_TRUNC 0x0400
#define O_EXCL 0x0800
#define O_NOCTTY 0x20000
#define O_DIRECTORY 0x100000
#define O_CLOEXEC 0x1000000
#define AT_FDCWD -2
#define AT_SYMLINK_NOFOLLOW 0x0020
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define FD_CLOEXEC 1
#define LOCK_SH 1
#define LOCK_EX 2
#define LOCK_NB 4
#define LOCK_UN 8
int open(const char *, int, ...);
int openat(int, const char *, int, ...);
int fcntl(int, int, ...);
int flock(int, int);

// sys/stat.h
struct stat {
    dev_t st_dev;
    mode_t st_mode;
    nlink_t st_nlink;
    ino_t st_ino;
    uid_t st_uid;
    gid_t st_gid;
    dev_t st_rdev;
    struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
    off_t st_size;
    blkcnt_t st_blocks;
    blksize_t st_blksize;
    unsigned int st_flags, st_gen;
    int st_lspare;
    long long st_qspare[2];
};
int stat(const char *, struct stat *);
int lstat(const char *, struct stat *);
int fstat(int, struct stat *);
int fstatat(int, const char *, struct stat *, int);
int fchmod(int, mode_t);
int mkdir(const char *, mode_t);

// unistd.h, stdio.h
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define EOF (-1)
#define W_OK 2
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
typedef struct __sFILE { int _file; } FILE;
extern FILE *__stdinp, *__stdoutp, *__stderrp;
#define stdin __stdinp
#define stdout __stdoutp
#define stderr __stderrp
int access(const char *, int);
int close(int);
int ftruncate(int, off_t);
int fsync(int);
uid_t geteuid(void);
char *getpass(const char *);
pid_t getpid(void);
int isatty(int);
int link(const char *, const char *);
int linkat(int, const char *, int, const char *, int);
off_t lseek(int, off_t, int);
int pipe(int[2]);
ssize_t pread(int, void *, size_t, off_t);
ssize_t pwrite(int, const void *, size_t, off_t);
ssize_t read(int, void *, size_t);
int rename(const char *, const char *);
int renameat(int, const char *, int, const char *);
int unlink(const char *);
int unlinkat(int, const char *, int);
int usleep(useconds_t);
ssize_t write(int, const void *, size_t);
int fclose(FILE *);
int fflush(FILE *);
FILE *fopen(const char *, const char *);
int fprintf(FILE *, const char *, ...);
size_t fread(void *, size_t, size_t, FILE *);
size_t fwrite(const void *, size_t, size_t, FILE *);
int printf(const char *, ...);
int snprintf(char *, size_t, const char *, ...);
int vsnprintf(char *, size_t, const char *, va_list);

// dirent.h
struct dirent {
    unsigned long long d_ino, d_seekoff;
    unsigned short d_reclen, d_namlen;
    unsigned char d_type;
    char d_name[1024];
};
typedef struct { int __dd_fd; } DIR;
DIR *opendir(const char *);
DIR *fdopendir(int);
struct dirent *readdir(DIR *);
int closedir(DIR *);

// stdlib.h, string.h, ctype.h, math.h
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
_Noreturn void abort(void);
int abs(int);
void *calloc(size_t, size_t);
_Noreturn void exit(int);
void free(void *);
char *getenv(const char *);
int setenv(const char *, const char *, int);
void *malloc(size_t);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void *realloc(void *, size_t);
double strtod(const char *, char **);
long strtol(const char *, char **, int);
unsigned long long strtoull(const char *, char **, int);
void *memchr(const void *, int, size_t);
int memcmp(const void *, const void *, size_t);
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
char *strchr(const char *, int);
int strcmp(const char *, const char *);
char *strdup(const char *);
char *strerror(int);
size_t strlen(const char *);
int strncmp(const char *, const char *, size_t);
char *strncpy(char *, const char *, size_t);
size_t strnlen(const char *, size_t);
char *strpbrk(const char *, const char *);
void *memmem(const void *, size_t, const void *, size_t);
char *strrchr(const char *, int);
char *strstr(const char *, const char *);
double ceil(double);
double cos(double);
double fabs(double);
double floor(double);
double fmod(double, double);
double log10(double);
double pow(double, double);
double sin(double);
double sqrt(double);

// unicode/ucnv.h, which some builds of libxml2 include. iconv.h
typedef struct UConverter UConverter;
typedef unsigned short UChar;
typedef void *iconv_t;
iconv_t iconv_open(const char *, const char *);
int iconv_close(iconv_t);
size_t iconv(iconv_t, char **, size_t *, char **, size_t *);

// setjmp.h. The size is that of arm64.
typedef int jmp_buf[48];
int setjmp(jmp_buf);
_Noreturn void longjmp(jmp_buf, int);

// signal.h, sys/wait.h, poll.h
#define SIGHUP 1
#define SIGINT 2
#define SIGKILL 9
#define SIGPIPE 13
#define SIGTERM 15
#define WNOHANG 1
#define POLLIN 0x0001
typedef void (*sig_t)(int);
void (*_Nullable signal(int, void (*_Nullable)(int)))(int);
int kill(pid_t, int);
int raise(int);
pid_t waitpid(pid_t, int *, int);
struct pollfd { int fd; short events, revents; };
typedef unsigned int nfds_t;
int poll(struct pollfd *, nfds_t, int);

// sys/ioctl.h, semaphore.h
struct winsize { unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel; };

// termios(4), tcsetattr(3)
typedef unsigned long tcflag_t;
typedef unsigned char cc_t;
typedef unsigned long speed_t;
struct termios { tcflag_t c_iflag, c_oflag, c_cflag, c_lflag; cc_t c_cc[20]; speed_t c_ispeed, c_ospeed; };
#define ECHO 0x00000008
#define TCSAFLUSH 2
int tcgetattr(int, struct termios *);
int tcsetattr(int, int, const struct termios *);
int ioctl(int, unsigned long, ...);
typedef int sem_t;
sem_t *sem_open(const char *, int, ...);

// pthread.h. Swift sees the argument of a thread as non-optional.
typedef struct _opaque_pthread_t { long __sig; char __opaque[8176]; } *pthread_t;
typedef struct { long __sig; char __opaque[56]; } pthread_attr_t;
typedef struct { long __sig; char __opaque[56]; } pthread_mutex_t;
typedef struct { long __sig; char __opaque[8]; } pthread_mutexattr_t;
typedef struct { long __sig; char __opaque[40]; } pthread_cond_t;
typedef struct { long __sig; char __opaque[8]; } pthread_condattr_t;
typedef unsigned long pthread_key_t;
int pthread_create(
    pthread_t _Nullable *_Nonnull, const pthread_attr_t *_Nullable, void *_Nullable (*_Nonnull)(void *_Nonnull), void *_Nullable);
int pthread_detach(pthread_t _Nonnull);
int pthread_mutex_init(pthread_mutex_t *_Nonnull, const pthread_mutexattr_t *_Nullable);
int pthread_mutex_destroy(pthread_mutex_t *_Nonnull);
int pthread_mutex_lock(pthread_mutex_t *_Nonnull);
int pthread_mutex_unlock(pthread_mutex_t *_Nonnull);
pthread_t _Nonnull pthread_self(void);
int pthread_key_create(pthread_key_t *_Nonnull, void (*_Nullable)(void *_Nonnull));
void *_Nullable pthread_getspecific(pthread_key_t);
int pthread_setspecific(pthread_key_t, const void *_Nullable);
typedef struct { long __sig; char __opaque[8]; } pthread_once_t;
#define PTHREAD_ONCE_INIT {0x30B1BCBA, {0}}
int pthread_once(pthread_once_t *_Nonnull, void (*_Nonnull)(void));

// spawn.h, crt_externs.h
#define STUB_NO_PROCESSES __attribute__((availability(tvos, unavailable), availability(watchos, unavailable)))
typedef void *posix_spawnattr_t;
typedef void *posix_spawn_file_actions_t;
int posix_spawn(
    pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *, char *const[], char *const[]) STUB_NO_PROCESSES;
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *) STUB_NO_PROCESSES;
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *) STUB_NO_PROCESSES;
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *, int, int) STUB_NO_PROCESSES;
int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *, int, const char *, int, mode_t) STUB_NO_PROCESSES;
char ***_NSGetEnviron(void);

#pragma clang diagnostic pop
#endif
