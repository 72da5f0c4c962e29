#include "CGStreamer.h"

#include <gst/pbutils/pbutils.h>
#include <gst/tag/tag.h>
#include <gst/video/video.h>

char *sluice_gst_init(void) {
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

static GstElement *parse(const char *description, bool as_bin, char **missing, char **message) {
    GError *error = NULL;
    GstParseContext *context = gst_parse_context_new();
    GstElement *element =
        as_bin ? gst_parse_bin_from_description_full(description, TRUE, context, GST_PARSE_FLAG_FATAL_ERRORS, &error)
               : gst_parse_launch_full(description, context, GST_PARSE_FLAG_FATAL_ERRORS, &error);
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
    GstElement *element = parse(description, false, missing, message);
    if (!element) return NULL;
    gst_object_ref_sink(element);
    if (GST_IS_PIPELINE(element)) return element;
    GstElement *pipeline = gst_object_ref_sink(gst_pipeline_new(NULL));
    gst_bin_add(GST_BIN(pipeline), element);
    gst_object_unref(element);
    return pipeline;
}

GstElement *sluice_gst_add_bin(GstElement *pipeline, const char *description, char **missing, char **message) {
    GstElement *bin = parse(description, true, missing, message);
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
                                  .detail = detail};
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
    // Whoever drops a message lets go of it.
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

// MARK: appsink and appsrc

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

bool sluice_gst_source_force_key(GstElement *source, guint count) {
    // No running time: an encoder that shifts its times by 1000 hours misreads any other until its first output.
    GstEvent *event = gst_video_event_new_downstream_force_key_unit(GST_CLOCK_TIME_NONE, GST_CLOCK_TIME_NONE,
                                                                    GST_CLOCK_TIME_NONE, FALSE, count);
    return gst_element_send_event(source, event);
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

// MARK: Caps

static const GstStructure *first(const GstCaps *caps) {
    return caps && gst_caps_get_size(caps) > 0 ? gst_caps_get_structure(caps, 0) : NULL;
}

SluiceGstStreamKind sluice_gst_stream_kind(const GstCaps *caps) {
    const char *name = sluice_gst_caps_name(caps);
    if (!name) return SLUICE_GST_STREAM_OTHER;
    GstPbUtilsCapsDescriptionFlags flags = gst_pb_utils_get_caps_description_flags(caps);
    if (flags & (GST_PBUTILS_CAPS_DESCRIPTION_FLAG_CONTAINER | GST_PBUTILS_CAPS_DESCRIPTION_FLAG_TAG |
                 GST_PBUTILS_CAPS_DESCRIPTION_FLAG_GENERIC))
        return SLUICE_GST_STREAM_CONTAINER;
    if (flags & GST_PBUTILS_CAPS_DESCRIPTION_FLAG_VIDEO || g_str_has_prefix(name, "video/"))
        return SLUICE_GST_STREAM_VIDEO;
    if (flags & GST_PBUTILS_CAPS_DESCRIPTION_FLAG_AUDIO || g_str_has_prefix(name, "audio/"))
        return SLUICE_GST_STREAM_AUDIO;
    // What Matroska's demuxer does not know by name is WebVTT for the most part.
    if (g_str_equal(name, "text/x-raw") || g_str_equal(name, "application/x-subtitle-unknown"))
        return SLUICE_GST_STREAM_TEXT;
    return SLUICE_GST_STREAM_OTHER;
}

char *sluice_gst_codec_name(const GstCaps *caps) {
    return gst_caps_is_fixed(caps) ? gst_pb_utils_get_codec_description(caps) : NULL;
}

static uint8_t *copied_bytes(const GValue *value, size_t *count) {
    GstMapInfo map;
    if (!value || !GST_VALUE_HOLDS_BUFFER(value)) return NULL;
    GstBuffer *buffer = gst_value_get_buffer(value);
    if (!buffer || !gst_buffer_map(buffer, &map, GST_MAP_READ)) return NULL;
    uint8_t *bytes = g_memdup2(map.data, map.size);
    *count = map.size;
    gst_buffer_unmap(buffer, &map);
    return bytes;
}

uint8_t *sluice_gst_caps_bytes(const GstCaps *caps, const char *field, size_t *count) {
    const GstStructure *structure = first(caps);
    return copied_bytes(structure ? gst_structure_get_value(structure, field) : NULL, count);
}

uint8_t *sluice_gst_caps_first_bytes(const GstCaps *caps, const char *field, size_t *count) {
    const GstStructure *structure = first(caps);
    const GValue *array = structure ? gst_structure_get_value(structure, field) : NULL;
    if (!array || !GST_VALUE_HOLDS_ARRAY(array) || gst_value_array_get_size(array) == 0) return NULL;
    return copied_bytes(gst_value_array_get_value(array, 0), count);
}

bool sluice_gst_caps_fraction(const GstCaps *caps, const char *field, int *numerator, int *denominator) {
    const GstStructure *structure = first(caps);
    return structure && gst_structure_get_fraction(structure, field, numerator, denominator);
}

bool sluice_gst_caps_int(const GstCaps *caps, const char *field, int *value) {
    const GstStructure *structure = first(caps);
    return structure && gst_structure_get_int(structure, field, value);
}

const char *sluice_gst_caps_string(const GstCaps *caps, const char *field) {
    const GstStructure *structure = first(caps);
    return structure ? gst_structure_get_string(structure, field) : NULL;
}

const char *sluice_gst_caps_name(const GstCaps *caps) {
    const GstStructure *structure = first(caps);
    return structure ? gst_structure_get_name(structure) : NULL;
}

bool sluice_gst_caps_colour(const GstCaps *caps, uint8_t *primaries, uint8_t *transfer, uint8_t *matrix, bool *full) {
    const char *text = sluice_gst_caps_string(caps, "colorimetry");
    GstVideoColorimetry colour;
    if (!text || !gst_video_colorimetry_from_string(&colour, text)) return false;
    *primaries = (uint8_t)gst_video_color_primaries_to_iso(colour.primaries);
    *transfer = (uint8_t)gst_video_transfer_function_to_iso(colour.transfer);
    *matrix = (uint8_t)gst_video_color_matrix_to_iso(colour.matrix);
    *full = colour.range == GST_VIDEO_COLOR_RANGE_0_255;
    return true;
}

// MARK: Buffers

struct SluiceGstMapping {
    GstBuffer *buffer;
    GstMapInfo map;
};

SluiceGstMapping *sluice_gst_map(GstBuffer *buffer, const uint8_t **bytes, size_t *count) {
    SluiceGstMapping *mapping = g_new(SluiceGstMapping, 1);
    if (!gst_buffer_map(buffer, &mapping->map, GST_MAP_READ)) {
        g_free(mapping);
        return NULL;
    }
    mapping->buffer = gst_buffer_ref(buffer);
    *bytes = mapping->map.data;
    *count = mapping->map.size;
    return mapping;
}

void sluice_gst_unmap(SluiceGstMapping *mapping) {
    gst_buffer_unmap(mapping->buffer, &mapping->map);
    gst_buffer_unref(mapping->buffer);
    g_free(mapping);
}

GstBuffer *sluice_gst_buffer_at(GstBuffer *buffer, GstClockTime time, GstClockTime duration) {
    GstBuffer *copy = gst_buffer_copy(buffer);
    if (!copy) return NULL;
    GST_BUFFER_PTS(copy) = time;
    GST_BUFFER_DTS(copy) = GST_CLOCK_TIME_NONE;
    GST_BUFFER_DURATION(copy) = duration;
    return copy;
}

GstBuffer *sluice_gst_buffer_prefix(GstBuffer *buffer, size_t count) {
    return gst_buffer_copy_region(buffer, GST_BUFFER_COPY_ALL, 0, count);
}

GstBuffer *sluice_gst_buffer_copying(const void *bytes, size_t count) {
    return gst_buffer_new_memdup(bytes, count);
}

GstBuffer *sluice_gst_buffer_wrapping(const void *bytes, size_t count, void *owner, GDestroyNotify release) {
    return gst_buffer_new_wrapped_full(GST_MEMORY_FLAG_READONLY, (gpointer)bytes, count, 0, count, owner, release);
}

void sluice_gst_buffer_set_times(GstBuffer *buffer, GstClockTime presentation, GstClockTime decode,
                                 GstClockTime duration, bool is_sync) {
    GST_BUFFER_PTS(buffer) = presentation;
    GST_BUFFER_DTS(buffer) = decode;
    GST_BUFFER_DURATION(buffer) = duration;
    if (!is_sync) GST_BUFFER_FLAG_SET(buffer, GST_BUFFER_FLAG_DELTA_UNIT);
}

bool sluice_gst_buffer_is(const GstBuffer *buffer, GstBufferFlags flag) { return GST_BUFFER_FLAG_IS_SET(buffer, flag); }

void sluice_gst_object_unref(void *object) { gst_object_unref(object); }
void sluice_gst_mini_unref(void *object) { gst_mini_object_unref(object); }
void *sluice_gst_mini_ref(void *object) { return gst_mini_object_ref(object); }
