#include "Pipelines.h"

#include <gst/pbutils/pbutils.h>

char *sluice_gst_init(void) {
    // SVT-AV1 prints its configuration to standard error, which this program uses for its messages; errors are still
    // printed.
    g_setenv("SVT_LOG", "1", FALSE);
    // When a camera stops, v4l2src of GStreamer 1.22 leaks its buffer pool with a descriptor of the device: a camera that
    // is disconnected later then returns under another path. Pools that are drained are not leaked.
    guint major, minor, micro, nano;
    gst_version(&major, &minor, &micro, &nano);
    if (major == 1 && minor < 24) g_setenv("GST_V4L2_FORCE_DRAIN", "1", FALSE);
    GError *error = NULL;
    if (!gst_init_check(NULL, NULL, &error)) {
        char *message = g_strdup(error ? error->message : "GStreamer does not start");
        g_clear_error(&error);
        return message;
    }
    gst_pb_utils_init();
    return NULL;
}

bool sluice_gst_has_element(const char *name) {
    GstElementFactory *factory = gst_element_factory_find(name);
    if (!factory) return false;
    gst_object_unref(factory);
    return true;
}

bool sluice_gst_element_accepts(const char *name, const char *text) {
    GstElementFactory *factory = gst_element_factory_find(name);
    GstCaps *caps = gst_caps_from_string(text);
    bool accepts = factory && caps && gst_element_factory_can_sink_any_caps(factory, caps);
    if (caps) gst_caps_unref(caps);
    if (factory) gst_object_unref(factory);
    return accepts;
}

// The form of the element to create from a description.
typedef enum { ANY_ELEMENT, OPEN_BIN, BIN_WITH_GHOST_PADS } ParsedForm;

static GstElement *parse(const char *description, ParsedForm form, char **missing, char **message) {
    GError *error = NULL;
    GstParseContext *context = gst_parse_context_new();
    GstElement *element = form == ANY_ELEMENT
                              ? gst_parse_launch_full(description, context, GST_PARSE_FLAG_FATAL_ERRORS, &error)
                              : gst_parse_bin_from_description_full(description, form == BIN_WITH_GHOST_PADS, context,
                                                                    GST_PARSE_FLAG_FATAL_ERRORS, &error);
    if (error) {
        char **names = gst_parse_context_get_missing_elements(context);
        bool is_missing = g_error_matches(error, GST_PARSE_ERROR, GST_PARSE_ERROR_NO_SUCH_ELEMENT);
        if (is_missing && names && names[0]) *missing = g_strdup(names[0]);
        else *message = g_strdup(error->message);
        g_strfreev(names);
        g_clear_error(&error);
        if (element) gst_object_unref(gst_object_ref_sink(element));
        element = NULL;
    }
    gst_parse_context_free(context);
    return element;
}

GstElement *sluice_gst_make_pipeline(const char *description, char **missing, char **message) {
    GstElement *element = parse(description, ANY_ELEMENT, missing, message);
    if (!element) return NULL;
    gst_object_ref_sink(element);
    if (GST_IS_PIPELINE(element)) return element;
    GstElement *pipeline = gst_object_ref_sink(gst_pipeline_new(NULL));
    gst_bin_add(GST_BIN(pipeline), element);
    gst_object_unref(element);
    return pipeline;
}

GstElement *sluice_gst_add_bin(GstElement *pipeline, const char *description, char **missing, char **message) {
    GstElement *bin = parse(description, BIN_WITH_GHOST_PADS, missing, message);
    if (bin) gst_bin_add(GST_BIN(pipeline), bin);
    return bin;
}

GstElement *sluice_gst_add_source(GstElement *pipeline, const char *description, char **missing, char **message,
                                  SluiceGstWarningHandler warning, void *owner) {
    SluiceGstWarnings warnings;
    sluice_gst_begin_warnings(&warnings, warning, owner);
    GstElement *bin = parse(description, OPEN_BIN, missing, message);
    sluice_gst_end_warnings(&warnings);
    if (bin) gst_bin_add(GST_BIN(pipeline), bin);
    return bin;
}

GstElement *sluice_gst_find(GstElement *bin, const char *name) { return gst_bin_get_by_name(GST_BIN(bin), name); }

