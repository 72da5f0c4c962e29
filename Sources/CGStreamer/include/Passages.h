// Buffers and events as they pass the pads of parsers and decoders.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <gst/gst.h>

G_BEGIN_DECLS

/// The role of an element between a file and its frames.
typedef enum {
    SLUICE_GST_ROLE_OTHER,
    SLUICE_GST_ROLE_DEMUXER,
    SLUICE_GST_ROLE_PARSER,
    SLUICE_GST_ROLE_VIDEO_DECODER,
    SLUICE_GST_ROLE_AUDIO_DECODER,
} SluiceGstRole;

/// Calls `handler` for each element that is added to a pipeline at any depth, before data reaches it; `factory` lives for
/// the call.
typedef void (*SluiceGstElementHandler)(GstElement *element, SluiceGstRole role, const char *factory, void *owner);
void sluice_gst_on_element_added(GstElement *pipeline, SluiceGstElementHandler handler, void *owner,
                                 GDestroyNotify release);

/// The content of a passage.
typedef enum {
    SLUICE_GST_PASSAGE_STREAM,
    SLUICE_GST_PASSAGE_CAPS,
    SLUICE_GST_PASSAGE_SEGMENT,
    SLUICE_GST_PASSAGE_BUFFER,
    SLUICE_GST_PASSAGE_END,
} SluiceGstPassageKind;

/// A buffer or event that passes a pad; pointers live for the call.
typedef struct {
    SluiceGstPassageKind kind;
    /// The identity of the stream, of a STREAM.
    const char *stream_id;
    /// Of CAPS.
    const GstCaps *caps;
    /// The limits of a SEGMENT of times, otherwise the times of a BUFFER: all in nanoseconds, all ones where unknown.
    guint64 start, stop;
    guint64 presentation, decode, duration;
    bool is_sync, is_discontinuous, is_corrupted, is_header;
    /// Whether it is a frame of VP8 that is not shown.
    bool is_hidden;
} SluiceGstPassage;

typedef void (*SluiceGstPassageHandler)(const SluiceGstPassage *passage, void *owner);
/// Calls `handler` for what passes a static pad of an element; false when there is no such pad.
bool sluice_gst_on_passage(GstElement *element, const char *pad, SluiceGstPassageHandler handler, void *owner,
                           GDestroyNotify release);

/// Whether the user asked for GStreamer's log, by its options or the environment.
bool sluice_gst_log_is_wanted(void);
/// Lets messages of a category up to a level through, unless the user chose a level for it.
void sluice_gst_raise_log(const char *category, GstDebugLevel level);

G_END_DECLS
