// Preloaded into the tool by Scripts/soak. A control file, mapped by the script and by the tool, selects the call at which
// the process gets a signal, the calls that are delayed and the calls that fail. The layout is that of faults.py.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum call { CREATE, WRITE, SYNC, RENAME, UNLINK, SEND, CALLS };
enum moment { BEFORE, AFTER, HALFWAY };

struct control {
    uint32_t calls;      // the mask of the calls that count towards the signal; 0 for none
    int32_t remaining;   // calls until the signal
    uint32_t signal;
    uint32_t moment;
    uint32_t failing;    // the mask of calls that fail
    uint32_t error;      // their errno
    uint32_t hit;        // the call at which the signal was sent, plus 1
    uint32_t unused;
    uint32_t delays[CALLS];  // microseconds
    uint32_t padding[2];
    uint64_t counts[CALLS];
};

static struct control *control;

// Only the program itself is affected, not the programs that it starts.
__attribute__((constructor)) static void map_control(void) {
    const char *path = getenv("SOAK_CONTROL"), *name = getenv("SOAK_PROGRAM");
    if (!path || !name || strcmp(program_invocation_short_name, name)) return;
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return;
    void *mapping = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (mapping != MAP_FAILED) control = mapping;
}

static void end_process(enum call call) {
    __atomic_store_n(&control->hit, call + 1, __ATOMIC_SEQ_CST);
    int signal = (int)control->signal;
    kill(getpid(), signal);
    if (signal == SIGKILL)
        for (;;) pause();
}

// Counts and delays a call. Returns whether the process gets the signal at it.
static int enter(enum call call) {
    if (!control) return 0;
    __atomic_fetch_add(&control->counts[call], 1, __ATOMIC_RELAXED);
    uint32_t delay = __atomic_load_n(&control->delays[call], __ATOMIC_RELAXED);
    if (delay) usleep(delay);
    if (!(__atomic_load_n(&control->calls, __ATOMIC_ACQUIRE) & (1u << call))) return 0;
    if (__atomic_sub_fetch(&control->remaining, 1, __ATOMIC_ACQ_REL) != 0) return 0;
    if (control->moment == BEFORE || (control->moment == HALFWAY && call != WRITE && call != SEND)) end_process(call);
    return 1;
}

static int fails(enum call call) {
    if (!control || !(__atomic_load_n(&control->failing, __ATOMIC_RELAXED) & (1u << call))) return 0;
    errno = (int)control->error;
    return 1;
}

// Returns WRITE for a regular file, SEND for a socket, and CALLS for other descriptors and for standard error.
static enum call kind_of(int descriptor) {
    struct stat status;
    int saved = errno;
    if (!control || descriptor <= 2 || fstat(descriptor, &status)) { errno = saved; return CALLS; }
    return S_ISREG(status.st_mode) ? WRITE : S_ISSOCK(status.st_mode) ? SEND : CALLS;
}

static size_t part_of(int is_last, size_t count) {
    return is_last && control->moment == HALFWAY ? count / 2 : count;
}

#define NEXT(name) static __typeof__(&name) next; if (!next) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

#define PASS(call, expression)                        \
    int is_last = (call) < CALLS && enter(call);      \
    if ((call) < CALLS && fails(call)) return -1;     \
    __typeof__(expression) result = (expression);     \
    if (is_last) { int saved = errno; end_process(call); errno = saved; } \
    return result

ssize_t write(int file, const void *bytes, size_t count) {
    NEXT(write);
    enum call call = kind_of(file);
    PASS(call, next(file, bytes, part_of(is_last, count)));
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    NEXT(pwrite);
    enum call call = kind_of(file);
    PASS(call, next(file, bytes, part_of(is_last, count), offset));
}

ssize_t writev(int file, const struct iovec *vectors, int count) {
    NEXT(writev);
    enum call call = kind_of(file);
    PASS(call, next(file, vectors, (int)(count > 1 ? part_of(is_last, (size_t)count) : (size_t)count)));
}

ssize_t send(int file, const void *bytes, size_t count, int flags) {
    NEXT(send);
    enum call call = SEND;
    PASS(call, next(file, bytes, part_of(is_last, count), flags));
}

ssize_t sendto(int file, const void *bytes, size_t count, int flags, const struct sockaddr *to, socklen_t size) {
    NEXT(sendto);
    enum call call = SEND;
    PASS(call, next(file, bytes, part_of(is_last, count), flags, to, size));
}

ssize_t sendmsg(int file, const struct msghdr *message, int flags) {
    NEXT(sendmsg);
    enum call call = SEND;
    PASS(call, next(file, message, flags));
}

ssize_t sendfile(int to, int from, off_t *offset, size_t count) {
    NEXT(sendfile);
    enum call call = SEND;
    PASS(call, next(to, from, offset, part_of(is_last, count)));
}

int fsync(int file) {
    NEXT(fsync);
    enum call call = SYNC;
    PASS(call, next(file));
}

int fdatasync(int file) {
    NEXT(fdatasync);
    enum call call = SYNC;
    PASS(call, next(file));
}

int rename(const char *from, const char *to) {
    NEXT(rename);
    enum call call = RENAME;
    PASS(call, next(from, to));
}

int renameat(int old, const char *from, int new, const char *to) {
    NEXT(renameat);
    enum call call = RENAME;
    PASS(call, next(old, from, new, to));
}

int unlink(const char *path) {
    NEXT(unlink);
    enum call call = UNLINK;
    PASS(call, next(path));
}

int unlinkat(int folder, const char *path, int flags) {
    NEXT(unlinkat);
    enum call call = UNLINK;
    PASS(call, next(folder, path, flags));
}

#define MODE mode_t mode = 0; \
    if (flags & (O_CREAT | __O_TMPFILE)) { va_list list; va_start(list, flags); mode = va_arg(list, mode_t); va_end(list); }
#define KIND (flags & O_CREAT ? CREATE : CALLS)

int open(const char *path, int flags, ...) {
    NEXT(open);
    MODE
    enum call call = KIND;
    PASS(call, next(path, flags, mode));
}

int open64(const char *path, int flags, ...) {
    NEXT(open64);
    MODE
    enum call call = KIND;
    PASS(call, next(path, flags, mode));
}

int openat(int folder, const char *path, int flags, ...) {
    NEXT(openat);
    MODE
    enum call call = KIND;
    PASS(call, next(folder, path, flags, mode));
}
