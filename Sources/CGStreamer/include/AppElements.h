// The two ends of a pipeline: what comes out of an appsink and goes into an appsrc.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>
#include <gst/gst.h>

G_BEGIN_DECLS

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

G_END_DECLS
