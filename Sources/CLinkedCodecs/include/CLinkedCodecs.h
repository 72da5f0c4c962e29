// Finds the codecs that are linked into the same program, without knowing who has them.
#pragma once

/// What `sluice_make_codecs` returns, or NULL when nothing in the program defines it.
///
/// Whoever has codecs defines `void *sluice_make_codecs(void)`, which gives away a reference to a `LinkedCodecs`.
void *sluice_linked_codecs(void);
