#include "Capture.h"

#include "Descriptions.h"

#include <fcntl.h>
#include <linux/videodev2.h>
#include <math.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

// MARK: Devices

SluiceV4L2Kind sluice_v4l2_kind(const char *path) {
    int descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return SLUICE_V4L2_UNKNOWN;
    struct v4l2_capability found = {0};
    int result = ioctl(descriptor, VIDIOC_QUERYCAP, &found);
    close(descriptor);
    if (result < 0) return SLUICE_V4L2_UNKNOWN;
    // The capabilities of this device file, where the driver distinguishes them from those of the hardware.
    __u32 flags = found.capabilities & V4L2_CAP_DEVICE_CAPS ? found.device_caps : found.capabilities;
    bool captures = flags & (V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_VIDEO_CAPTURE_MPLANE);
    return captures ? SLUICE_V4L2_CAMERA : SLUICE_V4L2_OTHER;
}

// MARK: Resampling

GstAudioResampler *sluice_gst_resampler_new(int channels, int input_rate, int output_rate) {
    GstStructure *options = gst_structure_new_empty("options");
    gst_audio_resampler_options_set_quality(GST_AUDIO_RESAMPLER_METHOD_KAISER, GST_AUDIO_RESAMPLER_QUALITY_DEFAULT,
                                            input_rate, output_rate, options);
    // A full filter table for these rates would not fit into memory, and phases must not be rounded.
    gst_structure_set(options, GST_AUDIO_RESAMPLER_OPT_FILTER_MODE, GST_TYPE_AUDIO_RESAMPLER_FILTER_MODE,
                      GST_AUDIO_RESAMPLER_FILTER_MODE_INTERPOLATED, GST_AUDIO_RESAMPLER_OPT_MAX_PHASE_ERROR,
                      G_TYPE_DOUBLE, 0.0, NULL);
    GstAudioResampler *resampler =
        gst_audio_resampler_new(GST_AUDIO_RESAMPLER_METHOD_KAISER, GST_AUDIO_RESAMPLER_FLAG_VARIABLE_RATE,
                                GST_AUDIO_FORMAT_F32, channels, input_rate, output_rate, options);
    gst_structure_free(options);
    return resampler;
}

void sluice_gst_resampler_set_rates(GstAudioResampler *resampler, int input_rate, int output_rate) {
    // Both rates have to be set, because the resampler stores them divided by their greatest common divisor.
    gst_audio_resampler_update(resampler, input_rate, output_rate, NULL);
}

size_t sluice_gst_resampler_delay(GstAudioResampler *resampler) {
    return gst_audio_resampler_get_max_latency(resampler);
}

void sluice_gst_resampler_free(GstAudioResampler *resampler) { gst_audio_resampler_free(resampler); }

GstBuffer *sluice_gst_resample(GstAudioResampler *resampler, GstBuffer *input, size_t skip, int channels,
                               size_t *count) {
    size_t frame = sizeof(float) * (size_t)channels;
    GstMapInfo from, to;
    *count = 0;
    if (!gst_buffer_map(input, &from, GST_MAP_READ)) return NULL;
    size_t frames = from.size / frame;
    frames = frames > skip ? frames - skip : 0;
    if (frames == 0) {
        gst_buffer_unmap(input, &from);
        return NULL;
    }
    size_t wanted = gst_audio_resampler_get_out_frames(resampler, frames);
    GstBuffer *output = gst_buffer_new_allocate(NULL, (wanted > 0 ? wanted : 1) * frame, NULL);
    if (output && gst_buffer_map(output, &to, GST_MAP_WRITE)) {
        gpointer in[] = {from.data + skip * frame}, out[] = {to.data};
        gst_audio_resampler_resample(resampler, in, frames, out, wanted);
        gst_buffer_unmap(output, &to);
        *count = wanted;
    }
    gst_buffer_unmap(input, &from);
    if (*count > 0) return output;
    if (output) gst_buffer_unref(output);
    return NULL;
}

