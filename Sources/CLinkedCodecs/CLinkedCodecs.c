#include "CLinkedCodecs.h"

#include <stddef.h>

// Weak: the address is null where no object file of the program defines it, and linking succeeds all the same.
extern void *sluice_make_codecs(void) __attribute__((weak));

void *sluice_linked_codecs(void) { return sluice_make_codecs ? sluice_make_codecs() : NULL; }
