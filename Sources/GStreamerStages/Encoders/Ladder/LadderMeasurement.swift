import CGStreamer
package import Media
import StageKit

/// Measures encodings of extracts of a file, for the choice of a ladder.
package struct LadderMeasurement: Sendable {
    /// The sum of the encoded extracts.
    package struct Result: Sendable, Hashable {
        package var byteCount: Int64
        package var frameCount: Int64
        /// The mean structural similarity, up to 1.
        package var similarity: Double
    }

    private static let timeout: UInt64 = 30_000_000_000
    private let path: String
    private let format: RawVideoFormat

    /// A measurement of the video of a file, whose frames have this format.
    package init(path: String, format: RawVideoFormat) { (self.path, self.format) = (path, format) }

    /// The sizes of the rungs of `ladder: auto`, largest first.
    package var sizes: [PixelSize] { plan.rungs.map(\.size) }

    /// The bit rate of a rung of `ladder: auto`, in kbit/s.
    package func fixedRate(of size: PixelSize) -> Int {
        LadderRates.bitRate(for: size, rate: format.nominalFrameRate, codec: .h264).bitsPerSecond / 1000
    }

    private var plan: LadderPlan { LadderPlan(.auto, VideoEncodeOptions(), format) }

    /// Encodes an extract as H.264. Equal calls have equal results on machines with the same encoder.
    package func measure(
        _ size: PixelSize, quality: Int, from start: MediaTime, duration: MediaTime
    ) async throws -> Result {
        try GStreamerLibrary.start()
        var options = VideoEncodeOptions()
        (options.rateControl, options.quality, options.size) = (.quality, quality, size)
        // The output depends on the number of threads.
        options.threads = 1
        let element = try VideoEncoderElement(options: options, input: format, pass: .only)
        let encoder = try element.description().drop { $0 == " " || $0 == "!" || $0.isNewline }
        let largest = sizes.first ?? format.size
        let result = await runOnSeparateThread(named: "gst-measure", within: .seconds(600)) { [path] () -> Result? in
            var measurement = SluiceGstMeasurement()
            let isComplete = sluice_gst_measure_encoding(
                path, start.nanoseconds, duration.nanoseconds, String(encoder), "h264parse ! avdec_h264",
                Int32(clamping: largest.width), Int32(clamping: largest.height), Self.timeout, &measurement)
            guard isComplete else { return nil }
            return Result(
                byteCount: measurement.byte_count, frameCount: measurement.frame_count,
                similarity: measurement.similarity)
        }
        guard case let result?? = result else {
            throw StageError(
                .elementFailed,
                "cannot encode an extract of '\(path)' at \(start.decimal(places: 1)) s for the choice of a ladder; use "
                    + "the fixed ladder")
        }
        return result
    }
}