GstBuffer *sluice_gst_buffer_zeroed(size_t bytes) {
    GstBuffer *buffer = gst_buffer_new_allocate(NULL, bytes, NULL);
    if (buffer) gst_buffer_memset(buffer, 0, 0, bytes);
    return buffer;
}

// MARK: Devices

guint sluice_gst_caps_count(const GstCaps *caps) { return gst_caps_get_size(caps); }

const char *sluice_gst_caps_media_type(const GstCaps *caps, guint index) {
    GstCapsFeatures *features = gst_caps_get_features(caps, index);
    if (features && !gst_caps_features_is_equal(features, GST_CAPS_FEATURES_MEMORY_SYSTEM_MEMORY)) return NULL;
    return gst_structure_get_name(gst_caps_get_structure(caps, index));
}

static void report_values(const GValue *value, SluiceGstTextHandler handler, void *owner) {
    if (GST_VALUE_HOLDS_LIST(value)) {
        for (guint index = 0; index < gst_value_list_get_size(value); index++)
            report_values(gst_value_list_get_value(value, index), handler, owner);
        return;
    }
    if (G_VALUE_HOLDS_STRING(value)) return handler(g_value_get_string(value), owner);
    char *text = gst_value_serialize(value);
    if (text) handler(text, owner);
    g_free(text);
}

void sluice_gst_caps_values(const GstCaps *caps, guint index, const char *field, SluiceGstTextHandler handler,
                            void *owner) {
    const GValue *value = gst_structure_get_value(gst_caps_get_structure(caps, index), field);
    if (value) report_values(value, handler, owner);
}

GstCaps *sluice_gst_offered_caps(GstElement *element) {
    GstPad *pad = gst_element_get_static_pad(element, "src");
    if (!pad) return gst_caps_new_empty();
    GstCaps *caps = gst_pad_query_caps(pad, NULL);
    gst_object_unref(pad);
    return caps;
}

char *sluice_gst_get_string(GstElement *element, const char *property) {
    GParamSpec *spec = g_object_class_find_property(G_OBJECT_GET_CLASS(element), property);
    char *text = NULL;
    if (spec && spec->value_type == G_TYPE_STRING) g_object_get(element, property, &text, NULL);
    return text;
}

// MARK: Elements of sources

GstElement *sluice_gst_add_element(GstElement *pipeline, const char *factory) {
    GstElement *element = gst_element_factory_make(factory, NULL);
    if (element) gst_bin_add(GST_BIN(pipeline), element);
    return element;
}

// Shared by the signal handlers of all elements of a bin.
typedef struct {
    gatomicrefcount references;
    GstElement *bin;
    SluiceGstPadHandler pad;
    SluiceGstHandler complete;
    void *owner;
    GDestroyNotify release;
} OpenPads;

static void release_pads(OpenPads *pads) {
    if (!g_atomic_ref_count_dec(&pads->references)) return;
    pads->release(pads->owner);
    g_free(pads);
}

static void release_pads_closure(gpointer pads, GClosure *closure) { release_pads(pads); }

static bool has_sometimes_pads(GstElement *element) {
    const GList *templates = gst_element_class_get_pad_template_list(GST_ELEMENT_GET_CLASS(element));
    for (; templates; templates = templates->next) {
        GstPadTemplate *template = templates->data;
        if (GST_PAD_TEMPLATE_DIRECTION(template) == GST_PAD_SRC && GST_PAD_TEMPLATE_PRESENCE(template) == GST_PAD_SOMETIMES)
            return true;
    }
    return false;
}

static bool has_several_pads(GstElement *element) { return has_sometimes_pads(element) || element->numsrcpads > 1; }

