#include "PadProbes.h"

// MARK: Elements

typedef struct {
    SluiceGstElementHandler handler;
    void *owner;
    GDestroyNotify release;
} ElementWatch;

static SluiceGstRole role_of(GstElementFactory *factory, GstElement *element) {
    if (GST_IS_BIN(element)) return SLUICE_GST_ROLE_OTHER;
    const char *class = gst_element_factory_get_metadata(factory, GST_ELEMENT_METADATA_KLASS);
    if (!class) return SLUICE_GST_ROLE_OTHER;
    if (strstr(class, "Demux")) return SLUICE_GST_ROLE_DEMUXER;
    if (strstr(class, "Parser")) return SLUICE_GST_ROLE_PARSER;
    if (!strstr(class, "Decoder")) return SLUICE_GST_ROLE_OTHER;
    if (strstr(class, "Video")) return SLUICE_GST_ROLE_VIDEO_DECODER;
    return strstr(class, "Audio") ? SLUICE_GST_ROLE_AUDIO_DECODER : SLUICE_GST_ROLE_OTHER;
}

static void on_element(GstBin *bin, GstBin *parent, GstElement *element, gpointer data) {
    ElementWatch *watch = data;
    GstElementFactory *factory = gst_element_get_factory(element);
    if (factory) watch->handler(element, role_of(factory, element), GST_OBJECT_NAME(factory), watch->owner);
}

static void release_element_watch(gpointer data, GClosure *closure) {
    ElementWatch *watch = data;
    watch->release(watch->owner);
    g_free(watch);
}

void sluice_gst_on_element_added(GstElement *pipeline, SluiceGstElementHandler handler, void *owner,
                                 GDestroyNotify release) {
    ElementWatch *watch = g_new0(ElementWatch, 1);
    *watch = (ElementWatch){handler, owner, release};
    g_signal_connect_data(pipeline, "deep-element-added", G_CALLBACK(on_element), watch, release_element_watch, 0);
}

// MARK: Pad probes

typedef struct {
    SluiceGstPadItemHandler handler;
    void *owner;
    GDestroyNotify release;
    bool is_vp8;
} PadWatch;

static void release_pad_watch(gpointer data) {
    PadWatch *watch = data;
    watch->release(watch->owner);
    g_free(watch);
}

static bool has_flag(const GstBuffer *buffer, GstBufferFlags flag) { return GST_BUFFER_FLAG_IS_SET(buffer, flag); }

static GstClockTime report_buffer(GstBuffer *buffer, PadWatch *watch) {
    guint8 first = 0;
    // RFC 6386, 9.1: bit 4 of the first byte is show_frame.
    bool is_hidden = watch->is_vp8 && gst_buffer_extract(buffer, 0, &first, 1) == 1 && !(first & 0x10);
    SluiceGstPadItem item = {.kind = SLUICE_GST_PAD_ITEM_BUFFER,
                             .presentation = GST_BUFFER_PTS(buffer),
                             .decode = GST_BUFFER_DTS(buffer),
                             .duration = GST_BUFFER_DURATION(buffer),
                             .is_sync = !has_flag(buffer, GST_BUFFER_FLAG_DELTA_UNIT),
                             .is_discontinuous = has_flag(buffer, GST_BUFFER_FLAG_DISCONT),
                             .is_corrupted = has_flag(buffer, GST_BUFFER_FLAG_CORRUPTED),
                             .is_header = has_flag(buffer, GST_BUFFER_FLAG_HEADER),
                             .is_hidden = is_hidden,
                             .is_decode_only = has_flag(buffer, GST_BUFFER_FLAG_DECODE_ONLY)};
    return watch->handler(&item, watch->owner);
}

