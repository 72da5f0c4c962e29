#include "Frames.h"
#include <gst/audio/audio.h>
#include <gst/video/video.h>

bool sluice_gst_buffer_is_exclusive(GstBuffer *buffer) {
    return gst_buffer_is_writable(buffer) && gst_buffer_is_all_memory_writable(buffer);
}

GstBuffer *sluice_gst_buffer_deep_copy(GstBuffer *buffer) { return gst_buffer_copy_deep(buffer); }

GstMapInfo *sluice_gst_buffer_map_writable(GstBuffer *buffer) {
    GstMapInfo *map = g_new0(GstMapInfo, 1);
    if (gst_buffer_map(buffer, map, GST_MAP_READWRITE)) return map;
    g_free(map);
    return NULL;
}

void sluice_gst_buffer_unmap_writable(GstBuffer *buffer, GstMapInfo *map) {
    gst_buffer_unmap(buffer, map);
    g_free(map);
}

int sluice_gst_buffer_planes(GstBuffer *buffer, size_t offsets[4], int strides[4]) {
    GstVideoMeta *meta = gst_buffer_get_video_meta(buffer);
    if (meta == NULL) return 0;
    for (guint plane = 0; plane < meta->n_planes; plane++) {
        offsets[plane] = meta->offset[plane];
        strides[plane] = meta->stride[plane];
    }
    return (int)meta->n_planes;
}

bool sluice_gst_buffer_set_planes(GstBuffer *buffer, const GstCaps *caps, int count, const size_t *offsets,
                                  const int *strides) {
    GstVideoInfo info;
    if (!gst_video_info_from_caps(&info, caps) || (int)GST_VIDEO_INFO_N_PLANES(&info) != count) return false;
    gsize offset[GST_VIDEO_MAX_PLANES] = {0};
    gint stride[GST_VIDEO_MAX_PLANES] = {0};
    for (int plane = 0; plane < count; plane++) {
        offset[plane] = offsets[plane];
        stride[plane] = strides[plane];
    }
    return gst_buffer_add_video_meta_full(buffer, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_INFO_FORMAT(&info),
                                          GST_VIDEO_INFO_WIDTH(&info), GST_VIDEO_INFO_HEIGHT(&info), (guint)count,
                                          offset, stride) != NULL;
}

struct SluiceGstConverter {
    GstVideoInfo from_video, to_video;
    GstVideoConverter *video;
    GstAudioInfo from_audio, to_audio;
    GstAudioConverter *audio;
    GstBufferPool *pool;
};

/// Creates a pool that reuses buffers, so that a conversion does not allocate memory.
static GstBufferPool *frame_pool(const GstCaps *caps, const GstVideoInfo *info) {
    GstBufferPool *pool = gst_video_buffer_pool_new();
    GstStructure *config = gst_buffer_pool_get_config(pool);
    gst_buffer_pool_config_set_params(config, (GstCaps *)caps, (guint)GST_VIDEO_INFO_SIZE(info), 0, 0);
    if (gst_buffer_pool_set_config(pool, config) && gst_buffer_pool_set_active(pool, TRUE)) return pool;
    gst_object_unref(pool);
    return NULL;
}

SluiceGstConverter *sluice_gst_converter_new(const GstCaps *from, const GstCaps *to) {
    SluiceGstConverter *converter = g_new0(SluiceGstConverter, 1);
    if (gst_video_info_from_caps(&converter->from_video, from) &&
        gst_video_info_from_caps(&converter->to_video, to)) {
        converter->video = gst_video_converter_new(&converter->from_video, &converter->to_video, NULL);
        converter->pool = frame_pool(to, &converter->to_video);
    } else if (gst_audio_info_from_caps(&converter->from_audio, from) &&
               gst_audio_info_from_caps(&converter->to_audio, to)) {
        converter->audio = gst_audio_converter_new(GST_AUDIO_CONVERTER_FLAG_NONE, &converter->from_audio,
                                                   &converter->to_audio, NULL);
    }
    if (converter->audio != NULL || (converter->video != NULL && converter->pool != NULL)) return converter;
    sluice_gst_converter_free(converter);
    return NULL;
}

void sluice_gst_converter_free(SluiceGstConverter *converter) {
    if (converter->video != NULL) gst_video_converter_free(converter->video);
    if (converter->audio != NULL) gst_audio_converter_free(converter->audio);
    if (converter->pool != NULL) {
        gst_buffer_pool_set_active(converter->pool, FALSE);
        gst_object_unref(converter->pool);
    }
    g_free(converter);
}

static GstBuffer *convert_video(SluiceGstConverter *converter, GstBuffer *input) {
    GstBuffer *output = NULL;
    if (gst_buffer_pool_acquire_buffer(converter->pool, &output, NULL) != GST_FLOW_OK) return NULL;
    GstVideoFrame from, to;
    if (!gst_video_frame_map(&from, &converter->from_video, input, GST_MAP_READ)) {
        gst_buffer_unref(output);
        return NULL;
    }
    if (!gst_video_frame_map(&to, &converter->to_video, output, GST_MAP_WRITE)) {
        gst_video_frame_unmap(&from);
        gst_buffer_unref(output);
        return NULL;
    }
    gst_video_converter_frame(converter->video, &from, &to);
    gst_video_frame_unmap(&to);
    gst_video_frame_unmap(&from);
    return output;
}

static GstBuffer *convert_audio(SluiceGstConverter *converter, GstBuffer *input) {
    size_t count = gst_buffer_get_size(input) / (size_t)GST_AUDIO_INFO_BPF(&converter->from_audio);
    GstBuffer *output = gst_buffer_new_allocate(NULL, count * (size_t)GST_AUDIO_INFO_BPF(&converter->to_audio), NULL);
    GstAudioBuffer from, to;
    if (output == NULL || !gst_audio_buffer_map(&from, &converter->from_audio, input, GST_MAP_READ)) {
        if (output != NULL) gst_buffer_unref(output);
        return NULL;
    }
    if (GST_AUDIO_INFO_LAYOUT(&converter->to_audio) == GST_AUDIO_LAYOUT_NON_INTERLEAVED)
        gst_buffer_add_audio_meta(output, &converter->to_audio, count, NULL);
    bool is_done = gst_audio_buffer_map(&to, &converter->to_audio, output, GST_MAP_WRITE);
    if (is_done) {
        is_done = gst_audio_converter_samples(converter->audio, GST_AUDIO_CONVERTER_FLAG_NONE, from.planes, count,
                                              to.planes, count);
        gst_audio_buffer_unmap(&to);
    }
    gst_audio_buffer_unmap(&from);
    if (is_done) return output;
    gst_buffer_unref(output);
    return NULL;
}

GstBuffer *sluice_gst_convert(SluiceGstConverter *converter, GstBuffer *input) {
    GstBuffer *output =
        converter->video != NULL ? convert_video(converter, input) : convert_audio(converter, input);
    if (output != NULL) {
        GST_BUFFER_PTS(output) = GST_BUFFER_PTS(input);
        GST_BUFFER_DURATION(output) = GST_BUFFER_DURATION(input);
    }
    return output;
}