// Adds a queue, and so a separate streaming thread, after a pad. A demuxer feeds all its pads from one thread; without
// queues, a track that blocks would block the other tracks.
static GstPad *behind_queue(GstElement *bin, GstPad *pad) {
    GstElement *queue = gst_element_factory_make("queue", NULL);
    if (!queue) return NULL;
    g_object_set(queue, "max-size-buffers", 0, "max-size-time", (guint64)0, "max-size-bytes", 32 << 20, NULL);
    gst_bin_add(GST_BIN(bin), queue);
    gst_element_sync_state_with_parent(queue);
    GstPad *sink = gst_element_get_static_pad(queue, "sink");
    bool linked = gst_pad_link(pad, sink) == GST_PAD_LINK_OK;
    gst_object_unref(sink);
    return linked ? gst_element_get_static_pad(queue, "src") : NULL;
}

static void open_pad(GstElement *element, GstPad *pad, OpenPads *pads) {
    // Pads that the launch description links as they appear are linked by now.
    if (GST_PAD_DIRECTION(pad) != GST_PAD_SRC || gst_pad_is_linked(pad)) return;
    GstPad *source = has_several_pads(element) ? behind_queue(pads->bin, pad) : gst_object_ref(pad);
    if (!source) return;
    GstPad *ghost = gst_ghost_pad_new(NULL, source);
    gst_object_unref(source);
    if (!ghost) return;
    gst_pad_set_active(ghost, TRUE);
    gst_element_add_pad(pads->bin, ghost);
    pads->pad(pads->bin, ghost, pads->owner);
}

static void no_more_pads(GstElement *element, OpenPads *pads) { pads->complete(element, pads->owner); }

static void on(GstElement *element, const char *signal, GCallback handler, OpenPads *pads) {
    g_atomic_ref_count_inc(&pads->references);
    g_signal_connect_data(element, signal, handler, pads, release_pads_closure, 0);
}

// Returns the elements of an iterator in the order of the launch description, each with a reference; the iterator
// returns the last element first.
static GList *listed(GstIterator *children) {
    GList *elements = NULL;
    GValue item = G_VALUE_INIT;
    while (gst_iterator_next(children, &item) == GST_ITERATOR_OK) {
        elements = g_list_prepend(elements, g_value_dup_object(&item));
        g_value_reset(&item);
    }
    g_value_unset(&item);
    gst_iterator_free(children);
    return elements;
}

guint sluice_gst_open_pads(GstElement *bin, SluiceGstPadHandler pad, SluiceGstHandler complete, void *owner,
                           GDestroyNotify release) {
    OpenPads *pads = g_new0(OpenPads, 1);
    *pads = (OpenPads){.bin = bin, .pad = pad, .complete = complete, .owner = owner, .release = release};
    g_atomic_ref_count_init(&pads->references);
    guint count = 0;
    // The list is complete before any pad is added, since adding pads to the bin would invalidate the iterator.
    GList *elements = listed(gst_bin_iterate_elements(GST_BIN(bin)));
    for (GList *next = elements; next; next = next->next) {
        GstElement *element = next->data;
        if (has_sometimes_pads(element)) {
            on(element, "pad-added", G_CALLBACK(open_pad), pads);
            on(element, "no-more-pads", G_CALLBACK(no_more_pads), pads);
            count++;
        }
        GList *found = g_list_copy_deep(element->srcpads, (GCopyFunc)(void (*)(void))gst_object_ref, NULL);
        for (GList *source = found; source; source = source->next) open_pad(element, source->data, pads);
        g_list_free_full(found, gst_object_unref);
    }
    g_list_free_full(elements, gst_object_unref);
    release_pads(pads);
    return count;
}

