// Access to the fields of caps.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <gst/gst.h>

G_BEGIN_DECLS

/// The kind of a stream, derived from its caps.
typedef enum {
    SLUICE_GST_STREAM_CONTAINER,
    SLUICE_GST_STREAM_VIDEO,
    SLUICE_GST_STREAM_AUDIO,
    SLUICE_GST_STREAM_TEXT,
    SLUICE_GST_STREAM_OTHER,
} SluiceGstStreamKind;
SluiceGstStreamKind sluice_gst_stream_kind(const GstCaps *caps);
/// Returns a codec name for users, such as "H.264 (High Profile)"; freed with g_free, may be NULL.
char *sluice_gst_codec_name(const GstCaps *caps);

/// Returns whether a stream with these caps is uncompressed, or an element that decodes it is installed.
bool sluice_gst_is_decodable(const GstCaps *caps);

/// Returns the tags of a pad's stream so far; NULL when there are none. Freed with gst_mini_object_unref.
GstTagList *sluice_gst_pad_tags(GstPad *pad);

/// Returns the bytes of a buffer field, such as codec_data; NULL when there is none. Freed with g_free.
uint8_t *sluice_gst_caps_bytes(const GstCaps *caps, const char *field, size_t *count);
/// Returns the bytes of the first buffer in an array field, such as streamheader of Ogg codecs; NULL when there is
/// none. Freed with g_free.
uint8_t *sluice_gst_caps_first_bytes(const GstCaps *caps, const char *field, size_t *count);
/// Reads a fraction field, such as a frame rate or pixel aspect ratio; returns false when it is missing or not fixed.
bool sluice_gst_caps_fraction(const GstCaps *caps, const char *field, int *numerator, int *denominator);
bool sluice_gst_caps_int(const GstCaps *caps, const char *field, int *value);
bool sluice_gst_caps_bitmask(const GstCaps *caps, const char *field, uint64_t *mask);
const char *sluice_gst_caps_string(const GstCaps *caps, const char *field);
const char *sluice_gst_caps_name(const GstCaps *caps);
/// Reads the colorimetry of video caps as ISO/IEC 23091-2 codes; returns false when it is missing.
bool sluice_gst_caps_colour(const GstCaps *caps, uint8_t *primaries, uint8_t *transfer, uint8_t *matrix, bool *full);
/// Returns the colorimetry with these ISO/IEC 23091-2 codes as a field of caps; freed with g_free.
char *sluice_gst_colorimetry(uint8_t primaries, uint8_t transfer, uint8_t matrix, bool full);
/// Returns a colorimetry for conversions of uncompressed video of this height: a missing matrix is that of BT.709 above 576
/// lines, BT.601 below. Freed with g_free.
char *sluice_gst_working_colorimetry(uint8_t primaries, uint8_t transfer, uint8_t matrix, bool full, int height);
/// Returns a reference to caps of uncompressed video with a colorimetry for conversions, which may be the same caps.
GstCaps *sluice_gst_caps_for_conversion(GstCaps *caps);

G_END_DECLS
