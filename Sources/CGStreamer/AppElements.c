#include "AppElements.h"

#include <gst/tag/tag.h>
#include <gst/video/video.h>

void sluice_gst_sink_on(GstElement *sink, GstFlowReturn (*sample)(GstAppSink *, void *),
                        gboolean (*event)(GstAppSink *, void *), void (*end)(GstAppSink *, void *), void *owner,
                        GDestroyNotify release) {
    GstAppSinkCallbacks callbacks = {.eos = end, .new_sample = sample, .new_event = event};
    gst_app_sink_set_callbacks(GST_APP_SINK(sink), &callbacks, owner, release);
}

void sluice_gst_sink_set_clipping(GstElement *sink, bool drops) {
    gst_base_sink_set_drop_out_of_segment(GST_BASE_SINK(sink), drops);
}

GstMiniObject *sluice_gst_sink_pull(GstAppSink *sink) { return gst_app_sink_try_pull_object(sink, 0); }

typedef struct {
    void (*handler)(void *);
    void *owner;
    GDestroyNotify release;
} FlushWatch;

static GstPadProbeReturn on_flush(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
    FlushWatch *watch = data;
    if (GST_EVENT_TYPE(GST_PAD_PROBE_INFO_EVENT(info)) == GST_EVENT_FLUSH_STOP) watch->handler(watch->owner);
    return GST_PAD_PROBE_OK;
}

static void release_flush_watch(gpointer data) {
    FlushWatch *watch = data;
    watch->release(watch->owner);
    g_free(watch);
}

void sluice_gst_sink_on_flushed(GstElement *sink, void (*handler)(void *), void *owner, GDestroyNotify release) {
    FlushWatch *watch = g_new0(FlushWatch, 1);
    *watch = (FlushWatch){handler, owner, release};
    GstPad *pad = gst_element_get_static_pad(sink, "sink");
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_EVENT_FLUSH, on_flush, watch, release_flush_watch);
    gst_object_unref(pad);
}

bool sluice_gst_sink_seek(GstElement *sink, int64_t time) {
    return gst_element_seek(sink, 1, GST_FORMAT_TIME,
                            GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_KEY_UNIT | GST_SEEK_FLAG_SNAP_BEFORE, GST_SEEK_TYPE_SET,
                            time, GST_SEEK_TYPE_SET, GST_CLOCK_TIME_NONE);
}

bool sluice_gst_stream_time(const GstSegment *segment, GstClockTime timestamp, int64_t *time) {
    guint64 magnitude = 0;
    gint sign = gst_segment_to_stream_time_full(segment, GST_FORMAT_TIME, timestamp, &magnitude);
    if (sign == 0 || magnitude > INT64_MAX) return false;
    *time = sign > 0 ? (int64_t)magnitude : -(int64_t)magnitude;
    return true;
}

bool sluice_gst_is_sample(GstMiniObject *object) { return GST_IS_SAMPLE(object); }

bool sluice_gst_is_buffer_list_sample(GstSample *sample) { return gst_sample_get_buffer_list(sample) != NULL; }

GstCaps *sluice_gst_event_caps(GstMiniObject *object) {
    if (!GST_IS_EVENT(object) || GST_EVENT_TYPE(object) != GST_EVENT_CAPS) return NULL;
    GstCaps *caps = NULL;
    gst_event_parse_caps(GST_EVENT_CAST(object), &caps);
    return caps;
}

bool sluice_gst_event_is(GstMiniObject *object, GstEventType type) {
    return GST_IS_EVENT(object) && GST_EVENT_TYPE(object) == type;
}

GstTagList *sluice_gst_event_stream_tags(GstMiniObject *object) {
    if (!GST_IS_EVENT(object) || GST_EVENT_TYPE(object) != GST_EVENT_TAG) return NULL;
    GstTagList *tags = NULL;
    gst_event_parse_tag(GST_EVENT_CAST(object), &tags);
    return tags && gst_tag_list_get_scope(tags) == GST_TAG_SCOPE_STREAM ? tags : NULL;
}

char *sluice_gst_tag_text(const GstTagList *tags, const char *tag) {
    char *text = NULL;
    return gst_tag_list_get_string(tags, tag, &text) ? text : NULL;
}

const char *sluice_gst_language_code(const char *code) {
    const char *letters = gst_tag_get_language_code_iso_639_1(code);
    return letters ? letters : gst_tag_get_language_code_iso_639_2T(code);
}

void sluice_gst_source_on(GstElement *source, void (*need)(GstAppSrc *, guint, void *), void *owner,
                          GDestroyNotify release) {
    GstAppSrcCallbacks callbacks = {.need_data = need};
    gst_app_src_set_callbacks(GST_APP_SRC(source), &callbacks, owner, release);
}

void sluice_gst_source_set_caps(GstElement *source, GstCaps *caps) { gst_app_src_set_caps(GST_APP_SRC(source), caps); }

uint64_t sluice_gst_source_level(GstElement *source) {
    return gst_app_src_get_current_level_buffers(GST_APP_SRC(source));
}

GstFlowReturn sluice_gst_source_push(GstElement *source, GstBuffer *buffer) {
    return gst_app_src_push_buffer(GST_APP_SRC(source), buffer);
}

GstFlowReturn sluice_gst_source_push_in_segment(GstElement *source, GstBuffer *buffer, GstCaps *caps,
                                                GstClockTime start) {
    GstSegment segment;
    gst_segment_init(&segment, GST_FORMAT_TIME);
    segment.start = segment.time = segment.position = start;
    GstSample *sample = gst_sample_new(buffer, caps, &segment, NULL);
    GstFlowReturn result = gst_app_src_push_sample(GST_APP_SRC(source), sample);
    gst_sample_unref(sample);
    gst_buffer_unref(buffer);
    return result;
}

GstFlowReturn sluice_gst_source_end(GstElement *source) { return gst_app_src_end_of_stream(GST_APP_SRC(source)); }

bool sluice_gst_source_force_key(GstElement *source, GstClockTime time, guint count) {
    GstEvent *event =
        gst_video_event_new_downstream_force_key_unit(GST_CLOCK_TIME_NONE, GST_CLOCK_TIME_NONE, time, FALSE, count);
    return gst_element_send_event(source, event);
}
