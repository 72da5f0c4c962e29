#include "Buffers.h"

#include <gst/audio/audio.h>
#include <gst/video/video.h>

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

GstBuffer *sluice_gst_buffer_suffix(GstBuffer *buffer, size_t offset) {
    return gst_buffer_copy_region(buffer, GST_BUFFER_COPY_FLAGS | GST_BUFFER_COPY_MEMORY, offset, (gsize)-1);
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
                                 GstClockTime duration, bool is_sync, bool is_decode_only) {
    GST_BUFFER_PTS(buffer) = presentation;
    GST_BUFFER_DTS(buffer) = decode;
    GST_BUFFER_DURATION(buffer) = duration;
    if (!is_sync) GST_BUFFER_FLAG_SET(buffer, GST_BUFFER_FLAG_DELTA_UNIT);
    if (is_decode_only) GST_BUFFER_FLAG_SET(buffer, GST_BUFFER_FLAG_DECODE_ONLY);
}

bool sluice_gst_buffer_clipping(GstBuffer *buffer, guint64 *start, guint64 *end) {
    const GstAudioClippingMeta *meta = gst_buffer_get_audio_clipping_meta(buffer);
    if (!meta || meta->format != GST_FORMAT_DEFAULT) return false;
    *start = meta->start;
    *end = meta->end;
    return true;
}

void sluice_gst_buffer_leave_pool(GstBuffer *buffer) {
    if (!buffer->pool) return;
    // Pools of devices have a fixed number of buffers.
    GType type = G_OBJECT_TYPE(buffer->pool);
    if (type != GST_TYPE_BUFFER_POOL && type != GST_TYPE_VIDEO_BUFFER_POOL) return;
    // Pools do not keep buffers whose memory may have been replaced.
    GST_BUFFER_FLAG_SET(buffer, GST_BUFFER_FLAG_TAG_MEMORY);
}

bool sluice_gst_buffer_is(const GstBuffer *buffer, GstBufferFlags flag) { return GST_BUFFER_FLAG_IS_SET(buffer, flag); }

void sluice_gst_object_unref(void *object) { gst_object_unref(object); }
void sluice_gst_mini_unref(void *object) { gst_mini_object_unref(object); }
void *sluice_gst_mini_ref(void *object) { return gst_mini_object_ref(object); }
