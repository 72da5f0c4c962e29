// GStreamer functions that Swift cannot call directly: macros, variadic functions, and functions with special
// ownership.
#pragma once

#include "AppElements.h"
#include "Buffers.h"
#include "Caps.h"
#include "Capture.h"
#include "Descriptions.h"
#include "Frames.h"
#include "Measuring.h"
#include "PadProbes.h"
#include "Pipelines.h"
