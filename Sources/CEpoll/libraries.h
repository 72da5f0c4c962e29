// Swift's module of the C library leaves these headers out.
#pragma once
#include <sys/epoll.h>

// `sched_getaffinity`, which Swift's module of the C library does not export. Returns 0, or -1 with `errno`.
extern int sluice_sched_getaffinity(int process, unsigned long size, unsigned char *mask) __asm__("sched_getaffinity");