static void report_event(GstEvent *event, PadWatch *watch) {
    SluiceGstPadItem item = {0};
    GstCaps *caps = NULL;
    const GstSegment *segment = NULL;
    switch (GST_EVENT_TYPE(event)) {
    case GST_EVENT_STREAM_START:
        item.kind = SLUICE_GST_PAD_ITEM_STREAM;
        gst_event_parse_stream_start(event, &item.stream_id);
        break;
    case GST_EVENT_CAPS:
        item.kind = SLUICE_GST_PAD_ITEM_CAPS;
        gst_event_parse_caps(event, &caps);
        item.caps = caps;
        watch->is_vp8 = gst_structure_has_name(gst_caps_get_structure(caps, 0), "video/x-vp8");
        break;
    case GST_EVENT_SEGMENT:
        gst_event_parse_segment(event, &segment);
        if (segment->format != GST_FORMAT_TIME) return;
        item.kind = SLUICE_GST_PAD_ITEM_SEGMENT;
        item.start = segment->start;
        item.stop = segment->stop;
        break;
    case GST_EVENT_EOS: item.kind = SLUICE_GST_PAD_ITEM_END; break;
    default: return;
    }
    watch->handler(&item, watch->owner);
}

static gboolean report_list_member(GstBuffer **buffer, guint index, gpointer data) {
    report_buffer(*buffer, data);
    return TRUE;
}

static GstPadProbeReturn on_pad_item(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
    PadWatch *watch = data;
    if (info->type & GST_PAD_PROBE_TYPE_BUFFER) {
        GstClockTime time = report_buffer(GST_PAD_PROBE_INFO_BUFFER(info), watch);
        if (!GST_CLOCK_TIME_IS_VALID(time)) return GST_PAD_PROBE_OK;
        GstBuffer *buffer = gst_buffer_make_writable(GST_PAD_PROBE_INFO_BUFFER(info));
        GST_BUFFER_PTS(buffer) = time;
        GST_PAD_PROBE_INFO_DATA(info) = buffer;
    } else if (info->type & GST_PAD_PROBE_TYPE_BUFFER_LIST)
        gst_buffer_list_foreach(GST_PAD_PROBE_INFO_BUFFER_LIST(info), report_list_member, watch);
    else if (info->type & GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM) report_event(GST_PAD_PROBE_INFO_EVENT(info), watch);
    return GST_PAD_PROBE_OK;
}

bool sluice_gst_add_pad_probe(GstElement *element, const char *name, SluiceGstPadItemHandler handler, void *owner,
                           GDestroyNotify release) {
    PadWatch *watch = g_new0(PadWatch, 1);
    *watch = (PadWatch){handler, owner, release, false};
    GstPad *pad = gst_element_get_static_pad(element, name);
    if (!pad) {
        release_pad_watch(watch);
        return false;
    }
    gst_pad_add_probe(
        pad, GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_BUFFER_LIST | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
        on_pad_item, watch, release_pad_watch);
    gst_object_unref(pad);
    return true;
}

// MARK: Log

// Returns the log levels set by the user; NULL when there are none. GStreamer does not report the levels of categories
// that are set on the command line but not yet registered.
static char *chosen_levels(void) {
    char *arguments = NULL;
    gsize count = 0;
    const char *variable = g_getenv("GST_DEBUG");
    if (!g_file_get_contents("/proc/self/cmdline", &arguments, &count, NULL)) return g_strdup(variable);
    for (gsize index = 0; index + 1 < count; index++)
        if (!arguments[index]) arguments[index] = ' ';
    const char *option = strstr(arguments, " --gst-debug");
    char *chosen = option ? g_strconcat(variable ? variable : "", option, NULL) : g_strdup(variable);
    g_free(arguments);
    return chosen;
}

bool sluice_gst_log_is_enabled(void) {
    char *chosen = chosen_levels();
    bool is_enabled = chosen || gst_debug_get_default_threshold() > GST_LEVEL_NONE;
    g_free(chosen);
    return is_enabled;
}

void sluice_gst_raise_log(const char *category, GstDebugLevel level) {
    char *chosen = chosen_levels();
    bool is_chosen = chosen && strstr(chosen, category);
    g_free(chosen);
    if (is_chosen || gst_debug_get_default_threshold() >= level) return;
    gst_debug_set_threshold_for_name(category, level);
}
