#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

/// How often memory was allocated since the program began, by any thread.
long allocation_count(void);

#endif
