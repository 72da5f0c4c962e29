// The calls of GStreamer that Swift cannot make itself: macros, variable arguments, and ownership that needs care.
#pragma once

#include "AppElements.h"
#include "Buffers.h"
#include "Caps.h"
#include "Capture.h"
#include "Frames.h"
#include "Passages.h"
#include "Pipelines.h"
