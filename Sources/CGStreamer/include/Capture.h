// What captures and lists devices needs of GStreamer beyond playing pipelines.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <gst/audio/audio.h>
#include <gst/gst.h>

#include "Pipelines.h"

G_BEGIN_DECLS

/// A resampler of interleaved 32-bit floating point sound whose rates may change at any time.
///
/// Rates are in thousandths of a hertz.
GstAudioResampler *sluice_gst_resampler_new(int channels, int input_rate, int output_rate);
/// Changes the rates from the next sample on, without a seam.
void sluice_gst_resampler_set_rates(GstAudioResampler *resampler, int input_rate, int output_rate);
/// How many input samples before its last one the last output sample stands for.
size_t sluice_gst_resampler_delay(GstAudioResampler *resampler);
void sluice_gst_resampler_free(GstAudioResampler *resampler);
/// Resamples a buffer without its first `skip` samples; the caller owns the result, which is NULL when there is none.
GstBuffer *sluice_gst_resample(GstAudioResampler *resampler, GstBuffer *input, size_t skip, int channels,
                               size_t *count);
/// A buffer of zeros.
GstBuffer *sluice_gst_buffer_zeroed(size_t bytes);

/// How many kinds of stream caps name, for a stream in ordinary memory.
guint sluice_gst_caps_count(const GstCaps *caps);
/// The media type of one of them; NULL for those in other memory or with fields in halves.
const char *sluice_gst_caps_media_type(const GstCaps *caps, guint index);
typedef void (*SluiceGstTextHandler)(const char *text, void *owner);
/// Calls `handler` with the text of each value that a field may have: plain values, or ranges in brackets.
void sluice_gst_caps_values(const GstCaps *caps, guint index, const char *field, SluiceGstTextHandler handler,
                            void *owner);
/// What an element's source pad could deliver in its present state; the caller owns it.
GstCaps *sluice_gst_offered_caps(GstElement *element);
/// A property as text, freed with g_free; NULL when there is none.
char *sluice_gst_get_string(GstElement *element, const char *property);

/// Makes an element and adds it to a pipeline, which owns it; NULL when there is no such element.
GstElement *sluice_gst_add_element(GstElement *pipeline, const char *factory);
/// Calls `pad` with a pad of the bin for each source pad inside that is linked to nothing, now and as they appear, and
/// `complete` whenever an element inside has no more of them; returns how many times it will do that.
guint sluice_gst_open_pads(GstElement *bin, SluiceGstPadHandler pad, SluiceGstHandler complete, void *owner,
                           GDestroyNotify release);
/// Demuxers of MPEG-TS that come into a bin go by the times of pictures and sound alone, not by the program's clock.
void sluice_gst_ignore_program_clocks(GstElement *bin);
/// Returns whether a description takes a container other than MP4 apart; its demuxers of MPEG-TS may be told to ignore
/// program clocks too.
bool sluice_gst_prepare_demuxers(GstElement *bin, bool ignores_program_clocks);
/// Whether a source of a description listens for its sender.
bool sluice_gst_listens(GstElement *bin);
/// Calls `handler` at the first buffer of each element that has no sink pad, on a streaming thread.
void sluice_gst_on_first_data(GstElement *bin, SluiceGstHandler handler, void *owner, void *(*retain)(void *owner),
                              GDestroyNotify release);

G_END_DECLS
