import Media
import StageKit
import StageTesting
import Testing

@testable import PackagingStages

/// The sync samples that `fmp4.segment` requests, and requests that are not met.
@Suite struct KeyframeScheduleTests {
    private static func schedule(isLive: Bool = true) -> (schedule: KeyframeSchedule, track: Track) {
        var track = Track.scriptedVideo()
        track.liveOrigin = isLive ? .zero : nil
        var schedule = KeyframeSchedule(grid: SegmentGrid(interval: .seconds(2)))
        schedule.add(track)
        return (schedule, track)
    }

    @Test func boundariesAreRequestedOnceAndAheadOfTime() throws {
        var (schedule, track) = Self.schedule()
        let samples = Sample.scripted(track, count: 300, syncEvery: 60)
        let first = try #require(try schedule.advance(to: samples[0]))
        #expect(first.requests == (1...7).map { .seconds($0 * 2) } && first.overdue == nil)
        let later = try samples.dropFirst().compactMap { try schedule.advance(to: $0) }
        #expect(later.flatMap(\.requests) == (8...11).map { .seconds($0 * 2) })
        #expect(later.allSatisfy { $0.overdue == nil })
    }

    /// A merge may hold video back until the schedule receives it, but encoders continue.
    @Test func boundariesOfHeldVideoAreRequestedOnce() throws {
        var (schedule, track) = Self.schedule()
        #expect(schedule.boundaries(holdingUntil: .zero, after: nil) == (1...7).map { .seconds($0 * 2) })
        #expect(schedule.boundaries(holdingUntil: .seconds(1), after: .zero).isEmpty)
        #expect(schedule.boundaries(holdingUntil: .seconds(4), after: .seconds(1)) == [.seconds(16), .seconds(18)])
        let first = try #require(try schedule.advance(to: Sample.scripted(track, count: 1)[0]))
        #expect(first.requests.count == 7, "received video is requested as usual")
    }

    @Test func anOverdueBoundaryIsReportedWithinItsIntervalAndRequestedAgain() throws {
        var (schedule, track) = Self.schedule()
        var overdue: [(at: MediaTime, KeyframeSchedule.Overdue)] = []
        for sample in Sample.scripted(track, count: 300, syncEvery: 1000) {
            if let found = try schedule.advance(to: sample)?.overdue {
                overdue.append((sample.presentationTime, found))
            }
        }
        #expect(overdue.map(\.at) == (3...9).map { .seconds($0) })
        #expect(overdue[0].1 == .init(track: track.id, boundary: .seconds(2), isFirst: true))
        #expect(overdue.dropFirst().allSatisfy { !$0.1.isFirst })
    }

    @Test func aGapAndALateSyncSampleEndTheWait() throws {
        var (schedule, track) = Self.schedule()
        for sample in Sample.scripted(track, count: 80, syncEvery: 1000) { _ = try schedule.advance(to: sample) }
        schedule.gap(track.id, until: .seconds(5))
        let rest = Sample.scripted(track, count: 60, start: 150, syncEvery: 1000)
        #expect(try rest.allSatisfy { try schedule.advance(to: $0)?.overdue == nil })
        let late = Sample.scripted(track, count: 1, start: 210)
        #expect(try late.allSatisfy { try schedule.advance(to: $0)?.overdue == nil })
    }

    @Test func aSegmentWithoutAnEndDoesNotRetainAllMemory() throws {
        var (schedule, track) = Self.schedule()
        let bytes = ByteSlice(copying: [UInt8](repeating: 0, count: 4 << 20))
        let error = #expect(throws: StageError.self) {
            for var sample in Sample.scripted(track, count: 100, duration: 2, syncEvery: 1000) {
                sample.bytes = bytes
                _ = try schedule.advance(to: sample)
            }
        }
        #expect(error?.code == .limitReached)
        #expect(error?.message.contains("max-keyframe-distance") == true)
    }

    /// A feed is joined anywhere between two keyframes, whose interval is that of the segments.
    @Test(arguments: 0..<60)
    func joinedFeedHasNoOverdueBoundary(offset: Int) throws {
        var (schedule, track) = Self.schedule()
        let samples = Sample.scripted(track, count: 600, syncEvery: 60).dropFirst(offset)
        #expect(try samples.allSatisfy { try schedule.advance(to: $0)?.overdue == nil })
    }

    @Test func joinedFeedWithoutKeyframesIsReported() throws {
        var (schedule, track) = Self.schedule()
        let samples = Sample.scripted(track, count: 300, syncEvery: 1000).dropFirst(20)
        let first = try samples.first { try schedule.advance(to: $0)?.overdue?.isFirst == true }
        #expect(first.map { $0.presentationTime <= .seconds(4) } == true)
    }

    @Test func filesHaveNoOverdueKeyframes() throws {
        var (schedule, track) = Self.schedule(isLive: false)
        let samples = Sample.scripted(track, count: 300, syncEvery: 1000)
        #expect(try samples.allSatisfy { try schedule.advance(to: $0)?.overdue == nil })
    }
}