bool sluice_gst_link_and_start(GstPad *pad, GstElement *element) {
    GstPad *sink = gst_element_get_static_pad(element, "sink");
    if (!sink) return false;
    gst_element_sync_state_with_parent(element);
    bool linked = gst_pad_link(pad, sink) == GST_PAD_LINK_OK;
    gst_object_unref(sink);
    return linked;
}

GstCaps *sluice_gst_pad_caps(GstPad *pad) {
    GstCaps *caps = gst_pad_get_current_caps(pad);
    return caps ? caps : gst_pad_query_caps(pad, NULL);
}

bool sluice_gst_set(GstElement *element, const char *property, const char *text) {
    if (!g_object_class_find_property(G_OBJECT_GET_CLASS(element), property)) return false;
    gst_util_set_object_arg(G_OBJECT(element), property, text);
    return true;
}

bool sluice_gst_set_string(GstElement *element, const char *property, const char *text) {
    if (!g_object_class_find_property(G_OBJECT_GET_CLASS(element), property)) return false;
    g_object_set(element, property, text, NULL);
    return true;
}

// MARK: Messages

typedef struct {
    SluiceGstMessageHandler handler;
    void *owner;
    GDestroyNotify release;
} BusWatch;

static void release_watch(gpointer data) {
    BusWatch *watch = data;
    watch->release(watch->owner);
    g_free(watch);
}

static SluiceGstDomain domain_of(const GError *error) {
    if (error->domain == GST_CORE_ERROR) return SLUICE_GST_DOMAIN_CORE;
    if (error->domain == GST_LIBRARY_ERROR) return SLUICE_GST_DOMAIN_LIBRARY;
    if (error->domain == GST_RESOURCE_ERROR) return SLUICE_GST_DOMAIN_RESOURCE;
    if (error->domain == GST_STREAM_ERROR) return SLUICE_GST_DOMAIN_STREAM;
    return SLUICE_GST_DOMAIN_OTHER;
}

static const char *factory_of(GstObject *object) {
    if (!GST_IS_ELEMENT(object)) return NULL;
    GstElementFactory *factory = gst_element_get_factory(GST_ELEMENT(object));
    return factory ? GST_OBJECT_NAME(factory) : NULL;
}

/// Returns whether an element stopped because another one refused its format.
static bool is_not_negotiated(GstMessage *message) {
    const GstStructure *details = NULL;
    int flow = GST_FLOW_OK;
    if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR) gst_message_parse_error_details(message, &details);
    return details && gst_structure_get_int(details, "flow-return", &flow) && flow == GST_FLOW_NOT_NEGOTIATED;
}

static void report_failure(GstMessage *message, BusWatch *watch) {
    GError *error = NULL;
    char *detail = NULL;
    bool is_error = GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR;
    if (is_error) gst_message_parse_error(message, &error, &detail);
    else gst_message_parse_warning(message, &error, &detail);
    if (error) {
        SluiceGstMessage value = {.kind = is_error ? SLUICE_GST_ERROR : SLUICE_GST_WARNING,
                                  .domain = domain_of(error),
                                  .code = error->code,
                                  .factory = factory_of(GST_MESSAGE_SRC(message)),
                                  .message = error->message,
                                  .detail = detail,
                                  .is_not_negotiated = is_not_negotiated(message)};
        watch->handler(&value, watch->owner);
    }
    g_clear_error(&error);
    g_free(detail);
}

static void report_missing_plugin(GstMessage *message, BusWatch *watch) {
    char *description = gst_missing_plugin_message_get_description(message);
    char *detail = gst_missing_plugin_message_get_installer_detail(message);
    SluiceGstMessage value = {.kind = SLUICE_GST_MISSING_PLUGIN, .message = description, .detail = detail};
    watch->handler(&value, watch->owner);
    g_free(description);
    g_free(detail);
}

static GstBusSyncReply on_message(GstBus *bus, GstMessage *message, gpointer data) {
    BusWatch *watch = data;
    switch (GST_MESSAGE_TYPE(message)) {
    case GST_MESSAGE_ERROR:
    case GST_MESSAGE_WARNING: report_failure(message, watch); break;
    case GST_MESSAGE_ELEMENT:
        if (gst_is_missing_plugin_message(message)) report_missing_plugin(message, watch);
        break;
    case GST_MESSAGE_EOS: {
        SluiceGstMessage value = {.kind = SLUICE_GST_END_OF_STREAM};
        watch->handler(&value, watch->owner);
        break;
    }
    default: break;
    }
    // A handler that drops a message must release it.
    gst_message_unref(message);
    return GST_BUS_DROP;
}

