import CGStreamerLibraries
import Media
import StageKit
import Synchronization
import Testing

@testable import GStreamerStages

/// Audio whose buffers are timestamped by a clock other than the sample clock.
@Suite struct CapturedAudioTests {
    @Test func fastMicrophoneIsResampledSmoothly() async throws {
        // 48,010 samples per second, declared as 48,000 by the device: 208 parts per million.
        let (frames, figures) = try await capture(
            """
            audiotestsrc num-buffers=12000 samplesperbuffer=480 wave=sine freq=441 volume=0.5
            ! audio/x-raw,format=F32LE,rate=48010,channels=1 ! capssetter caps=audio/x-raw,rate=48000
            """)
        let seconds = 12_000 * 480 / 48_010.0
        #expect(abs(figures.drift - 208.3) < 3)
        #expect(abs(figures.difference) < 1)
        #expect(figures.inserted == 0 && figures.dropped == 0)
        #expect(abs(Double(frames.reduce(0) { $0 + $1.duration }) / 48_000 - seconds) < 0.003)
        expectContiguous(frames)
        // A sine of 441 Hz changes by at most 2π · 441 / 48,000 of its amplitude from sample to sample.
        #expect(largestStep(frames) < 0.5 * 0.0578 * 1.02)
    }

    @Test(arguments: [16_000, 44_100, 96_000])
    func sampleRateIsConverted(rate: Int) async throws {
        let (frames, _) = try await capture(
            """
            audiotestsrc num-buffers=200 samplesperbuffer=\(rate / 100) wave=sine freq=441 volume=0.5
            ! audio/x-raw,format=F32LE,rate=\(rate),channels=1
            """)
        #expect(abs(frames.reduce(0) { $0 + $1.duration } - 96_000) < 480)
        expectContiguous(frames)
        #expect(largestStep(frames) < 0.5 * 0.0578 * 1.05)
    }

    @Test func missingBuffersAreReplacedBySilence() async throws {
        let (frames, figures) = try await capture(
            """
            audiotestsrc num-buffers=2000 samplesperbuffer=480 ! audio/x-raw,format=F32LE,rate=48000,channels=2
            ! identity drop-probability=0.05
            """)
        #expect(figures.inserted > 0.3)
        #expect(figures.dropped == 0)
        expectContiguous(frames)
        // The complete audio, except for some samples at the end.
        let end = try #require(frames.last.map { $0.presentationTicks + $0.duration })
        #expect(abs(end - 960_000) < 3000)
        #expect(frames.allSatisfy { $0.content.byteCount == Int($0.duration) * 8 })
    }

    private func expectContiguous(_ frames: [Frame]) {
        #expect(
            zip(frames, frames.dropFirst()).allSatisfy { $0.presentationTicks + $0.duration == $1.presentationTicks })
    }

    private func largestStep(_ frames: [Frame]) -> Float {
        var samples: [Float] = []
        for frame in frames {
            frame.content.bytes?.withUnsafeBytes { samples.append(contentsOf: $0.bindMemory(to: Float.self)) }
        }
        // The resampling filter oscillates slightly at the first sample.
        samples.removeFirst(min(256, samples.count))
        return zip(samples, samples.dropFirst()).map { abs($0 - $1) }.max() ?? 0
    }

    private func capture(_ source: String) async throws -> ([Frame], CapturedAudio.Figures) {
        let pipeline = try ElementPipeline(
            "\(source) ! appsink name=out sync=false async=false max-buffers=4", subject: "test", context: .alone())
        let (collector, figures) = (Collector<Frame>(), LastFigures())
        let run = SourceRun(pipeline, output: collector)
        let converter = CapturedAudio(rate: 48_000) { figures.set($0) }
        run.add(pipeline.element("out"), Track.ID(rawValue: 1), converter)
        run.outlets.completeTracks()
        try await run.runLive(.alone())
        return (collector.payloads, figures.value)
    }
}

private final class LastFigures: Sendable {
    private let stored = Mutex(CapturedAudio.Figures())
    var value: CapturedAudio.Figures { stored.withLock { $0 } }
    func set(_ figures: CapturedAudio.Figures) { stored.withLock { $0 = figures } }
}
