#include "Caps.h"

#include <string.h>

#include <gst/pbutils/pbutils.h>
#include <gst/video/video.h>

static const GstStructure *first(const GstCaps *caps) {
    return caps && gst_caps_get_size(caps) > 0 ? gst_caps_get_structure(caps, 0) : NULL;
}

SluiceGstStreamKind sluice_gst_stream_kind(const GstCaps *caps) {
    const char *name = sluice_gst_caps_name(caps);
    if (!name) return SLUICE_GST_STREAM_OTHER;
    // RTP needs a depayloader, as a container needs a demuxer; GStreamer classifies neither it nor IVF as containers.
    if (g_str_equal(name, "application/x-rtp") || g_str_equal(name, "video/x-ivf")) return SLUICE_GST_STREAM_CONTAINER;
    GstPbUtilsCapsDescriptionFlags flags = gst_pb_utils_get_caps_description_flags(caps);
    if (flags & (GST_PBUTILS_CAPS_DESCRIPTION_FLAG_CONTAINER | GST_PBUTILS_CAPS_DESCRIPTION_FLAG_TAG |
                 GST_PBUTILS_CAPS_DESCRIPTION_FLAG_GENERIC))
        return SLUICE_GST_STREAM_CONTAINER;
    if (flags & GST_PBUTILS_CAPS_DESCRIPTION_FLAG_VIDEO || g_str_has_prefix(name, "video/"))
        return SLUICE_GST_STREAM_VIDEO;
    if (flags & GST_PBUTILS_CAPS_DESCRIPTION_FLAG_AUDIO || g_str_has_prefix(name, "audio/"))
        return SLUICE_GST_STREAM_AUDIO;
    // Subtitle formats that are unknown to Matroska's demuxer are usually WebVTT.
    if (g_str_equal(name, "text/x-raw") || g_str_equal(name, "application/x-subtitle-unknown"))
        return SLUICE_GST_STREAM_TEXT;
    return SLUICE_GST_STREAM_OTHER;
}

char *sluice_gst_codec_name(const GstCaps *caps) {
    return gst_caps_is_fixed(caps) ? gst_pb_utils_get_codec_description(caps) : NULL;
}

bool sluice_gst_is_decodable(const GstCaps *caps) {
    const char *name = sluice_gst_caps_name(caps);
    if (name && g_str_has_suffix(name, "/x-raw")) return true;
    GList *decoders = gst_element_factory_list_get_elements(GST_ELEMENT_FACTORY_TYPE_DECODER, GST_RANK_MARGINAL);
    GList *fitting = gst_element_factory_list_filter(decoders, caps, GST_PAD_SINK, FALSE);
    bool found = fitting != NULL;
    gst_plugin_feature_list_free(fitting);
    gst_plugin_feature_list_free(decoders);
    return found;
}

static GstTagList *with_tags(GstTagList *known, GstPad *pad) {
    for (guint index = 0;; index++) {
        GstEvent *event = gst_pad_get_sticky_event(pad, GST_EVENT_TAG, index);
        if (!event) return known;
        GstTagList *tags = NULL;
        gst_event_parse_tag(event, &tags);
        if (tags && gst_tag_list_get_scope(tags) == GST_TAG_SCOPE_STREAM) {
            GstTagList *both = gst_tag_list_merge(known, tags, GST_TAG_MERGE_KEEP);
            if (known) gst_tag_list_unref(known);
            known = both;
        }
        gst_event_unref(event);
    }
}

// Returns the target of a ghost pad, or the pad itself; the caller owns it.
static GstPad *inside(GstPad *pad) {
    GstPad *target = GST_IS_GHOST_PAD(pad) ? gst_ghost_pad_get_target(GST_GHOST_PAD(pad)) : NULL;
    return target ? target : gst_object_ref(pad);
}

static bool is_demuxed(GstPad *pad) {
    GstElement *element = gst_pad_get_parent_element(pad);
    const char *class = element ? gst_element_get_metadata(element, GST_ELEMENT_METADATA_KLASS) : NULL;
    bool result = class && strstr(class, "Demux");
    if (element) gst_object_unref(element);
    return result;
}

