import Media
import Testing

@Suite struct SegmentGridTests {
    @Test func gridDoesNotDrift() {
        let grid = SegmentGrid(start: .seconds(10), interval: MediaTime(value: 1001, timescale: 30000))
        let far = grid.boundary(1_000_000)
        #expect(far == .seconds(10) + MediaTime(value: 1_001_000_000, timescale: 30000))
        #expect(grid.index(at: far) == 1_000_000)
        #expect(grid.index(at: far - .nanoseconds(1)) == 999_999)
    }

    @Test func boundaryAfterATimeIsLater() {
        let grid = SegmentGrid(interval: .seconds(6))
        #expect(grid.boundary(after: .zero) == .seconds(6))
        #expect(grid.boundary(after: MediaTime(value: 599, timescale: 100)) == .seconds(6))
        #expect(grid.boundary(after: .seconds(6)) == .seconds(12))
    }

    @Test(arguments: [
        // The end of the leading track, the start of its last segment, and the first cut of a track that follows it, in ms.
        (4000, 2000, 4000), (3600, 2000, 4000), (4004, 2000, 4004), (4300, 2000, 4300), (4300, 4004, 6000),
        (4600, 2000, 6000), (40, 0, 2000), (2100, 2040, 4000),
    ])
    func followingTracksAreCutWhereTheLeadingTrackEndsOrAfterIt(end: Int64, start: Int64, cut: Int64) {
        let grid = SegmentGrid(interval: .seconds(2))
        let first = grid.firstCut(atOrAfter: .milliseconds(end), inSegmentFrom: .milliseconds(start))
        #expect(first == .milliseconds(cut))
        let (cuts, next) = grid.followingCuts(from: first, knownUpTo: first + .milliseconds(2900))
        #expect(cuts.first == first && cuts.last.map { next > $0 } ?? false)
        #expect(grid.boundary(grid.index(at: next)) == next)
    }

    @Test func indefiniteIntervalHasNoBoundaries() {
        #expect(SegmentGrid(interval: .indefinite).boundary(after: .seconds(5)).isIndefinite)
    }

    @Test func largeTimesWithTinyIntervalsDoNotTrap() {
        let grid = SegmentGrid(interval: .nanoseconds(1))
        #expect(grid.boundary(after: MediaTime(value: .max, timescale: 1)).value == .max)
    }
}
