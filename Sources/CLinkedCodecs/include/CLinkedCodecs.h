// Locates the codecs linked into the program, without a dependency on the module that contains them.
#pragma once

/// Returns the result of `sluice_make_codecs`, or NULL if the program does not define that function.
///
/// A module with codecs defines `void *sluice_make_codecs(void)`, which returns an owned reference to a `LinkedCodecs`.
void *sluice_linked_codecs(void);
