import Media
import StageKit

/// The input of `test.audio`, which can be reopened.
struct TestAudioInput: CaptureInput {
    let options: TestAudio.Options
    var subject: String { "test.audio" }
    var isEndless: Bool { false }
    /// The number of samples per block.
    private static let blockLength: Int64 = 1024

    func deliver(to output: any Outlet<Frame>, tracks: CaptureTracks, context: StageContext) async throws {
        let pipeline = try ElementPipeline(
            """
            audiotestsrc name=source is-live=\(options.isLive) wave=\(options.wave == .ticks ? "silence" : options.wave.rawValue) \
            freq=\(options.frequency) volume=\(Double(options.volume) / 100) samplesperbuffer=\(Self.blockLength)
            ! audio/x-raw,format=F32LE,layout=interleaved,rate=\(options.rate),channels=\(options.channels)
            ! appsink name=out sync=false async=false max-buffers=4
            """, subject: "test.audio", context: context)
        let sampleCount = options.duration.map { $0.ticks(at: Int32(options.rate), rounding: .up) }
        if let sampleCount {
            let blocks = (sampleCount + Self.blockLength - 1) / Self.blockLength
            pipeline.element("source").set("num-buffers", min(blocks, Int64(Int32.max)))
        }
        if options.isLive { GStreamerClock.shared(context).report(to: context) }
        let run = SourceRun(pipeline, output: output)
        run.add(pipeline.element("out"), tracks.slot("audio").id, AudioFrames(limit: sampleCount, ticks: ticks))
        run.outlets.completeTracks()
        try await run.run(context)
    }

    private var ticks: TickGenerator? {
        guard options.wave == .ticks else { return nil }
        return TickGenerator(
            rate: options.rate, channels: options.channels, frequency: options.frequency,
            volume: Float(options.volume) / 100)
    }
}
