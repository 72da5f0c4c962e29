// The calls of GStreamer that Swift cannot make itself: macros, variable arguments, and ownership that needs care.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <gst/gst.h>
#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>

G_BEGIN_DECLS

/// Starts GStreamer once; returns an error message to free with g_free, or NULL.
char *sluice_gst_init(void);
/// Whether an element factory of this name is installed.
bool sluice_gst_has_element(const char *name);
/// Makes a pipeline from a launch description; the caller owns it.
///
/// Returns NULL with either `missing` (an element name) or `message` set; both are freed with g_free.
GstElement *sluice_gst_make_pipeline(const char *description, char **missing, char **message);
/// Makes a bin with ghost pads from a launch description and adds it to a pipeline; the pipeline owns it.
GstElement *sluice_gst_add_bin(GstElement *pipeline, const char *description, char **missing, char **message);
/// The element of this name, with a reference for the caller; NULL when there is none.
GstElement *sluice_gst_find(GstElement *bin, const char *name);
/// Links a pad to the sink pad of an element and brings the element to its pipeline's state.
bool sluice_gst_link_and_start(GstPad *pad, GstElement *element);
/// The caps of a pad, current ones where there are any; the caller owns them.
GstCaps *sluice_gst_pad_caps(GstPad *pad);

/// Sets a property from its text form; false when there is no such property.
bool sluice_gst_set(GstElement *element, const char *property, const char *text);
/// Sets a property that is a string, as it is; false when there is no such property.
bool sluice_gst_set_string(GstElement *element, const char *property, const char *text);

/// What a bus message is about.
typedef enum {
    SLUICE_GST_ERROR,
    SLUICE_GST_WARNING,
    SLUICE_GST_MISSING_PLUGIN,
    SLUICE_GST_END_OF_STREAM,
} SluiceGstMessageKind;

/// Where an error number comes from.
typedef enum {
    SLUICE_GST_DOMAIN_CORE,
    SLUICE_GST_DOMAIN_LIBRARY,
    SLUICE_GST_DOMAIN_RESOURCE,
    SLUICE_GST_DOMAIN_STREAM,
    SLUICE_GST_DOMAIN_OTHER,
} SluiceGstDomain;

/// A bus message taken apart; strings live for the call only and may be NULL.
typedef struct {
    SluiceGstMessageKind kind;
    SluiceGstDomain domain;
    int code;
    /// The factory of the element that posted it.
    const char *factory;
    /// The message for people; for a missing plugin its description.
    const char *message;
    /// The programmer's text; for a missing plugin the caps or element that is missing.
    const char *detail;
} SluiceGstMessage;

typedef void (*SluiceGstMessageHandler)(const SluiceGstMessage *message, void *owner);
/// Hands every message to `handler` on the thread that posts it; no main loop is needed.
void sluice_gst_watch_bus(GstElement *pipeline, SluiceGstMessageHandler handler, void *owner, GDestroyNotify release);

/// Makes a pipeline run by a given clock and base time, whenever it starts.
void sluice_gst_use_clock(GstElement *pipeline, GstClock *clock, GstClockTime base_time);
/// Changes the state and waits for it; SUCCESS, NO_PREROLL, ASYNC (time is up) or FAILURE.
GstStateChangeReturn sluice_gst_change_state(GstElement *pipeline, GstState state, GstClockTime limit);
/// The names of children that have not reached the state they should be in; freed with g_free.
char *sluice_gst_late_children(GstElement *pipeline);
/// The announced length in nanoseconds, or -1.
int64_t sluice_gst_duration(GstElement *element);

/// Installs what an appsink calls on its streaming thread; `release` runs when the sink goes away.
void sluice_gst_sink_on(GstElement *sink, GstFlowReturn (*sample)(GstAppSink *, void *),
                        gboolean (*event)(GstAppSink *, void *), void (*end)(GstAppSink *, void *), void *owner,
                        GDestroyNotify release);
/// Whether a sink drops buffers that lie outside their segment; it does unless told not to.
void sluice_gst_sink_set_clipping(GstElement *sink, bool drops);
/// The next sample or event of an appsink without waiting; the caller owns it.
GstMiniObject *sluice_gst_sink_pull(GstAppSink *sink);
bool sluice_gst_is_sample(GstMiniObject *object);
bool sluice_gst_is_buffer_list_sample(GstSample *sample);
/// The caps of a caps event, borrowed; NULL for other objects.
GstCaps *sluice_gst_event_caps(GstMiniObject *object);

