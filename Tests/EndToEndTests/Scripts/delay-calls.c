// Delays system calls of a program, to show which order of its output depends on their speed.
//
// SLUICE_DELAYS contains names and milliseconds, such as "renameat=100,writev=5". Writes are delayed for regular files only.
#define _GNU_SOURCE
#include <dlfcn.h>
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

static int isFile(int descriptor) {
    struct stat status;
    return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

int renameat(int from, const char *old, int to, const char *new) {
    static int (*next)(int, const char *, int, const char *);
    if (!next) next = (int (*)(int, const char *, int, const char *))dlsym(RTLD_NEXT, "renameat");
    delay("renameat");
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
    return next(descriptor);
}

int fdatasync(int descriptor) {
    static int (*next)(int);
    if (!next) next = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    delay("fdatasync");
    return next(descriptor);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    static ssize_t (*next)(int, const void *, size_t);
    if (!next) next = (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    if (isFile(descriptor)) delay("write");
    return next(descriptor, bytes, count);
}

ssize_t writev(int descriptor, const struct iovec *slices, int count) {
    static ssize_t (*next)(int, const struct iovec *, int);
    if (!next) next = (ssize_t(*)(int, const struct iovec *, int))dlsym(RTLD_NEXT, "writev");
    if (isFile(descriptor)) delay("writev");
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
