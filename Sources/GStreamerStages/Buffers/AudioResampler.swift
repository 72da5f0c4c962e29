import CGStreamer
import CGStreamerLibraries

/// Resamples interleaved 32-bit floating point sound by a ratio that may change with every block.
final class AudioResampler {
    private let pointer: OpaquePointer
    private let channelCount: Int
    /// In thousandths of a hertz.
    private let outputRate: Int32
    private var inputRate: Int32
    /// How many input samples before its last one the last output sample stands for.
    let delay: Int

    /// A resampler between two rates in samples per second; nil when GStreamer does not make one.
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

    /// Takes what follows for sound of another rate, in thousandths of a hertz.
    func setInputRate(_ rate: Int) {
        let wanted = Self.unequal(Int32(clamping: rate), outputRate)
        guard wanted != inputRate, wanted > 0 else { return }
        inputRate = wanted
        sluice_gst_resampler_set_rates(pointer, wanted, outputRate)
    }

    /// The sound of a buffer without its first `skip` samples; the caller owns it. Nil while there is not enough.
    func convert(
        _ buffer: UnsafeMutablePointer<GstBuffer>, skip: Int
    ) -> (buffer: UnsafeMutablePointer<GstBuffer>, count: Int)? {
        var count = 0
        guard let made = sluice_gst_resample(pointer, buffer, skip, Int32(channelCount), &count) else { return nil }
        return (made, count)
    }

    /// GStreamer does not filter sound whose rate stays the same, and a filter that comes and goes is heard.
    private static func unequal(_ input: Int32, _ output: Int32) -> Int32 { input == output ? input &+ 1 : input }
}
