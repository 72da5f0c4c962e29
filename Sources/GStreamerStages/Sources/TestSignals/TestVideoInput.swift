import Media
import StageKit

/// The input of `test.video`, which can be reopened.
struct TestVideoInput: CaptureInput {
    let options: TestVideo.Options
    var subject: String { "test.video" }
    var isEndless: Bool { false }

    func deliver(to output: any Outlet<Frame>, tracks: CaptureTracks, context: StageContext) async throws {
        let hasOverlay = try options.hasTimeCode && options.pattern != .flash && GStreamerLibrary.has("timeoverlay")
        let overlay = hasOverlay ? "! timeoverlay halignment=center valignment=center font-desc=\"Sans 36\"" : ""
        let pipeline = try ElementPipeline(
            """
            videotestsrc name=source is-live=\(options.isLive)
            ! video/x-raw,format=I420,width=\(options.size.width),height=\(options.size.height),\
            framerate=\(options.rate.numerator)/\(options.rate.denominator),colorimetry=bt709
            \(overlay) ! appsink name=out sync=false async=false max-buffers=2
            """, subject: "test.video", context: context)
        let source = pipeline.element("source")
        if let count = frameCount { source.set("num-buffers", count) }
        if options.isLive { GStreamerClock.shared(context).report(to: context) }
        let run = SourceRun(pipeline, output: output)
        let frames = VideoFrames(isLive: options.isLive, afterEach: flashing(source))
        run.add(pipeline.element("out"), tracks.slot("video").id, frames)
        run.outlets.completeTracks()
        try await run.run(context)
    }

    /// The number of frames that start before the end of the duration.
    private var frameCount: Int64? {
        guard let duration = options.duration, !duration.isIndefinite else { return nil }
        // duration × rate, rounded up.
        let pictures = Int128(duration.value) * Int128(options.rate.numerator)
        let divisor = Int128(duration.timescale) * Int128(options.rate.denominator)
        return Int64(clamping: min((pictures + divisor - 1) / divisor, Int128(Int32.max)))
    }

    /// Sets the pattern. For flashes, returns a closure that changes it before each following frame.
    private func flashing(_ source: PipelineElement) -> (@Sendable () -> Void)? {
        guard options.pattern == .flash else {
            source.set("pattern", options.pattern.rawValue)
            return nil
        }
        source.set("pattern", "white")
        let flash = FlashPattern(rate: options.rate)
        return { source.set("pattern", flash.next()) }
    }
}
