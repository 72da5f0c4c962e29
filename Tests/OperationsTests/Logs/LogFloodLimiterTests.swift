import Media
import Testing

@testable import Operations

@Suite struct LogFloodLimiterTests {
    private func event(_ stage: String, _ code: String) -> LogEvent {
        LogEvent(.stageProblem, "late", stage: stage, fields: [LogField(.code, code)], at: WallTime(seconds: 0))
    }

    @Test func repeatedProblemsAreCountedAndLoggedAgainLater() throws {
        var limiter = LogFloodLimiter()
        let start = MonotonicTime(nanoseconds: 0)
        let admitted = (0..<25).count { _ in limiter.admits(event("camera", "late"), at: start) }
        #expect(admitted == LogFloodLimiter.limit)
        let others = [event("camera", "other"), event("microphone", "late")].map { limiter.admits($0, at: start) }
        #expect(others == [true, true])
        let early = limiter.suppressed(at: start, wall: WallTime(seconds: 0))
        #expect(early.isEmpty)
        let later = start + LogFloodLimiter.period
        let suppressed = limiter.suppressed(at: later, wall: WallTime(seconds: 60))
        #expect(suppressed.map(\.stage) == ["camera"])
        #expect(suppressed.first?[.count] == .integer(15) && suppressed.first?[.code] == .text("late"))
        let isAdmittedLater = limiter.admits(event("camera", "late"), at: later)
        let rest = limiter.suppressed(at: later, wall: WallTime(seconds: 60), isEnd: true)
        #expect(isAdmittedLater && rest.isEmpty)
    }

    @Test func eventsWithoutAStageAreNeverSuppressed() {
        var limiter = LogFloodLimiter()
        let notice = LogEvent(.notice, "started", at: WallTime(seconds: 0))
        let admitted = (0..<100).count { _ in limiter.admits(notice, at: MonotonicTime(nanoseconds: 0)) }
        #expect(admitted == 100)
    }
}
