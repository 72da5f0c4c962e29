// What reading, writing and converting uncompressed frames in place needs of GStreamer.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <gst/gst.h>

G_BEGIN_DECLS

/// Whether nobody else can see what is written to a buffer that has one owner.
bool sluice_gst_buffer_is_exclusive(GstBuffer *buffer);
/// A copy of the buffer and of its memory.
GstBuffer *sluice_gst_buffer_deep_copy(GstBuffer *buffer);
/// Lends the bytes to be written until `sluice_gst_buffer_unlend`; NULL when they cannot be.
GstMapInfo *sluice_gst_buffer_lend(GstBuffer *buffer);
void sluice_gst_buffer_unlend(GstBuffer *buffer, GstMapInfo *map);
/// Where the planes lie that a buffer tells of itself, at most four; 0 when it tells nothing.
int sluice_gst_buffer_planes(GstBuffer *buffer, size_t offsets[4], int strides[4]);
/// Tells where the planes of a picture lie; false for a format that GStreamer does not know.
bool sluice_gst_buffer_set_planes(GstBuffer *buffer, const GstCaps *caps, int count, const size_t *offsets,
                                  const int *strides);

/// Turns pictures or sound of one format into another of the same size, or rate.
typedef struct SluiceGstConverter SluiceGstConverter;
/// A converter between formats; NULL where there is none.
SluiceGstConverter *sluice_gst_converter_new(const GstCaps *from, const GstCaps *to);
/// The converted buffer with the times of the other; NULL when it cannot be converted. The caller owns it.
GstBuffer *sluice_gst_convert(SluiceGstConverter *converter, GstBuffer *buffer);
void sluice_gst_converter_free(SluiceGstConverter *converter);

G_END_DECLS