/// The tags of a tag event about the stream itself, borrowed; NULL for other objects and for tags of the whole file.
GstTagList *sluice_gst_event_stream_tags(GstMiniObject *object);
/// Whether an object is an event of a type.
bool sluice_gst_event_is(GstMiniObject *object, GstEventType type);
/// A tag of text, freed with g_free; NULL when there is none.
char *sluice_gst_tag_text(const GstTagList *tags, const char *tag);
/// The shortest ISO 639 code for another one of the same language, of two or three letters; NULL for anything else.
const char *sluice_gst_language_code(const char *code);

/// Installs what an appsrc calls when it has room again.
void sluice_gst_source_on(GstElement *source, void (*need)(GstAppSrc *, guint, void *), void *owner,
                          GDestroyNotify release);
void sluice_gst_source_set_caps(GstElement *source, GstCaps *caps);
uint64_t sluice_gst_source_level(GstElement *source);
/// Pushes a buffer; takes the caller's reference.
GstFlowReturn sluice_gst_source_push(GstElement *source, GstBuffer *buffer);
/// Pushes a buffer of a segment without an end; takes the caller's reference.
///
/// The source's property `handle-segment-change` has to be set.
GstFlowReturn sluice_gst_source_push_in_segment(GstElement *source, GstBuffer *buffer, GstCaps *caps,
                                                GstClockTime start);
GstFlowReturn sluice_gst_source_end(GstElement *source);
/// Puts a request for a sync sample in line, before the buffer that is pushed next.
bool sluice_gst_source_force_key(GstElement *source, guint count);

typedef void (*SluiceGstPadHandler)(GstElement *element, GstPad *pad, void *owner);
typedef void (*SluiceGstHandler)(GstElement *element, void *owner);
/// Returns whether a stream with these caps is to be decoded further.
typedef gboolean (*SluiceGstContinueHandler)(GstElement *element, GstPad *pad, GstCaps *caps, void *owner);
void sluice_gst_on_pad_added(GstElement *element, SluiceGstPadHandler handler, void *owner, GDestroyNotify release);
void sluice_gst_on_no_more_pads(GstElement *element, SluiceGstHandler handler, void *owner, GDestroyNotify release);
void sluice_gst_on_autoplug_continue(GstElement *element, SluiceGstContinueHandler handler, void *owner,
                                     GDestroyNotify release);

/// What a stream with certain caps holds.
typedef enum {
    SLUICE_GST_STREAM_CONTAINER,
    SLUICE_GST_STREAM_VIDEO,
    SLUICE_GST_STREAM_AUDIO,
    SLUICE_GST_STREAM_TEXT,
    SLUICE_GST_STREAM_OTHER,
} SluiceGstStreamKind;
SluiceGstStreamKind sluice_gst_stream_kind(const GstCaps *caps);
/// A name for people, such as "H.264 (High Profile)"; freed with g_free, may be NULL.
char *sluice_gst_codec_name(const GstCaps *caps);

/// The bytes of a field that holds a buffer, such as codec_data; NULL when there is none. Freed with g_free.
uint8_t *sluice_gst_caps_bytes(const GstCaps *caps, const char *field, size_t *count);
// The same of the first buffer in an array, such as the stream headers of Ogg's codecs.
uint8_t *sluice_gst_caps_first_bytes(const GstCaps *caps, const char *field, size_t *count);
/// A rate or aspect field; false when it is missing or not fixed.
bool sluice_gst_caps_fraction(const GstCaps *caps, const char *field, int *numerator, int *denominator);
bool sluice_gst_caps_int(const GstCaps *caps, const char *field, int *value);
const char *sluice_gst_caps_string(const GstCaps *caps, const char *field);
const char *sluice_gst_caps_name(const GstCaps *caps);
/// The colour of video caps as ISO/IEC 23091-2 codes; false when the caps do not say.
bool sluice_gst_caps_colour(const GstCaps *caps, uint8_t *primaries, uint8_t *transfer, uint8_t *matrix, bool *full);

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
bool sluice_gst_buffer_is(const GstBuffer *buffer, GstBufferFlags flag);

void sluice_gst_object_unref(void *object);
void sluice_gst_mini_unref(void *object);
void *sluice_gst_mini_ref(void *object);

G_END_DECLS

#include "Capture.h"
#include "Frames.h"
