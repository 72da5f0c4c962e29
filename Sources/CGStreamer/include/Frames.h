// Functions for reading, writing and converting uncompressed frames in place.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <gst/gst.h>

G_BEGIN_DECLS

/// Returns whether writing to a buffer cannot be observed through another reference.
bool sluice_gst_buffer_is_exclusive(GstBuffer *buffer);
/// Returns a copy of the buffer and its memory.
GstBuffer *sluice_gst_buffer_deep_copy(GstBuffer *buffer);
/// Maps a buffer for writing until `sluice_gst_buffer_unmap_writable`; NULL when it cannot be mapped.
GstMapInfo *sluice_gst_buffer_map_writable(GstBuffer *buffer);
void sluice_gst_buffer_unmap_writable(GstBuffer *buffer, GstMapInfo *map);
/// Reads the plane layout from a buffer's video metadata, at most four planes; returns 0 when there is no metadata.
int sluice_gst_buffer_planes(GstBuffer *buffer, size_t offsets[4], int strides[4]);
/// Adds video metadata with the plane layout; returns false for a format that is unknown to GStreamer.
bool sluice_gst_buffer_set_planes(GstBuffer *buffer, const GstCaps *caps, int count, const size_t *offsets,
                                  const int *strides);

/// Converts video or audio between formats; frame size and sample rate do not change.
typedef struct SluiceGstConverter SluiceGstConverter;
/// Creates a converter between formats; NULL when the conversion is not supported.
SluiceGstConverter *sluice_gst_converter_new(const GstCaps *from, const GstCaps *to);
/// Converts a buffer, preserving its times; NULL when it cannot be converted. The caller owns the result.
GstBuffer *sluice_gst_convert(SluiceGstConverter *converter, GstBuffer *buffer);
void sluice_gst_converter_free(SluiceGstConverter *converter);

G_END_DECLS
