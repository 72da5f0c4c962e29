#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

/// Returns the number of memory allocations since the process started, on all threads.
long allocation_count(void);

#endif