// Returns the source pad that feeds the pad's element; NULL for the pads of a demuxer. Takes ownership of `pad`.
static GstPad *upstream(GstPad *pad) {
    GstIterator *links = is_demuxed(pad) ? NULL : gst_pad_iterate_internal_links(pad);
    GstPad *result = NULL;
    GValue value = G_VALUE_INIT;
    if (links && gst_iterator_next(links, &value) == GST_ITERATOR_OK) {
        GstPad *peer = gst_pad_get_peer(g_value_get_object(&value));
        if (peer) {
            result = inside(peer);
            gst_object_unref(peer);
        }
        g_value_unset(&value);
    }
    if (links) gst_iterator_free(links);
    gst_object_unref(pad);
    return result;
}

GstTagList *sluice_gst_pad_tags(GstPad *pad) {
    GstTagList *tags = with_tags(NULL, pad);
    // Tags that the demuxer has already sent may still be in queues.
    GstPad *next = inside(pad);
    for (int hops = 0; next && hops < 16; hops++) {
        tags = with_tags(tags, next);
        next = upstream(next);
    }
    if (next) gst_object_unref(next);
    return tags;
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

bool sluice_gst_caps_bitmask(const GstCaps *caps, const char *field, uint64_t *mask) {
    const GstStructure *structure = first(caps);
    guint64 value = 0;
    if (!structure || !gst_structure_get(structure, field, GST_TYPE_BITMASK, &value, NULL)) return false;
    *mask = value;
    return true;
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

char *sluice_gst_colorimetry(uint8_t primaries, uint8_t transfer, uint8_t matrix, bool full) {
    GstVideoColorimetry colour = {
        .range = full ? GST_VIDEO_COLOR_RANGE_0_255 : GST_VIDEO_COLOR_RANGE_16_235,
        .matrix = gst_video_color_matrix_from_iso(matrix),
        .transfer = gst_video_transfer_function_from_iso(transfer),
        .primaries = gst_video_color_primaries_from_iso(primaries),
    };
    return gst_video_colorimetry_to_string(&colour);
}

char *sluice_gst_working_colorimetry(uint8_t primaries, uint8_t transfer, uint8_t matrix, bool full, int height) {
    const bool is_high = height > 576, is_wide = primaries == 9;
    const bool has_matrix = gst_video_color_matrix_from_iso(matrix) > GST_VIDEO_COLOR_MATRIX_RGB;
    if (primaries == 2 && transfer == 2 && !has_matrix) primaries = transfer = is_high ? 1 : 6;
    if (!has_matrix) matrix = is_wide ? 9 : is_high ? 1 : 6;
    return sluice_gst_colorimetry(primaries, transfer, matrix, full);
}

GstCaps *sluice_gst_caps_for_conversion(GstCaps *caps) {
    const char *name = sluice_gst_caps_string(caps, "format");
    const GstVideoFormat format = name ? gst_video_format_from_string(name) : GST_VIDEO_FORMAT_UNKNOWN;
    uint8_t primaries = 2, transfer = 2, matrix = 2;
    bool full = false;
    int height = 0;
    if (format <= GST_VIDEO_FORMAT_ENCODED || GST_VIDEO_FORMAT_INFO_IS_RGB(gst_video_format_get_info(format)) ||
        !sluice_gst_caps_int(caps, "height", &height))
        return gst_caps_ref(caps);
    sluice_gst_caps_colour(caps, &primaries, &transfer, &matrix, &full);
    if (gst_video_color_matrix_from_iso(matrix) > GST_VIDEO_COLOR_MATRIX_RGB) return gst_caps_ref(caps);
    char *text = sluice_gst_working_colorimetry(primaries, transfer, matrix, full, height);
    GstCaps *result = gst_caps_copy(caps);
    gst_caps_set_simple(result, "colorimetry", G_TYPE_STRING, text, NULL);
    g_free(text);
    return result;
}
