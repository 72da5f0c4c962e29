#include "CLinkedPlugins.h"

#ifndef SLUICE_STATIC_PLUGINS
#define SLUICE_STATIC_PLUGINS
#endif

#define TEXT(...) #__VA_ARGS__
#define EXPANDED_TEXT(...) TEXT(__VA_ARGS__)

const char *sluice_linked_plugins(void) { return EXPANDED_TEXT(SLUICE_STATIC_PLUGINS); }
