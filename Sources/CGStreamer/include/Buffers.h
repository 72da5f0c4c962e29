// Buffers' memory and times, and references to GStreamer's objects.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <gst/gst.h>

G_BEGIN_DECLS

/// A buffer mapped for reading, and what is needed to let go of it.
typedef struct SluiceGstMapping SluiceGstMapping;
/// Maps a buffer and keeps a reference to it; NULL when it cannot be mapped.
SluiceGstMapping *sluice_gst_map(GstBuffer *buffer, const uint8_t **bytes, size_t *count);
void sluice_gst_unmap(SluiceGstMapping *mapping);
/// A buffer that shares `buffer`'s memory and has another time and duration; the caller owns it.
GstBuffer *sluice_gst_buffer_at(GstBuffer *buffer, GstClockTime time, GstClockTime duration);
/// The first bytes of a buffer, sharing its memory; the caller owns it.
GstBuffer *sluice_gst_buffer_prefix(GstBuffer *buffer, size_t count);
/// A buffer with a copy of some bytes; the caller owns it.
GstBuffer *sluice_gst_buffer_copying(const void *bytes, size_t count);
/// A read-only buffer around memory that is not copied; `release` runs when it goes away.
GstBuffer *sluice_gst_buffer_wrapping(const void *bytes, size_t count, void *owner, GDestroyNotify release);
/// Sets what a buffer of coded media has: times in nanoseconds, and whether decoding can begin with it.
void sluice_gst_buffer_set_times(GstBuffer *buffer, GstClockTime presentation, GstClockTime decode,
                                 GstClockTime duration, bool is_sync);
/// The numbers of samples at the start and the end of a packet of audio that are not to be heard; false where it has none.
bool sluice_gst_buffer_clipping(GstBuffer *buffer, guint64 *start, guint64 *end);
bool sluice_gst_buffer_is(const GstBuffer *buffer, GstBufferFlags flag);

void sluice_gst_object_unref(void *object);
void sluice_gst_mini_unref(void *object);
void *sluice_gst_mini_ref(void *object);

G_END_DECLS
