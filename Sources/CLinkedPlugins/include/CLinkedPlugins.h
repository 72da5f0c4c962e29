// The names of the plugins that the package description links into the tool.
#pragma once

/// Returns the names of the linked plugins, separated by commas: the value of SLUICE_STATIC_PLUGINS in the build.
const char *sluice_linked_plugins(void);
