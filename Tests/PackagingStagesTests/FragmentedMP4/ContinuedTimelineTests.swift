import PackagingStages
import Media
import StageKit
import StageTesting
import Testing

/// Media time that continues from an earlier run.
@Suite struct ContinuedTimelineTests {
    private func segments(
        _ continuation: TimelineContinuation?, liveOrigin: MonotonicTime? = nil, isLate: Bool = false
    ) throws -> (segments: [Segment], problems: [Problem]) {
        let format = CodedAudioFormat(
            configuration: .aac(AudioSpecificConfig(bytes: [0x11, 0x90])), sampleRate: 48000, channelCount: 2,
            framesPerPacket: 1024)
        var track = Track(id: Track.ID(rawValue: 1), format: .codedAudio(format), timescale: 48000)
        track.liveOrigin = liveOrigin
        var harness = try TransformHarness(SegmentFragmentedMP4.self)
        if isLate { try harness.push(track) }
        if let continuation { harness.request(.continueTimeline(continuation)) }
        if !isLate { try harness.push(track) }
        for sample in Sample.scripted(track, count: 300, duration: 1024) { try harness.push(sample) }
        try harness.finish()
        #expect(harness.requests.isEmpty, "the request is not passed upstream")
        return (harness.payloads, harness.problems)
    }

    private func start(_ segments: [Segment]) -> MediaTime? {
        segments.first { $0.kind == .separable }?.report.tracks.first?.earliestPresentationTime
    }

    @Test func timesContinueAndInitializationSegmentIsUnchanged() throws {
        let plain = try segments(nil).segments
        let continued = try segments(TimelineContinuation(end: .seconds(500), now: .milliseconds(500_001))).segments
        #expect(start(plain) == .seconds(10) && start(continued) == .milliseconds(500_001))
        #expect(plain[0].data == continued[0].data)
    }

    @Test func capturedMediaAreWrittenAtCaptureTime() throws {
        let continuation = TimelineContinuation(end: .seconds(500), now: .seconds(501), origin: .zero + .seconds(7))
        let later = try segments(continuation, liveOrigin: .zero + .milliseconds(510_250)).segments
        #expect(start(later) == .milliseconds(503_250))
        // Dates are consistent: the written time zero keeps its position.
        #expect(later.last?.rendition.tracks.first?.liveOrigin == .zero + .seconds(7))
        let early = try segments(continuation, liveOrigin: .zero + .seconds(9)).segments
        #expect(start(early) == .seconds(500))
    }

    @Test func startedTimelineIsUnchanged() throws {
        let late = try segments(TimelineContinuation(end: .seconds(500), now: .seconds(501)), isLate: true)
        #expect(start(late.segments) == .seconds(10) && late.problems.map(\.code) == ["timeline-began"])
    }

    @Test func extremeTimesAreHandled() throws {
        let continuation = TimelineContinuation(
            end: MediaTime(value: .max, timescale: 1), now: .indefinite, origin: MonotonicTime(nanoseconds: .min))
        #expect(try start(segments(continuation, liveOrigin: MonotonicTime(nanoseconds: .max)).segments) != nil)
    }
}
