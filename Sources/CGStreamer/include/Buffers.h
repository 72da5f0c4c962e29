// Memory and times of buffers, and reference counting of GStreamer objects.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <gst/gst.h>

G_BEGIN_DECLS

/// A buffer that is mapped for reading.
typedef struct SluiceGstMapping SluiceGstMapping;
/// Maps a buffer and retains it; NULL when it cannot be mapped.
SluiceGstMapping *sluice_gst_map(GstBuffer *buffer, const uint8_t **bytes, size_t *count);
void sluice_gst_unmap(SluiceGstMapping *mapping);
/// Returns a buffer that shares the memory of `buffer`, with another time and duration; the caller owns it.
GstBuffer *sluice_gst_buffer_at(GstBuffer *buffer, GstClockTime time, GstClockTime duration);
/// Returns the first `count` bytes of a buffer, sharing its memory; the caller owns it.
GstBuffer *sluice_gst_buffer_prefix(GstBuffer *buffer, size_t count);
/// Returns the bytes of a buffer from `offset` on, sharing its memory and without times; the caller owns it.
GstBuffer *sluice_gst_buffer_suffix(GstBuffer *buffer, size_t offset);
/// Returns a buffer with a copy of the bytes; the caller owns it.
GstBuffer *sluice_gst_buffer_copying(const void *bytes, size_t count);
/// Returns a read-only buffer around memory that is not copied; `release` runs when the buffer is freed.
GstBuffer *sluice_gst_buffer_wrapping(const void *bytes, size_t count, void *owner, GDestroyNotify release);
/// Sets the attributes of a buffer with coded media: times in nanoseconds, whether it is a sync sample, and whether its frame is
/// not presented.
void sluice_gst_buffer_set_times(GstBuffer *buffer, GstClockTime presentation, GstClockTime decode,
                                 GstClockTime duration, bool is_sync, bool is_decode_only);
/// Reads the numbers of samples at the start and the end of an audio packet that are not presented; returns false when
/// there are none.
bool sluice_gst_buffer_clipping(GstBuffer *buffer, guint64 *start, guint64 *end);
/// Makes the pool of a buffer, if it is one that only allocates memory, free the buffer instead of keeping it for
/// another one.
void sluice_gst_buffer_leave_pool(GstBuffer *buffer);
bool sluice_gst_buffer_is(const GstBuffer *buffer, GstBufferFlags flag);

void sluice_gst_object_unref(void *object);
void sluice_gst_mini_unref(void *object);
void *sluice_gst_mini_ref(void *object);

G_END_DECLS
