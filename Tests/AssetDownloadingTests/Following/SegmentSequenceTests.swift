import AssetDownloading
import HLS
import Media
import Testing

/// The order in which the segments of a changing playlist are read.
@Suite struct SegmentSequenceTests {
    private func playlist(
        _ numbers: Range<Int>, gaps: Set<Int> = [], discontinuities: Set<Int> = [], discontinuitySequence: Int? = nil,
        isEnded: Bool = false
    ) -> MediaPlaylist {
        var playlist = MediaPlaylist(
            targetDuration: 2, mediaSequence: numbers.lowerBound, discontinuitySequence: discontinuitySequence)
        playlist.segments = numbers.map { number in
            MediaSegment(
                uri: "\(number)", duration: .seconds(2), isDiscontinuity: discontinuities.contains(number),
                isGap: gaps.contains(number))
        }
        playlist.hasEndList = isEnded
        return playlist
    }

    private func rest(_ sequence: inout SegmentSequence) -> [SegmentSequence.Entry] {
        var entries: [SegmentSequence.Entry] = []
        while let entry = sequence.removeFirst() { entries.append(entry) }
        return entries
    }

    @Test func endedPlaylistIsReadFromItsStart() {
        var sequence = SegmentSequence()
        let change1 = sequence.update(playlist(5..<9, isEnded: true))
        #expect(change1)
        let entries7 = rest(&sequence)
        #expect(entries7.map(\.sequence) == [5, 6, 7, 8])
        #expect(sequence.isEnded && !sequence.isLive)
    }

    @Test(arguments: [(0, [7, 8, 9]), (1, [6, 7, 8, 9])])
    func livePlaylistIsReadFromThreeTargetDurationsBeforeItsEnd(distance: Int, expected: [Int]) {
        var sequence = SegmentSequence(additionalDistance: distance)
        let change2 = sequence.update(playlist(0..<10))
        #expect(change2)
        let entries8 = rest(&sequence)
        #expect(entries8.map(\.sequence) == expected)
        let change3 = sequence.update(playlist(0..<10))
        #expect(!change3)
        let change4 = sequence.update(playlist(2..<12))
        #expect(change4)
        let entries9 = rest(&sequence)
        #expect(entries9.map(\.sequence) == [10, 11])
        let change5 = sequence.update(playlist(3..<12, isEnded: true))
        #expect(change5)
        #expect(sequence.isEnded)
    }

    @Test func gapsAndRemovedSegmentsAreSkipped() {
        var sequence = SegmentSequence()
        _ = sequence.update(playlist(0..<3, gaps: [1]))
        let entries10 = rest(&sequence)
        #expect(entries10.map { [$0.sequence, $0.isAfterGap ? 1 : 0] } == [[0, 0], [2, 1]])
        _ = sequence.update(playlist(7..<9))
        let entries11 = rest(&sequence)
        #expect(entries11.map { [$0.sequence, $0.isAfterGap ? 1 : 0] } == [[7, 1], [8, 0]])
        sequence.skipMissing()
        _ = sequence.update(playlist(8..<10))
        let entries12 = rest(&sequence)
        #expect(entries12.map(\.isAfterGap) == [true])
    }

    @Test func discontinuitiesAreCountedAcrossTheWindow() {
        var sequence = SegmentSequence()
        _ = sequence.update(playlist(0..<3, discontinuities: [2], discontinuitySequence: 4))
        let entries13 = rest(&sequence)
        #expect(entries13.map(\.discontinuity) == [4, 4, 5])
        _ = sequence.update(playlist(3..<5, discontinuities: [4], discontinuitySequence: 5))
        let entries14 = rest(&sequence)
        #expect(entries14.map(\.discontinuity) == [5, 6])
    }

    @Test func newPresentationOfTheServerHasAnotherTimeline() {
        var sequence = SegmentSequence()
        _ = sequence.update(playlist(100..<103, discontinuitySequence: 7))
        let entries15 = rest(&sequence)
        #expect(entries15.map(\.discontinuity) == [7, 7, 7])
        let change6 = sequence.update(playlist(0..<2))
        #expect(change6)
        let entries16 = rest(&sequence)
        #expect(entries16.map { [$0.sequence, $0.discontinuity] } == [[0, 8], [1, 8]])
    }
}
