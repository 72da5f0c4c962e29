#include "CLinkedCodecs.h"

#include <stddef.h>

// Weak: the address is null if no object file of the program defines the symbol, and linking succeeds either way.
extern void *sluice_make_codecs(void) __attribute__((weak));

void *sluice_linked_codecs(void) { return sluice_make_codecs ? sluice_make_codecs() : NULL; }
