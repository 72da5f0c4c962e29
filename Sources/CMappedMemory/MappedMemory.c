#define _GNU_SOURCE
#include "MappedMemory.h"
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { GUARDS = 8192 };

// The handler reads the table without a lock: `base` is set last and cleared first.
static struct {
    _Atomic(uintptr_t) base;
    _Atomic(uintptr_t) end;
    atomic_int isDamaged;
} guards[GUARDS];

// The number of entries that have been used.
static atomic_int used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int firstFree;
static struct sigaction former;
static uintptr_t pageSize;

// Replaces the rest of the mapping by zeros. `mmap` is a system call without state in the C library.
static int mend(uintptr_t address) {
    int count = atomic_load(&used);
    for (int index = 0; index < count; index++) {
        uintptr_t base = atomic_load(&guards[index].base);
        if (base == 0 || address < base) continue;
        uintptr_t end = atomic_load(&guards[index].end);
        if (address >= end) continue;
        uintptr_t page = address & ~(pageSize - 1);
        void *zeros = mmap((void *)page, end - page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
        if (zeros == MAP_FAILED) return 0;
        atomic_store(&guards[index].isDamaged, 1);
        return 1;
    }
    return 0;
}

// Set while another handler runs, which may call this one.
static _Thread_local volatile sig_atomic_t isForwarding;

static void faulted(int number, siginfo_t *info, void *context) {
    if (info->si_code > 0 && mend((uintptr_t)info->si_addr)) return;
    if (isForwarding) {
        signal(number, SIG_DFL);
        return;
    }
    isForwarding = 1;
    if (former.sa_flags & SA_SIGINFO) {
        former.sa_sigaction(number, info, context);
    } else if (former.sa_handler != SIG_DFL && former.sa_handler != SIG_IGN) {
        former.sa_handler(number);
    } else {
        // The instruction faults again, with the default action.
        sigaction(number, &former, NULL);
    }
}

// Other handlers may have been installed since.
static void install(void) {
    struct sigaction current;
    if (sigaction(SIGBUS, NULL, &current) != 0) return;
    if ((current.sa_flags & SA_SIGINFO) && current.sa_sigaction == faulted) return;
    former = current;
    pageSize = (uintptr_t)sysconf(_SC_PAGESIZE);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = faulted;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, NULL);
}

int sluice_guard_add(void *base, size_t length) {
    if (length == 0) return -1;
    pthread_mutex_lock(&lock);
    install();
    int index = firstFree;
    while (index < GUARDS && atomic_load(&guards[index].base) != 0) index++;
    if (index < GUARDS) {
        firstFree = index + 1;
        uintptr_t end = (uintptr_t)base + length;
        atomic_store(&guards[index].isDamaged, 0);
        atomic_store(&guards[index].end, (end + pageSize - 1) & ~(pageSize - 1));
        atomic_store(&guards[index].base, (uintptr_t)base);
        if (index >= atomic_load(&used)) atomic_store(&used, index + 1);
    } else {
        index = -1;
    }
    pthread_mutex_unlock(&lock);
    return index;
}

void sluice_guard_remove(int identifier) {
    if (identifier < 0 || identifier >= GUARDS) return;
    pthread_mutex_lock(&lock);
    atomic_store(&guards[identifier].base, 0);
    if (identifier < firstFree) firstFree = identifier;
    pthread_mutex_unlock(&lock);
}

int sluice_guard_is_damaged(int identifier) {
    if (identifier < 0 || identifier >= GUARDS) return 0;
    return atomic_load(&guards[identifier].isDamaged);
}

int sluice_punch_hole(int descriptor, size_t offset, size_t length) {
    return fallocate(descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)offset, (off_t)length);
}

int sluice_reserve_space(int descriptor, size_t offset, size_t length) {
    return fallocate(descriptor, FALLOC_FL_KEEP_SIZE, (off_t)offset, (off_t)length);
}
