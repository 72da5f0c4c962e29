import CGStreamer
import CGStreamerLibraries

/// Resamples interleaved 32-bit floating-point audio by a ratio that may change with every block.
final class AudioResampler {
    private let pointer: OpaquePointer
    private let channelCount: Int
    /// The output sample rate in millihertz.
    private let outputRate: Int32
    private var inputRate: Int32
    /// The delay between the last input sample and the last output sample, in input samples.
    let delay: Int

    /// A resampler between two rates in samples per second; nil if GStreamer does not support them.
    init?(channelCount: Int, inputRate: Int, outputRate: Int) {
        guard let channels = Int32(exactly: channelCount), channels > 0,
            let input = Int32(exactly: inputRate * 1000), let output = Int32(exactly: outputRate * 1000)
        else { return nil }
        self.inputRate = Self.unequal(input, output)
        self.outputRate = output
        self.channelCount = channelCount
        guard let made = sluice_gst_resampler_new(channels, self.inputRate, output) else { return nil }
        pointer = made
        delay = sluice_gst_resampler_delay(made)
    }

    deinit { sluice_gst_resampler_free(pointer) }

    /// Sets the input sample rate from the next sample on, in millihertz.
    func setInputRate(_ rate: Int) {
        let wanted = Self.unequal(Int32(clamping: rate), outputRate)
        guard wanted != inputRate, wanted > 0 else { return }
        inputRate = wanted
        sluice_gst_resampler_set_rates(pointer, wanted, outputRate)
    }

    /// Returns the resampled audio of a buffer without its first `skip` samples; the caller owns it. Nil if there is
    /// not enough input for an output sample.
    func convert(
        _ buffer: UnsafeMutablePointer<GstBuffer>, skip: Int
    ) -> (buffer: UnsafeMutablePointer<GstBuffer>, count: Int)? {
        var count = 0
        guard let made = sluice_gst_resample(pointer, buffer, skip, Int32(channelCount), &count) else { return nil }
        return (made, count)
    }

    /// Keeps the rates unequal: GStreamer bypasses its filter for equal rates, and switching the filter on and off is
    /// audible.
    private static func unequal(_ input: Int32, _ output: Int32) -> Int32 { input == output ? input &+ 1 : input }
}
