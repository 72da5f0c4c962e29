#pragma once

/// Says which stage's code this thread is in, for when it crashes there; NULL for none. The text has to stay for ever.
void sluice_stage_enter(const char *stage);

/// Lets a crash say in which stage it happened, before what happened without this happens.
void sluice_stage_tell_crashes(void);