// Makes a demuxer that receives buffers ignore program clocks, and sets the arrival time on buffers of sources in byte
// format, such as TCP. Without program clocks, tsdemux derives times only from its input buffers, and outputs none if
// they have none. A demuxer that reads a file itself has no input buffers, and needs the program clock.
static GstPadProbeReturn stamp_arrival(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
    if (info->type & GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM) {
        const GstSegment *segment = NULL;
        GstEvent *event = GST_PAD_PROBE_INFO_EVENT(info);
        if (GST_EVENT_TYPE(event) != GST_EVENT_SEGMENT) return GST_PAD_PROBE_OK;
        g_object_set(GST_PAD_PARENT(pad), "ignore-pcr", TRUE, NULL);
        gst_event_parse_segment(event, &segment);
        if (segment->format != GST_FORMAT_BYTES) return GST_PAD_PROBE_REMOVE;
        GstSegment times;
        gst_segment_init(&times, GST_FORMAT_TIME);
        gst_event_unref(event);
        info->data = gst_event_new_segment(&times);
        return GST_PAD_PROBE_OK;
    }
    GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER(info);
    GstElement *element = GST_ELEMENT(GST_PAD_PARENT(pad));
    GstClock *clock = gst_element_get_clock(element);
    if (!clock) return GST_PAD_PROBE_OK;
    GstClockTime now = gst_clock_get_time(clock), base = gst_element_get_base_time(element);
    gst_object_unref(clock);
    buffer = gst_buffer_make_writable(buffer);
    GST_BUFFER_PTS(buffer) = GST_BUFFER_DTS(buffer) = now > base ? now - base : 0;
    info->data = buffer;
    return GST_PAD_PROBE_OK;
}

static void ignore_pcr(GstElement *demuxer) {
    GstPad *sink = gst_element_get_static_pad(demuxer, "sink");
    if (!sink) return;
    gst_pad_add_probe(sink,
                      GST_PAD_PROBE_TYPE_PUSH | GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
                      stamp_arrival, NULL, NULL);
    gst_object_unref(sink);
}

static void ignore_program_clock(GstBin *bin, GstBin *parent, GstElement *element, gpointer data) {
    GstElementFactory *factory = gst_element_get_factory(element);
    if (factory && g_str_equal(GST_OBJECT_NAME(factory), "tsdemux")) ignore_pcr(element);
}

void sluice_gst_ignore_program_clocks(GstElement *bin) {
    g_signal_connect(bin, "deep-element-added", G_CALLBACK(ignore_program_clock), NULL);
}

static const char *factory_name(GstElement *element) {
    GstElementFactory *factory = gst_element_get_factory(element);
    return factory ? GST_OBJECT_NAME(factory) : "";
}

bool sluice_gst_prepare_demuxers(GstElement *bin, bool ignores_program_clocks) {
    bool found = false;
    GList *elements = listed(gst_bin_iterate_recurse(GST_BIN(bin)));
    for (GList *next = elements; next; next = next->next) {
        const char *name = factory_name(next->data);
        if (ignores_program_clocks && g_str_equal(name, "tsdemux")) ignore_pcr(next->data);
        const char *class = gst_element_get_metadata(next->data, GST_ELEMENT_METADATA_KLASS);
        if (class && strstr(class, "Demux") && !g_str_equal(name, "qtdemux")) found = true;
    }
    g_list_free_full(elements, gst_object_unref);
    return found;
}

// MARK: Sources that wait for their sender

static bool listens(GstElement *element) {
    static const char *const always[] = {"udpsrc", "tcpserversrc", "ristsrc", "srtserversrc"};
    const char *name = factory_name(element);
    for (size_t index = 0; index < G_N_ELEMENTS(always); index++)
        if (g_str_equal(name, always[index])) return true;
    if (!g_str_equal(name, "srtsrc")) return false;
    int mode = 0;
    g_object_get(element, "mode", &mode, NULL);
    return mode == 2;
}

bool sluice_gst_listens(GstElement *bin) {
    bool found = false;
    GList *elements = listed(gst_bin_iterate_recurse(GST_BIN(bin)));
    for (GList *next = elements; next; next = next->next) found = found || listens(next->data);
    g_list_free_full(elements, gst_object_unref);
    return found;
}

// MARK: Names and URLs of sources

static bool has_property(GstElement *element, const char *name, GType type) {
    GParamSpec *property = g_object_class_find_property(G_OBJECT_GET_CLASS(element), name);
    return property && property->value_type == type && (property->flags & G_PARAM_READABLE);
}

static bool is_source(GstElement *element) {
    if (G_OBJECT_TYPE(element) == GST_TYPE_BIN || element->numsinkpads > 0) return false;
    return GST_OBJECT_FLAG_IS_SET(element, GST_ELEMENT_FLAG_SOURCE);
}

