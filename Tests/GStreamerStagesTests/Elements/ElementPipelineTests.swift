import CGStreamer
import Foundation
import Media
import StageKit
import Testing

@testable import GStreamerStages

@Suite struct ElementPipelineTests {
    static let quick = ElementTimeouts(stateChange: .milliseconds(400), silence: .milliseconds(400))

    /// Runs a description that ends in an appsink named `out` as a video source.
    static func run(
        _ description: String, limits: ElementTimeouts = quick, stop: StopSignal = StopSignal(),
        collector: Collector<Frame> = Collector()
    ) async throws {
        let context = StageContext.alone(stop: stop)
        let pipeline = try ElementPipeline(description, subject: "the test", context: context, limits: limits)
        let run = SourceRun(pipeline, output: collector)
        run.add(pipeline.element("out"), context.makeTrackID(), VideoFrames())
        run.outlets.completeTracks()
        try await run.run(context)
    }

    @Test func aMissingElementIsNamedWithItsPackage() {
        let error = #expect(throws: StageError.self) {
            try ElementPipeline("videotestsrc ! nosuchenc ! fakesink", subject: "x", context: .alone())
        }
        #expect(error?.code == .missingElement)
        #expect(error?.message.contains("nosuchenc") == true)
        #expect(DebianPackages.missing("x264enc").message.contains("gstreamer1.0-plugins-ugly"))
        #expect(DebianPackages.missing("avenc_aac").message.contains("gstreamer1.0-libav"))
        #expect(DebianPackages.missing("openh264enc").message.contains("gstreamer1.0-plugins-bad"))
    }

    @Test func silentElementsAreReportedAsHang() async {
        let error = await #expect(throws: StageError.self) {
            try await Self.run("appsrc name=in ! appsink name=out sync=false async=false")
        }
        #expect(error?.code == .limitReached)
        #expect(error?.message.contains("no progress for 0.4 s") == true, "\(error?.message ?? "")")
    }

    @Test func aFullLinkBelowIsNoHang() async throws {
        let gate = DispatchSemaphore(value: 0)
        let stop = StopSignal()
        let collector = Collector<Frame>(onPayload: { count in
            guard count == 3 else { return }
            // Much longer than the limit on silence.
            DispatchQueue.global().asyncAfter(deadline: .now() + 1.2) { gate.signal() }
            gate.wait()
            stop.raise()
        })
        try await Self.run(
            "videotestsrc ! video/x-raw,format=I420,width=64,height=48 ! appsink name=out sync=false async=false",
            stop: stop, collector: collector)
        #expect(collector.endedTracks.count == 1)
    }

    @Test func elementsOfAPipelineThatIsNotClosedAreStoppedBeforeTheyAreFreed() async throws {
        for _ in 0..<20 {
            var pipeline: ElementPipeline? = try ElementPipeline(
                "audiotestsrc name=in ! appsink name=out sync=false async=false max-buffers=2 drop=true",
                subject: "the test", context: .alone())
            let source = try #require(pipeline).element("in")
            try await pipeline?.play()
            pipeline = nil
            let end = ContinuousClock.now + .seconds(20)
            var state = GST_STATE_PLAYING
            while state != GST_STATE_NULL, ContinuousClock.now < end {
                await Task.yield()
                gst_element_get_state(source.pointer, &state, nil, 0)
            }
            #expect(state == GST_STATE_NULL)
        }
    }

    @Test func aCancelledTaskEndsTheRun() async {
        let task = Task {
            try await Self.run("appsrc name=in ! appsink name=out sync=false async=false", limits: ElementTimeouts())
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    /// The order of a start and a stop depends on threads, so that one try would prove nothing.
    @Test func aStopDuringTheStartLeavesNoElementRunning() async throws {
        for _ in 1...200 {
            let pipeline = try ElementPipeline("videotestsrc ! fakesink", subject: "the test", context: .alone())
            pipeline.outcome.finish()
            try await pipeline.play()
            try await pipeline.close()
            var state = GST_STATE_VOID_PENDING
            gst_element_get_state(pipeline.pointer, &state, nil, 0)
            #expect(state == GST_STATE_NULL)
        }
    }

    @Test func anElementsErrorEndsTheRun() async {
        let error = await #expect(throws: StageError.self) {
            try await Self.run(
                "videotestsrc num-buffers=30 ! identity error-after=5 ! appsink name=out sync=false async=false")
        }
        #expect(error?.code != .limitReached)
    }

    @Test func refusedFormatIsReportedAsUnsupportedMedia() async {
        let error = await #expect(throws: StageError.self) {
            try await Self.run(
                "videotestsrc num-buffers=5 ! capssetter replace=true caps=video/x-raw ! videoflip "
                    + "! appsink name=out sync=false async=false")
        }
        #expect(error?.code == .unsupportedMedia)
        #expect(error?.message == "the test does not offer the requested format")
    }

    @Test func allPipelinesOfARunShareClockAndBaseTime() {
        let context = StageContext.alone()
        #expect(GStreamerClock.shared(context) === GStreamerClock.shared(context))
        #expect(GStreamerClock.shared(context) !== GStreamerClock.shared(.alone()))
    }

    @Test func aPipelineIsFreedAfterItsRun() async throws {
        weak var pipeline: ElementPipeline?
        weak var outlets: OutletRun<Frame>?
        do {
            let context = StageContext.alone()
            let made = try ElementPipeline(
                "videotestsrc num-buffers=5 ! video/x-raw,format=I420 ! appsink name=out sync=false async=false",
                subject: "the test", context: context)
            let run = SourceRun(made, output: Collector<Frame>())
            (pipeline, outlets) = (made, run.outlets)
            run.add(made.element("out"), context.makeTrackID(), VideoFrames())
            run.outlets.completeTracks()
            try await run.run(context)
        }
        // The threads that waited for the time limits release their references.
        for _ in 0..<100_000 where pipeline != nil || outlets != nil { await Task.yield() }
        #expect(pipeline == nil)
        #expect(outlets == nil)
    }

    /// Twenty rounds after the first twenty, each with about 50 MB of frames, do not increase memory by that size.
    @Test func runsLeaveNoMediaBehind() async throws {
        let input = try await testFrames(
            rate: Ratio(30), duration: .seconds(1), size: PixelSize(width: 320, height: 240))
        var sizes: [Int] = []
        for _ in 0..<2 {
            for _ in 0..<20 {
                _ = try await VideoEncodeTests.encode(input, VideoEncodeOptions())
                _ = try await testFrames(
                    rate: Ratio(30), duration: .seconds(1), size: PixelSize(width: 1280, height: 720))
            }
            sizes.append(try residentKilobytes())
        }
        #expect(sizes[1] - sizes[0] < 100_000, "resident kilobytes: \(sizes)")
    }

    private func residentKilobytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return Int(line?.split(separator: " ").dropFirst().first ?? "") ?? 0
    }
}
