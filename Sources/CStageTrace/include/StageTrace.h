#pragma once

/// Says which stage's code this thread is in, for when it crashes there; NULL for none. The text has to stay for ever.
void sluice_stage_enter(const char *stage);

/// The exit code of a process that a stage has crashed, unless it may dump core: then it ends with the signal.
#define SLUICE_CRASH_CODE 70

/// Lets a crash name its stage on standard error and end the process with SLUICE_CRASH_CODE.
void sluice_stage_tell_crashes(void);
