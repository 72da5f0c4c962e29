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

    @Test func indefiniteIntervalHasNoBoundaries() {
        #expect(SegmentGrid(interval: .indefinite).boundary(after: .seconds(5)).isIndefinite)
    }

    @Test func largeTimesWithTinyIntervalsDoNotTrap() {
        let grid = SegmentGrid(interval: .nanoseconds(1))
        #expect(grid.boundary(after: MediaTime(value: .max, timescale: 1)).value == .max)
    }
}
