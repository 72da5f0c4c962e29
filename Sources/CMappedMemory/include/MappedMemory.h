#ifndef SLUICE_MAPPED_MEMORY_H
#define SLUICE_MAPPED_MEMORY_H

#include <malloc.h>
#include <stddef.h>

// Guards a read-only mapping of a file: pages that can no longer be read, because the file was truncated or its device
// fails, read as zero instead of ending the process with SIGBUS. Returns an identifier, or -1 if all are in use.
int sluice_guard_add(void *base, size_t length);

// Ends the guard. Call it before the memory is unmapped.
void sluice_guard_remove(int identifier);

// Returns whether a page of the mapping could not be read.
int sluice_guard_is_damaged(int identifier);

// Replaces a range of a file by a hole. Returns 0, or -1 with errno.
int sluice_punch_hole(int descriptor, size_t offset, size_t length);

// Reserves space for a range of a file without changing its size. Returns 0, or -1 with errno.
int sluice_reserve_space(int descriptor, size_t offset, size_t length);

#endif
