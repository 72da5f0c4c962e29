// Functions for capturing, listing devices, and the sources of launch descriptions.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <gst/audio/audio.h>
#include <gst/gst.h>

#include "Pipelines.h"

G_BEGIN_DECLS

/// Creates a resampler of interleaved 32-bit floating-point audio whose rates may change at any time.
///
/// Rates are in millihertz.
GstAudioResampler *sluice_gst_resampler_new(int channels, int input_rate, int output_rate);
/// Changes the rates from the next sample on, without a discontinuity in the output.
void sluice_gst_resampler_set_rates(GstAudioResampler *resampler, int input_rate, int output_rate);
/// Returns the maximum delay of the resampler, in input samples.
size_t sluice_gst_resampler_delay(GstAudioResampler *resampler);
void sluice_gst_resampler_free(GstAudioResampler *resampler);
/// Resamples a buffer without its first `skip` samples; the caller owns the result, which is NULL when it is empty.
GstBuffer *sluice_gst_resample(GstAudioResampler *resampler, GstBuffer *input, size_t skip, int channels,
                               size_t *count);
/// Returns a buffer filled with zeros.
GstBuffer *sluice_gst_buffer_zeroed(size_t bytes);

/// Returns the number of structures in caps.
guint sluice_gst_caps_count(const GstCaps *caps);
/// Returns the media type of a structure; NULL for memory other than system memory and for alternating fields
/// (`format:Interlaced`).
const char *sluice_gst_caps_media_type(const GstCaps *caps, guint index);
typedef void (*SluiceGstTextHandler)(const char *text, void *owner);
/// Calls `handler` with the text of each value that a field may have: single values, or ranges in brackets.
void sluice_gst_caps_values(const GstCaps *caps, guint index, const char *field, SluiceGstTextHandler handler,
                            void *owner);
/// Returns the caps that an element's source pad can deliver in its current state; the caller owns them.
GstCaps *sluice_gst_offered_caps(GstElement *element);
/// Returns a string property, to be freed with g_free; NULL when there is none.
char *sluice_gst_get_string(GstElement *element, const char *property);

/// The kind of a Video4Linux device.
typedef enum {
    /// The device captures video.
    SLUICE_V4L2_CAMERA,
    /// The device plays video, converts it or delivers other data.
    SLUICE_V4L2_OTHER,
    /// The device cannot be opened or queried.
    SLUICE_V4L2_UNKNOWN,
} SluiceV4L2Kind;
/// Returns the kind of the device with this path, as its driver declares it.
SluiceV4L2Kind sluice_v4l2_kind(const char *path);

/// Creates an element and adds it to a pipeline, which owns it; NULL when the element is not installed.
GstElement *sluice_gst_add_element(GstElement *pipeline, const char *factory);
/// Adds a ghost pad to the bin for each unlinked source pad of its elements, both existing pads and pads added later,
/// and calls `pad` with it. Calls `complete` whenever an element has no more pads; returns the number of these calls to
/// expect.
guint sluice_gst_open_pads(GstElement *bin, SluiceGstPadHandler pad, SluiceGstHandler complete, void *owner,
                           GDestroyNotify release);
/// Makes MPEG-TS demuxers that are added to a bin use only the timestamps of streams, not the program clock (PCR), except
/// those that read a file themselves.
void sluice_gst_ignore_program_clocks(GstElement *bin);
/// Returns whether the bin demultiplexes a container other than MP4. Optionally makes its MPEG-TS demuxers ignore
/// program clocks.
bool sluice_gst_prepare_demuxers(GstElement *bin, bool ignores_program_clocks);
/// Returns the URL, address or device of the first source in the bin, or the name of its element; the caller owns the
/// text. NULL when there is no source.
char *sluice_gst_source_name(GstElement *bin);
/// Calls `handler` with the name of each installed element.
void sluice_gst_element_names(SluiceGstTextHandler handler, void *owner);
/// Calls `handler` with the element of each network source in the bin that has no URL, or rejected it.
void sluice_gst_forgotten_urls(GstElement *bin, SluiceGstTextHandler handler, void *owner);
/// Returns whether a source in the bin waits for its sender to connect.
bool sluice_gst_listens(GstElement *bin);
/// Calls `handler` at the first buffer of each source element, on a streaming thread.
void sluice_gst_on_first_data(GstElement *bin, SluiceGstHandler handler, void *owner, void *(*retain)(void *owner),
                              GDestroyNotify release);

G_END_DECLS
