// Delays system calls of a program, to show which order of its output depends on their speed, and makes those that change
// files fail.
//
// SLUICE_DELAYS contains names and milliseconds, such as "renameat=100,writev=5". Writes are delayed for regular files
// only, opening for files that it may create; "send" also delays sendmsg.
// SLUICE_FAILURE is the path of a file: while it exists, calls that change files below its folder fail with the error whose
// number it contains.
// SLUICE_SIGNAL is the number of a signal that the program sends itself before it installs a handler for it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static void delay(const char *name) {
    const char *list = getenv("SLUICE_DELAYS");
    size_t length = strlen(name);
    for (; list && *list; list = strchr(list, ',') ? strchr(list, ',') + 1 : NULL) {
        if (strncmp(list, name, length) || list[length] != '=') continue;
        long milliseconds = atol(list + length + 1);
        struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
        nanosleep(&time, NULL);
        return;
    }
}

// Whether a call on the file of a descriptor, or on the file at `path` below it, fails; sets errno.
static int fails(int descriptor, const char *path) {
    const char *file = getenv("SLUICE_FAILURE");
    if (!file) return 0;
    char folder[PATH_MAX], link[64];
    if (path && path[0] == '/') {
        snprintf(folder, sizeof folder, "%s", path);
    } else if (descriptor >= 0) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
        ssize_t length = readlink(link, folder, sizeof folder - 1);
        if (length < 0) return 0;
        folder[length] = 0;
    } else {
        return 0;
    }
    size_t length = strrchr(file, '/') - file;
    if (strncmp(folder, file, length) || (folder[length] && folder[length] != '/')) return 0;
    FILE *number = fopen(file, "re");
    if (!number) return 0;
    int code = 0;
    int isRead = fscanf(number, "%d", &code) == 1;
    fclose(number);
    if (isRead) errno = code;
    return isRead;
}

static int isFile(int descriptor) {
    struct stat status;
    return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

int renameat(int from, const char *old, int to, const char *new) {
    static int (*next)(int, const char *, int, const char *);
    if (!next) next = (int (*)(int, const char *, int, const char *))dlsym(RTLD_NEXT, "renameat");
    delay("renameat");
    if (fails(to, new)) return -1;
    return next(from, old, to, new);
}

int unlinkat(int folder, const char *path, int flags) {
    static int (*next)(int, const char *, int);
    if (!next) next = (int (*)(int, const char *, int))dlsym(RTLD_NEXT, "unlinkat");
    delay("unlinkat");
    return next(folder, path, flags);
}

int fsync(int descriptor) {
    static int (*next)(int);
    if (!next) next = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    delay("fsync");
    if (fails(descriptor, NULL)) return -1;
    return next(descriptor);
}

int fdatasync(int descriptor) {
    static int (*next)(int);
    if (!next) next = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    delay("fdatasync");
    if (fails(descriptor, NULL)) return -1;
    return next(descriptor);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    static ssize_t (*next)(int, const void *, size_t);
    if (!next) next = (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    if (isFile(descriptor)) delay("write");
    if (fails(descriptor, NULL)) return -1;
    return next(descriptor, bytes, count);
}

ssize_t writev(int descriptor, const struct iovec *slices, int count) {
    static ssize_t (*next)(int, const struct iovec *, int);
    if (!next) next = (ssize_t(*)(int, const struct iovec *, int))dlsym(RTLD_NEXT, "writev");
    if (isFile(descriptor)) delay("writev");
    if (fails(descriptor, NULL)) return -1;
    return next(descriptor, slices, count);
}

ssize_t send(int descriptor, const void *bytes, size_t count, int flags) {
    static ssize_t (*next)(int, const void *, size_t, int);
    if (!next) next = (ssize_t(*)(int, const void *, size_t, int))dlsym(RTLD_NEXT, "send");
    delay("send");
    return next(descriptor, bytes, count, flags);
}

ssize_t sendmsg(int descriptor, const struct msghdr *message, int flags) {
    static ssize_t (*next)(int, const struct msghdr *, int);
    if (!next) next = (ssize_t(*)(int, const struct msghdr *, int))dlsym(RTLD_NEXT, "sendmsg");
    delay("send");
    return next(descriptor, message, flags);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    static ssize_t (*next)(int, const void *, size_t, off_t);
    if (!next) next = (ssize_t(*)(int, const void *, size_t, off_t))dlsym(RTLD_NEXT, "pwrite");
    delay("pwrite");
    if (fails(descriptor, NULL)) return -1;
    return next(descriptor, bytes, count, offset);
}

int ftruncate(int descriptor, off_t size) {
    static int (*next)(int, off_t);
    if (!next) next = (int (*)(int, off_t))dlsym(RTLD_NEXT, "ftruncate");
    delay("ftruncate");
    if (fails(descriptor, NULL)) return -1;
    return next(descriptor, size);
}

int posix_fallocate(int descriptor, off_t offset, off_t size) {
    static int (*next)(int, off_t, off_t);
    if (!next) next = (int (*)(int, off_t, off_t))dlsym(RTLD_NEXT, "posix_fallocate");
    if (fails(descriptor, NULL)) return errno;
    return next(descriptor, offset, size);
}

int fallocate(int descriptor, int mode, off_t offset, off_t size) {
    static int (*next)(int, int, off_t, off_t);
    if (!next) next = (int (*)(int, int, off_t, off_t))dlsym(RTLD_NEXT, "fallocate");
    if (fails(descriptor, NULL)) return -1;
    return next(descriptor, mode, offset, size);
}

int mkdirat(int folder, const char *path, mode_t mode) {
    static int (*next)(int, const char *, mode_t);
    if (!next) next = (int (*)(int, const char *, mode_t))dlsym(RTLD_NEXT, "mkdirat");
    delay("mkdirat");
    if (fails(folder, path)) return -1;
    return next(folder, path, mode);
}

int linkat(int from, const char *old, int to, const char *new, int flags) {
    static int (*next)(int, const char *, int, const char *, int);
    if (!next) next = (int (*)(int, const char *, int, const char *, int))dlsym(RTLD_NEXT, "linkat");
    delay("linkat");
    if (fails(to, new)) return -1;
    return next(from, old, to, new, flags);
}

int openat(int folder, const char *path, int flags, ...) {
    static int (*next)(int, const char *, int, ...);
    if (!next) next = (int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, "openat");
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    if (flags & O_CREAT) delay("openat");
    if ((flags & O_ACCMODE) != O_RDONLY && fails(folder, path)) return -1;
    return next(folder, path, flags, mode);
}

int open(const char *path, int flags, ...) {
    static int (*next)(const char *, int, ...);
    if (!next) next = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    if (flags & O_CREAT) delay("open");
    if ((flags & O_ACCMODE) != O_RDONLY && fails(-1, path)) return -1;
    return next(path, flags, mode);
}

int sigaction(int signal, const struct sigaction *action, struct sigaction *former) {
    static int (*next)(int, const struct sigaction *, struct sigaction *);
    if (!next) next = (int (*)(int, const struct sigaction *, struct sigaction *))dlsym(RTLD_NEXT, "sigaction");
    const char *number = getenv("SLUICE_SIGNAL");
    if (number && action && atoi(number) == signal) kill(getpid(), signal);
    return next(signal, action, former);
}
