// The application's ends of a pipeline: appsink and appsrc.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>
#include <gst/gst.h>

G_BEGIN_DECLS

/// Installs the callbacks of an appsink, which run on its streaming thread; `release` runs when the sink is disposed.
void sluice_gst_sink_on(GstElement *sink, GstFlowReturn (*sample)(GstAppSink *, void *),
                        gboolean (*event)(GstAppSink *, void *), void (*end)(GstAppSink *, void *), void *owner,
                        GDestroyNotify release);
/// Sets whether a sink drops buffers outside their segment; the default is true.
void sluice_gst_sink_set_clipping(GstElement *sink, bool drops);
/// Returns the next sample or event of an appsink without waiting, or NULL; the caller owns it.
GstMiniObject *sluice_gst_sink_pull(GstAppSink *sink);
/// Calls `handler` whenever a seek has flushed a sink, before it receives data from the new position.
void sluice_gst_sink_on_flushed(GstElement *sink, void (*handler)(void *), void *owner, GDestroyNotify release);
/// Seeks to the last keyframe at or before a time in nanoseconds, through the elements above a sink.
bool sluice_gst_sink_seek(GstElement *sink, int64_t time);
/// Converts a timestamp to stream time in nanoseconds; returns false if it has none.
bool sluice_gst_stream_time(const GstSegment *segment, GstClockTime timestamp, int64_t *time);
bool sluice_gst_is_sample(GstMiniObject *object);
bool sluice_gst_is_buffer_list_sample(GstSample *sample);
/// Returns the caps of a caps event, borrowed; NULL for other objects.
GstCaps *sluice_gst_event_caps(GstMiniObject *object);

/// Returns the tags of a tag event with stream scope, borrowed; NULL for other objects and for global tags.
GstTagList *sluice_gst_event_stream_tags(GstMiniObject *object);
/// Returns whether an object is an event of a type.
bool sluice_gst_event_is(GstMiniObject *object, GstEventType type);
/// Returns the value of a text tag, to be freed with g_free; NULL when there is none.
char *sluice_gst_tag_text(const GstTagList *tags, const char *tag);
/// Returns the shortest equivalent of an ISO 639 language code (two or three letters); NULL for an unknown code.
const char *sluice_gst_language_code(const char *code);

/// Installs the callback of an appsrc, which runs when its queue has space again.
void sluice_gst_source_on(GstElement *source, void (*need)(GstAppSrc *, guint, void *), void *owner,
                          GDestroyNotify release);
void sluice_gst_source_set_caps(GstElement *source, GstCaps *caps);
uint64_t sluice_gst_source_level(GstElement *source);
/// Pushes a buffer; takes ownership of it.
GstFlowReturn sluice_gst_source_push(GstElement *source, GstBuffer *buffer);
/// Pushes a buffer in an open-ended segment that starts at `start`; takes ownership of it.
///
/// Requires the property `handle-segment-change` of the source.
GstFlowReturn sluice_gst_source_push_in_segment(GstElement *source, GstBuffer *buffer, GstCaps *caps,
                                                GstClockTime start);
GstFlowReturn sluice_gst_source_end(GstElement *source);
/// Enqueues a request for a sync sample at the buffer with this running time, before it is pushed.
bool sluice_gst_source_force_key(GstElement *source, GstClockTime time, guint count);

G_END_DECLS
