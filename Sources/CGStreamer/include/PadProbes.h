// Observation of buffers and events at the pads of parsers and decoders.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <gst/gst.h>

G_BEGIN_DECLS

/// The role of an element in decoding.
typedef enum {
    SLUICE_GST_ROLE_OTHER,
    SLUICE_GST_ROLE_DEMUXER,
    SLUICE_GST_ROLE_PARSER,
    SLUICE_GST_ROLE_VIDEO_DECODER,
    SLUICE_GST_ROLE_AUDIO_DECODER,
} SluiceGstRole;

/// Calls `handler` for each element that is added to a pipeline at any depth, before data reaches it; `factory` is
/// valid during the call.
typedef void (*SluiceGstElementHandler)(GstElement *element, SluiceGstRole role, const char *factory, void *owner);
void sluice_gst_on_element_added(GstElement *pipeline, SluiceGstElementHandler handler, void *owner,
                                 GDestroyNotify release);

/// The kind of an observed object.
typedef enum {
    SLUICE_GST_PAD_ITEM_STREAM,
    SLUICE_GST_PAD_ITEM_CAPS,
    SLUICE_GST_PAD_ITEM_SEGMENT,
    SLUICE_GST_PAD_ITEM_BUFFER,
    SLUICE_GST_PAD_ITEM_END,
} SluiceGstPadItemKind;

/// A buffer or event at a pad; pointers are valid during the call.
typedef struct {
    SluiceGstPadItemKind kind;
    /// The stream identifier; for STREAM.
    const char *stream_id;
    /// The caps; for CAPS.
    const GstCaps *caps;
    /// `start` and `stop` are the limits of a SEGMENT in time format; the other times belong to a BUFFER. All are in
    /// nanoseconds, GST_CLOCK_TIME_NONE where unknown.
    guint64 start, stop;
    guint64 presentation, decode, duration;
    bool is_sync, is_discontinuous, is_corrupted, is_header;
    /// Whether the buffer is a hidden frame of VP8.
    bool is_hidden;
    /// Whether the frame of the sample is not presented.
    bool is_decode_only;
} SluiceGstPadItem;

/// Returns another presentation time for a buffer; GST_CLOCK_TIME_NONE to keep it.
typedef GstClockTime (*SluiceGstPadItemHandler)(const SluiceGstPadItem *item, void *owner);
/// Calls `handler` for each buffer and event at a static pad of an element; returns false when there is no such pad.
bool sluice_gst_add_pad_probe(GstElement *element, const char *pad, SluiceGstPadItemHandler handler, void *owner,
                           GDestroyNotify release);

/// Returns whether the user enabled GStreamer's log, by command-line options or environment variables.
bool sluice_gst_log_is_enabled(void);
/// Enables log messages of a category up to a level, unless the user has chosen a level for it.
void sluice_gst_raise_log(const char *category, GstDebugLevel level);

G_END_DECLS
