#pragma once

/// Records the stage whose code runs on this thread, for crash reports; NULL for none. The text must never be freed.
void sluice_stage_enter(const char *stage);

/// The exit code after a crash in a stage. If core dumps are enabled, the process ends with the signal instead.
#define SLUICE_CRASH_CODE 70

/// Installs signal handlers that print the crashed stage to standard error and exit with SLUICE_CRASH_CODE.
void sluice_stage_tell_crashes(void);