void sluice_gst_watch_bus(GstElement *pipeline, SluiceGstMessageHandler handler, void *owner, GDestroyNotify release) {
    BusWatch *watch = g_new0(BusWatch, 1);
    *watch = (BusWatch){handler, owner, release};
    GstBus *bus = gst_element_get_bus(pipeline);
    gst_bus_set_sync_handler(bus, on_message, watch, release_watch);
    gst_object_unref(bus);
}

// MARK: States

void sluice_gst_use_clock(GstElement *pipeline, GstClock *clock, GstClockTime base_time) {
    gst_pipeline_use_clock(GST_PIPELINE(pipeline), clock);
    gst_element_set_start_time(pipeline, GST_CLOCK_TIME_NONE);
    gst_element_set_base_time(pipeline, base_time);
}

GstStateChangeReturn sluice_gst_change_state(GstElement *pipeline, GstState state, GstClockTime limit) {
    GstStateChangeReturn result = gst_element_set_state(pipeline, state);
    if (result != GST_STATE_CHANGE_ASYNC) return result;
    return gst_element_get_state(pipeline, NULL, NULL, limit);
}

char *sluice_gst_late_children(GstElement *pipeline) {
    GString *names = g_string_new(NULL);
    GstIterator *children = gst_bin_iterate_recurse(GST_BIN(pipeline));
    GValue item = G_VALUE_INIT;
    while (gst_iterator_next(children, &item) == GST_ITERATOR_OK) {
        GstElement *child = g_value_get_object(&item);
        if (!GST_IS_BIN(child) && GST_STATE(child) != GST_STATE_TARGET(child)) {
            if (names->len) g_string_append(names, ", ");
            g_string_append(names, GST_OBJECT_NAME(child));
        }
        g_value_reset(&item);
    }
    g_value_unset(&item);
    gst_iterator_free(children);
    return g_string_free(names, FALSE);
}

int64_t sluice_gst_duration(GstElement *element) {
    gint64 duration = -1;
    if (!gst_element_query_duration(element, GST_FORMAT_TIME, &duration)) return -1;
    return duration;
}

int64_t sluice_gst_file_duration(const char *path, uint64_t timeout) {
    int64_t duration = -1;
    GstDiscoverer *discoverer = gst_discoverer_new(timeout, NULL);
    char *uri = gst_filename_to_uri(path, NULL);
    GstDiscovererInfo *info = discoverer && uri ? gst_discoverer_discover_uri(discoverer, uri, NULL) : NULL;
    if (info && GST_CLOCK_TIME_IS_VALID(gst_discoverer_info_get_duration(info)))
        duration = (int64_t)gst_discoverer_info_get_duration(info);
    if (info) gst_discoverer_info_unref(info);
    if (discoverer) g_object_unref(discoverer);
    g_free(uri);
    return duration;
}

typedef struct {
    SluiceGstTimeHandler handler;
    void *owner;
    gint has_video;
    gint count;
    gint has_failed;
} FrameTimes;

static GstPadProbeReturn on_timed_frame(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
    FrameTimes *times = data;
    GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER(info);
    GstEvent *event = gst_pad_get_sticky_event(pad, GST_EVENT_SEGMENT, 0);
    const GstSegment *segment = NULL;
    if (event) gst_event_parse_segment(event, &segment);
    gint numerator = 0, denominator = 1;
    GstCaps *caps = gst_pad_get_current_caps(pad);
    if (caps) {
        gst_structure_get_fraction(gst_caps_get_structure(caps, 0), "framerate", &numerator, &denominator);
        gst_caps_unref(caps);
    }
    gboolean continues = segment && GST_BUFFER_PTS_IS_VALID(buffer);
    if (continues && GST_BUFFER_PTS(buffer) >= segment->start &&
        (!GST_CLOCK_TIME_IS_VALID(segment->stop) || GST_BUFFER_PTS(buffer) < segment->stop)) {
        // Not the stream time, whose origin some demuxers change after the first buffer.
        continues = times->handler((int64_t)GST_BUFFER_PTS(buffer), numerator, denominator, times->owner);
    }
    if (event) gst_event_unref(event);
    if (!continues) g_atomic_int_set(&times->has_failed, 1);
    g_atomic_int_inc(&times->count);
    return GST_PAD_PROBE_OK;
}

