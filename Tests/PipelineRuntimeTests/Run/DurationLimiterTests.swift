import Media
import StageKit
import StageTesting
import Testing

@testable import PipelineRuntime

@Suite struct DurationLimiterTests {
    private let origin = MediaOrigin()

    private func track(_ track: Track, isCaptured: Bool = true) -> Track {
        var track = track
        track.liveOrigin = isCaptured ? .zero : nil
        return track
    }

    private func limiter(_ seconds: Int64) -> DurationLimiter { DurationLimiter(.seconds(seconds), from: origin) }

    private func sound(_ seconds: Range<Int64>) -> [Message<Sample>] {
        let track = Track.scriptedAudio()
        return Sample.scripted(
            track, count: Int(seconds.upperBound - seconds.lowerBound) * 10, duration: 4800,
            start: seconds.lowerBound * 48000
        ).map { .payload($0) }
    }

    private func pictures(_ seconds: Range<Int64>, flags: SampleFlags = .sync) -> [Message<Sample>] {
        let count = Int(seconds.upperBound - seconds.lowerBound) * 30
        return Sample.scripted(.scriptedVideo(), count: count, start: seconds.lowerBound * 30).map {
            var sample = $0
            sample.flags = flags
            return .payload(sample)
        }
    }

    private func seconds(_ messages: [Message<Sample>], _ track: Track) -> Double {
        let ticks = messages.compactMap(\.payload).filter { $0.track == track.id }.reduce(0) { $0 + $1.duration }
        return Double(ticks) / Double(track.timescale)
    }

    @Test(arguments: [true, false])
    func capturedDurationCountsFromFirstVideoFrame(isCaptured: Bool) {
        let (video, audio) = (track(.scriptedVideo(), isCaptured: isCaptured), track(.scriptedAudio()))
        var (microphone, camera) = (limiter(4), limiter(4))
        let early = microphone.limit([.track(audio)] + sound(0..<2))
        let shown = camera.limit([.track(video)] + pictures(2..<9))
        let late = microphone.limit(sound(2..<9))
        #expect(seconds(early, audio) == 2)
        // For files, the duration counts from the earliest start of any track.
        #expect(seconds(shown, video) == (isCaptured ? 4 : 2))
        #expect(seconds(late, audio) == (isCaptured ? 4 : 2))
        #expect(camera.isDone && microphone.isDone)
    }

    @Test func undecodableFramesDoNotMoveOrigin() {
        let video = track(.scriptedVideo())
        var camera = limiter(4)
        let before = camera.limit([.track(video)] + pictures(0..<1, flags: .predicted))
        let after = camera.limit(pictures(1..<9))
        #expect(seconds(before, video) == 1)
        #expect(seconds(after, video) == 4)
    }

    @Test func videoAfterAudioEndDoesNotMoveOrigin() {
        let (video, audio) = (track(.scriptedVideo()), track(.scriptedAudio()))
        var (microphone, camera) = (limiter(4), limiter(4))
        _ = microphone.limit([.track(audio)] + sound(0..<5))
        let shown = camera.limit([.track(video)] + pictures(5..<6))
        #expect(microphone.isDone)
        #expect(seconds(shown, video) == 0)
        #expect(camera.isDone)
    }

    @Test func videoAfterGapDoesNotMoveOrigin() {
        let (video, audio) = (track(.scriptedVideo()), track(.scriptedAudio()))
        var (microphone, camera) = (limiter(4), limiter(4))
        _ = microphone.limit([.track(audio)] + sound(0..<3))
        let _: [Message<Sample>] = camera.limit([.track(video), .gap(video.id, until: .seconds(3))])
        // A track that returns is declared again, possibly with another format.
        let shown = camera.limit([.track(video)] + pictures(3..<6))
        #expect(seconds(shown, video) == 1)
    }
}
