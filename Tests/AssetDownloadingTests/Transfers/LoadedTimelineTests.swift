import AssetDownloading
import Testing

@Suite struct LoadedTimelineTests {
    private func range(_ start: Int64, _ end: Int64) -> LoadedTimeRange {
        LoadedTimeRange(start: .seconds(start), duration: .seconds(end - start))
    }

    /// The ranges of a timeline after insertions, and the results of the insertions.
    private func insert(_ ranges: [(Int64, Int64)]) -> (ranges: [LoadedTimeRange], areNew: [Bool]) {
        var timeline = LoadedTimeline()
        let areNew = ranges.map { timeline.insert(range($0.0, $0.1)) }
        return (timeline.ranges, areNew)
    }

    @Test func adjacentRangesAreJoined() {
        #expect(insert([(2, 3), (0, 1), (1, 2)]).ranges == [range(0, 3)])
        #expect(insert([(0, 1), (2, 3), (4, 5)]).ranges == [range(0, 1), range(2, 3), range(4, 5)])
        #expect(insert([(4, 5), (0, 1), (2, 3), (0, 6)]).ranges == [range(0, 6)])
        #expect(insert([(0, 2), (5, 9), (1, 6)]).ranges == [range(0, 9)])
        #expect(insert([(5, 6), (0, 1), (1, 2)]).ranges == [range(0, 2), range(5, 6)])
    }

    @Test func knownAndEmptyRangesAreNotNew() {
        #expect(insert([(0, 4), (1, 2), (0, 4), (3, 5), (7, 7)]).areNew == [true, false, false, true, false])
    }
}