// The stream of a pad is known before its caps, which GStreamer 1.26 does not wait for.
static gboolean is_video_pad(GstPad *pad) {
    GstStream *stream = gst_pad_get_stream(pad);
    if (stream) {
        gboolean is_video = (gst_stream_get_stream_type(stream) & GST_STREAM_TYPE_VIDEO) != 0;
        gst_object_unref(stream);
        return is_video;
    }
    GstCaps *caps = gst_pad_get_current_caps(pad);
    gboolean is_video = caps && g_str_has_prefix(gst_structure_get_name(gst_caps_get_structure(caps, 0)), "video/");
    if (caps) gst_caps_unref(caps);
    return is_video;
}

static void on_timed_pad(GstElement *parser, GstPad *pad, gpointer data) {
    FrameTimes *times = data;
    GstElement *pipeline = GST_ELEMENT(gst_element_get_parent(parser));
    GstElement *sink = gst_element_factory_make("fakesink", NULL);
    if (is_video_pad(pad) && g_atomic_int_compare_and_exchange(&times->has_video, 0, 1))
        gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, on_timed_frame, times, NULL);
    if (sink) {
        g_object_set(sink, "async", FALSE, "sync", FALSE, NULL);
        gst_bin_add(GST_BIN(pipeline), sink);
        GstPad *input = gst_element_get_static_pad(sink, "sink");
        gst_pad_link(pad, input);
        gst_object_unref(input);
        gst_element_sync_state_with_parent(sink);
    }
    gst_object_unref(pipeline);
}

bool sluice_gst_file_frame_times(const char *path, uint64_t timeout, SluiceGstTimeHandler handler, void *owner) {
    GstElement *pipeline = gst_pipeline_new(NULL);
    GstElement *file = gst_element_factory_make("filesrc", NULL);
    GstElement *parser = gst_element_factory_make("parsebin", NULL);
    FrameTimes times = {handler, owner, 0, 0, 0};
    gboolean is_complete = FALSE;
    if (file && parser) {
        g_object_set(file, "location", path, NULL);
        gst_bin_add_many(GST_BIN(pipeline), file, parser, NULL);
        gst_element_link(file, parser);
        g_signal_connect(parser, "pad-added", G_CALLBACK(on_timed_pad), &times);
        GstBus *bus = gst_element_get_bus(pipeline);
        gst_element_set_state(pipeline, GST_STATE_PLAYING);
        for (gint former = -1; !g_atomic_int_get(&times.has_failed);) {
            GstMessage *message =
                gst_bus_timed_pop_filtered(bus, timeout, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
            gint count = g_atomic_int_get(&times.count);
            if (message) {
                is_complete = GST_MESSAGE_TYPE(message) == GST_MESSAGE_EOS;
                gst_message_unref(message);
                break;
            }
            if (count == former) break;
            former = count;
        }
        gst_object_unref(bus);
    } else {
        if (file) gst_object_unref(file);
        if (parser) gst_object_unref(parser);
    }
    gst_element_set_state(pipeline, GST_STATE_NULL);
    gst_object_unref(pipeline);
    return is_complete && times.has_video && !times.has_failed;
}

// MARK: Signals

static void connect(GstElement *element, const char *signal, GCallback handler, void *owner, GDestroyNotify release) {
    G_GNUC_BEGIN_IGNORE_DEPRECATIONS
    g_signal_connect_data(element, signal, handler, owner, (GClosureNotify)(void (*)(void))release, 0);
    G_GNUC_END_IGNORE_DEPRECATIONS
}

void sluice_gst_on_pad_added(GstElement *element, SluiceGstPadHandler handler, void *owner, GDestroyNotify release) {
    connect(element, "pad-added", G_CALLBACK(handler), owner, release);
}

void sluice_gst_on_no_more_pads(GstElement *element, SluiceGstHandler handler, void *owner, GDestroyNotify release) {
    connect(element, "no-more-pads", G_CALLBACK(handler), owner, release);
}

void sluice_gst_on_autoplug_continue(GstElement *element, SluiceGstContinueHandler handler, void *owner,
                                     GDestroyNotify release) {
    connect(element, "autoplug-continue", G_CALLBACK(handler), owner, release);
}
