#include "Measuring.h"

#include <gst/app/gstappsink.h>
#include <gst/video/video.h>

// MARK: Similarity

enum { BLOCK = 8 };

/// The structural similarity of two blocks of luma (Wang et al., 2004), with uniform weights.
static double block_similarity(const guint8 *first, int first_stride, const guint8 *second, int second_stride) {
    int sum1 = 0, sum2 = 0, squares = 0, products = 0;
    for (int row = 0; row < BLOCK; row++) {
        const guint8 *a = first + row * first_stride, *b = second + row * second_stride;
        for (int column = 0; column < BLOCK; column++) {
            sum1 += a[column];
            sum2 += b[column];
            squares += a[column] * a[column] + b[column] * b[column];
            products += a[column] * b[column];
        }
    }
    const double count = BLOCK * BLOCK, c1 = 0.01 * 255 * 0.01 * 255, c2 = 0.03 * 255 * 0.03 * 255;
    double mean1 = sum1 / count, mean2 = sum2 / count;
    double variances = squares / count - mean1 * mean1 - mean2 * mean2;
    double covariance = products / count - mean1 * mean2;
    return (2 * mean1 * mean2 + c1) * (2 * covariance + c2) /
           ((mean1 * mean1 + mean2 * mean2 + c1) * (variances + c2));
}

/// Returns the mean similarity of two frames; negative if they cannot be compared.
static double frame_similarity(GstSample *first, GstSample *second) {
    GstVideoInfo info1, info2;
    GstVideoFrame frame1, frame2;
    if (!gst_video_info_from_caps(&info1, gst_sample_get_caps(first)) ||
        !gst_video_info_from_caps(&info2, gst_sample_get_caps(second)) || info1.width != info2.width ||
        info1.height != info2.height || !gst_video_frame_map(&frame1, &info1, gst_sample_get_buffer(first), GST_MAP_READ))
        return -1;
    if (!gst_video_frame_map(&frame2, &info2, gst_sample_get_buffer(second), GST_MAP_READ)) {
        gst_video_frame_unmap(&frame1);
        return -1;
    }
    double total = 0;
    int64_t count = 0;
    const guint8 *luma1 = GST_VIDEO_FRAME_PLANE_DATA(&frame1, 0), *luma2 = GST_VIDEO_FRAME_PLANE_DATA(&frame2, 0);
    int stride1 = GST_VIDEO_FRAME_PLANE_STRIDE(&frame1, 0), stride2 = GST_VIDEO_FRAME_PLANE_STRIDE(&frame2, 0);
    for (int y = 0; y + BLOCK <= info1.height; y += BLOCK) {
        for (int x = 0; x + BLOCK <= info1.width; x += BLOCK) {
            total += block_similarity(luma1 + y * stride1 + x, stride1, luma2 + y * stride2 + x, stride2);
            count++;
        }
    }
    gst_video_frame_unmap(&frame1);
    gst_video_frame_unmap(&frame2);
    return count ? total / count : -1;
}

// MARK: Encoding

typedef struct {
    GMutex mutex;
    gint64 bytes;
} ByteCount;

/// Counts the bytes of encoded frames since the last seek.
static GstPadProbeReturn count_bytes(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
    (void)pad;
    ByteCount *count = data;
    g_mutex_lock(&count->mutex);
    if (info->type & GST_PAD_PROBE_TYPE_BUFFER)
        count->bytes += (gint64)gst_buffer_get_size(GST_PAD_PROBE_INFO_BUFFER(info));
    else if (GST_EVENT_TYPE(GST_PAD_PROBE_INFO_EVENT(info)) == GST_EVENT_FLUSH_STOP)
        count->bytes = 0;
    g_mutex_unlock(&count->mutex);
    return GST_PAD_PROBE_OK;
}

/// Compares frames until the end of the stream. Returns false if a frame is missing.
static bool compare_frames(GstAppSink *originals, GstAppSink *decoded, uint64_t timeout, SluiceGstMeasurement *result) {
    double total = 0;
    for (;;) {
        GstSample *first = gst_app_sink_try_pull_sample(originals, timeout);
        GstSample *second = gst_app_sink_try_pull_sample(decoded, timeout);
        double similarity = first && second ? frame_similarity(first, second) : -1;
        bool is_end = !first && !second && gst_app_sink_is_eos(originals) && gst_app_sink_is_eos(decoded);
        if (first) gst_sample_unref(first);
        if (second) gst_sample_unref(second);
        if (is_end) break;
        if (similarity < 0) return false;
        total += similarity;
        result->frame_count++;
    }
    result->similarity = result->frame_count ? total / (double)result->frame_count : 0;
    return result->frame_count > 0;
}

bool sluice_gst_measure_encoding(const char *path, int64_t start, int64_t length, const char *encoder,
                                 const char *decoder, int width, int height, uint64_t timeout,
                                 SluiceGstMeasurement *measurement) {
    const char *queue = "queue max-size-buffers=96 max-size-bytes=0 max-size-time=0";
    char *text = g_strdup_printf(
        "filesrc name=file ! decodebin name=streams streams. ! videoconvert ! deinterlace mode=auto ! videoconvert ! "
        "videoscale ! video/x-raw,format=I420,width=%d,height=%d,pixel-aspect-ratio=1/1 ! tee name=frames "
        "frames. ! %s ! appsink name=originals sync=false max-buffers=2 "
        "frames. ! %s ! %s ! %s ! videoconvert ! videoscale ! video/x-raw,format=I420,width=%d,height=%d ! "
        "appsink name=decoded sync=false max-buffers=2",
        width, height, queue, queue, encoder, decoder, width, height);
    GstElement *pipeline = gst_parse_launch(text, NULL);
    g_free(text);
    if (!pipeline) return false;
    ByteCount count = {.bytes = 0};
    g_mutex_init(&count.mutex);
    GstElement *file = gst_bin_get_by_name(GST_BIN(pipeline), "file");
    GstElement *coder = gst_bin_get_by_name(GST_BIN(pipeline), "encoder");
    GstElement *originals = gst_bin_get_by_name(GST_BIN(pipeline), "originals");
    GstElement *decoded = gst_bin_get_by_name(GST_BIN(pipeline), "decoded");
    bool is_complete = false;
    if (file && coder && originals && decoded) {
        g_object_set(file, "location", path, NULL);
        GstPad *pad = gst_element_get_static_pad(coder, "src");
        gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_EVENT_FLUSH, count_bytes, &count, NULL);
        gst_object_unref(pad);
        *measurement = (SluiceGstMeasurement){0, 0, 0};
        gst_element_set_state(pipeline, GST_STATE_PAUSED);
        bool is_ready = gst_element_get_state(pipeline, NULL, NULL, timeout) == GST_STATE_CHANGE_SUCCESS &&
                        gst_element_seek(pipeline, 1, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_ACCURATE,
                                         GST_SEEK_TYPE_SET, start, GST_SEEK_TYPE_SET, start + length);
        if (is_ready) {
            gst_element_set_state(pipeline, GST_STATE_PLAYING);
            is_complete = compare_frames(GST_APP_SINK(originals), GST_APP_SINK(decoded), timeout, measurement);
        }
    }
    gst_element_set_state(pipeline, GST_STATE_NULL);
    measurement->byte_count = count.bytes;
    GstElement *elements[] = {file, coder, originals, decoded, pipeline};
    for (int index = 0; index < 5; index++)
        if (elements[index]) gst_object_unref(elements[index]);
    g_mutex_clear(&count.mutex);
    return is_complete;
}