static bool reads_url(GstElement *element) {
    return GST_IS_URI_HANDLER(element) && gst_uri_handler_get_uri_type(GST_URI_HANDLER(element)) == GST_URI_SRC;
}

static char *source_name(GstElement *element) {
    char *text = reads_url(element) ? gst_uri_handler_get_uri(GST_URI_HANDLER(element)) : NULL;
    if (text && *text) return text;
    g_free(text);
    if (has_property(element, "host", G_TYPE_STRING) && has_property(element, "port", G_TYPE_INT)) {
        char *host = NULL;
        int port = 0;
        g_object_get(element, "host", &host, "port", &port, NULL);
        text = g_strdup_printf("%s:%d", host ? host : "", port);
        g_free(host);
        return text;
    }
    text = NULL;
    if (has_property(element, "device", G_TYPE_STRING)) g_object_get(element, "device", &text, NULL);
    return text && *text ? text : g_strdup(factory_name(element));
}

char *sluice_gst_source_name(GstElement *bin) {
    char *name = NULL;
    // The newest element is first.
    GList *elements = listed(gst_bin_iterate_recurse(GST_BIN(bin)));
    for (GList *next = elements; next; next = next->next) {
        if (!is_source(next->data)) continue;
        g_free(name);
        name = source_name(next->data);
    }
    g_list_free_full(elements, gst_object_unref);
    return name;
}

void sluice_gst_element_names(SluiceGstTextHandler handler, void *owner) {
    GList *features = gst_registry_get_feature_list(gst_registry_get(), GST_TYPE_ELEMENT_FACTORY);
    for (GList *next = features; next; next = next->next) handler(GST_OBJECT_NAME(next->data), owner);
    gst_plugin_feature_list_free(features);
}

void sluice_gst_forgotten_urls(GstElement *bin, SluiceGstTextHandler handler, void *owner) {
    GList *elements = listed(gst_bin_iterate_recurse(GST_BIN(bin)));
    for (GList *next = elements; next; next = next->next) {
        GstElement *element = next->data;
        if (!is_source(element) || !reads_url(element) || !sluice_gst_opens_network(factory_name(element))) continue;
        char *text = NULL;
        bool has_location = has_property(element, "location", G_TYPE_STRING);
        // Others, such as ristsrc, have properties for host and port only.
        if (!has_location && !has_property(element, "uri", G_TYPE_STRING)) continue;
        if (has_location) g_object_get(element, "location", &text, NULL);
        else text = gst_uri_handler_get_uri(GST_URI_HANDLER(element));
        if (!text || !*text) handler(factory_name(element), owner);
        g_free(text);
    }
    g_list_free_full(elements, gst_object_unref);
}

typedef struct {
    SluiceGstHandler handler;
    void *owner;
    GDestroyNotify release;
} FirstData;

static GstPadProbeReturn first_data(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
    FirstData *first = data;
    first->handler(NULL, first->owner);
    return GST_PAD_PROBE_REMOVE;
}

static void free_first_data(gpointer data) {
    FirstData *first = data;
    first->release(first->owner);
    g_free(first);
}

void sluice_gst_on_first_data(GstElement *bin, SluiceGstHandler handler, void *owner,
                              void *(*retain)(void *owner), GDestroyNotify release) {
    GList *elements = listed(gst_bin_iterate_recurse(GST_BIN(bin)));
    for (GList *next = elements; next; next = next->next) {
        GstElement *element = next->data;
        if (element->numsinkpads > 0 || GST_IS_BIN(element)) continue;
        for (GList *pad = element->srcpads; pad; pad = pad->next) {
            FirstData *first = g_new0(FirstData, 1);
            *first = (FirstData){.handler = handler, .owner = retain(owner), .release = release};
            gst_pad_add_probe(pad->data, GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_BUFFER_LIST, first_data, first,
                              free_first_data);
        }
    }
    g_list_free_full(elements, gst_object_unref);
}
