import Media
import Testing

@testable import Matroska

@Suite struct ReorderedTimelineTests {
    private func times(
        _ presentation: [Int64], step: Int64?, tolerance: Int64 = 0
    ) -> (frames: [ReorderedTimeline.TimedFrame], moved: Int) {
        var timeline = ReorderedTimeline(step: step, tolerance: tolerance)
        var frames: [ReorderedTimeline.TimedFrame] = []
        for time in presentation {
            timeline.append(.init(bytes: ByteSlice(copying: []), flags: .sync, presentation: time)) {
                frames.append($0)
            }
        }
        timeline.finish { frames.append($0) }
        return (frames, timeline.movedCount)
    }

    @Test func decodeTimesIncreaseAndPrecedePresentation() {
        let order = (0..<25).flatMap { group in [0, 3, 1, 2].map { Int64(group * 4 + $0) * 1001 } }
        let (frames, moved) = times(order, step: 1001)
        #expect(frames.map(\.decode) == (-1..<99).map { $0 * 1001 })
        #expect(frames.map(\.frame.presentation) == order && moved == 0)
        #expect(frames.allSatisfy { $0.decode <= $0.frame.presentation && $0.duration == 1001 })
    }

    @Test func roundedTimesAreExact() {
        // 30000/1001 frames in a second, rounded to milliseconds.
        let exact = (0..<300).map { Int64($0) * 1001 }
        let rounded = exact.map { ($0 + 15) / 30 * 30 + 690 }
        let (frames, moved) = times(rounded, step: 1001, tolerance: 30)
        #expect(frames.map(\.frame.presentation) == exact.map { $0 + 690 } && moved == 0)
    }

    @Test func variableRatesAreKept() {
        let steps: [Int64] = [400, 900, 1001, 350, 5000]
        let times = (0..<200).reduce(into: [Int64(0)]) { $0.append(($0.last ?? 0) + steps[$1 % 5]) }
        let (frames, moved) = self.times(times, step: 1001, tolerance: 30)
        #expect(frames.map(\.frame.presentation) == times && moved == 0)
    }

    @Test func gapsBeginANewGrid() {
        let times = (0..<100).map { Int64($0) * 1001 } + (0..<100).map { 500_077 + Int64($0) * 1001 }
        let (frames, _) = self.times(times.map { $0 / 30 * 30 }, step: 1001, tolerance: 30)
        let durations = Set(frames.map(\.duration))
        #expect(durations.count == 2 && durations.contains(1001))
    }

    @Test func deeperOrdersLaterAreCounted() {
        let later: [Int64] = [104, 100, 101, 102, 103]
        let (frames, moved) = times(Array(0..<100) + later, step: 1)
        #expect(moved > 0 && zip(frames, frames.dropFirst()).allSatisfy { $0.decode < $1.decode })
        #expect(frames.allSatisfy { $0.decode <= $0.frame.presentation })
    }
}
