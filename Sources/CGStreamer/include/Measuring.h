#pragma once

#include <gst/gst.h>
#include <stdbool.h>
#include <stdint.h>

G_BEGIN_DECLS

/// The result of an encoding of some frames.
typedef struct {
    int64_t byte_count;
    int64_t frame_count;
    /// The mean structural similarity of the luma planes of encoded and original frames; 1 for equal frames.
    double similarity;
} SluiceGstMeasurement;

/// Encodes frames of a file and compares them with the originals, scaled to their size. `encoder` has an element named
/// `encoder`, and `decoder` decodes its output. Returns false if an element fails or `timeout` nanoseconds pass without a
/// frame.
bool sluice_gst_measure_encoding(const char *path, int64_t start, int64_t length, const char *encoder,
                                 const char *decoder, int width, int height, uint64_t timeout,
                                 SluiceGstMeasurement *measurement);

G_END_DECLS
