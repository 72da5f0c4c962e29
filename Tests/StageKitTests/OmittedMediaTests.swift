import StageKit
import Synchronization
import Testing

struct OmittedMediaTests {
    @Test func omittedTracksAndSamplesAreReportedWithCounts() {
        let messages = Mutex<[String]>([])
        let figures = Mutex<[String: Double]>([:])
        let context = StageContext(
            stageName: "movie",
            reporter: { problem in messages.withLock { $0.append("\(problem.code): \(problem.message)") } },
            meter: { name, value in figures.withLock { $0[name] = value } })
        context.report(
            OmittedMedia("track 3", format: "AC-4 audio", reason: "which nothing carries", sampleCount: 9), of: "a.mp4")
        context.report(
            OmittedMedia("PID 256", reason: "before the first keyframe", sampleCount: 1, isPartial: true), of: "a.ts")
        #expect(
            messages.withLock { $0 } == [
                "track-left-out: left out: AC-4 audio, track 3 of 'a.mp4' (9 samples), which nothing carries",
                "samples-left-out: left out: 1 sample of PID 256 of 'a.ts', before the first keyframe",
            ])
        #expect(figures.withLock { $0 } == ["track-3-left-out-samples": 9, "pid-256-left-out-samples": 1])
    }
}
