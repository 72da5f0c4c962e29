import HLS
import Media
import Testing

@Suite struct PlaylistHistoryTests {
    private func playlist(
        _ numbers: Range<Int>, discontinuities: Set<Int> = [], left: Int? = 0, target: Int = 6
    ) -> MediaPlaylist {
        MediaPlaylist(
            targetDuration: target, mediaSequence: numbers.lowerBound, discontinuitySequence: left,
            segments: numbers.map {
                MediaSegment(uri: "\($0)", duration: .seconds(6), isDiscontinuity: discontinuities.contains($0))
            })
    }

    private func clauses(_ playlists: MediaPlaylist...) -> [String] {
        var history = PlaylistHistory()
        return playlists.flatMap { history.add($0) }.map(\.clause)
    }

    @Test func aWindowThatSlidesIsRight() {
        #expect(clauses(playlist(0..<5), playlist(0..<5), playlist(1..<6), playlist(3..<8)).isEmpty)
        #expect(clauses(playlist(0..<5, discontinuities: [2]), playlist(3..<8, left: 1)).isEmpty)
        // Nobody looked for a while.
        #expect(clauses(playlist(0..<5), playlist(50..<55, left: 3)).isEmpty)
    }

    @Test func numbersNeverGoBack() {
        #expect(clauses(playlist(3..<8), playlist(0..<5)) == ["6.2.2"])
        #expect(clauses(playlist(3..<8), playlist(3..<7)) == ["6.2.1"])
    }

    @Test func whatIsPublishedStays() {
        var changed = playlist(1..<6)
        changed.segments[1].duration = .milliseconds(5900)
        #expect(clauses(playlist(0..<5), changed) == ["6.2.1"])
        changed = playlist(1..<6)
        changed.segments[0].uri = "other"
        #expect(clauses(playlist(0..<5), changed) == ["6.2.1"])
    }

    @Test func aSegmentMayTurnOutToBeMissing() {
        var changed = playlist(1..<6)
        changed.segments[0].isGap = true
        #expect(clauses(playlist(0..<5), changed).isEmpty)
        #expect(clauses(changed, playlist(1..<7)) == ["6.2.1"])
    }

    @Test func discontinuitiesThatLeaveAreCounted() {
        #expect(clauses(playlist(0..<5, discontinuities: [0]), playlist(1..<6, left: 0)) == ["6.2.2"])
        #expect(clauses(playlist(0..<5), playlist(1..<6, left: 1)) == ["6.2.2"])
        #expect(clauses(playlist(0..<5, left: nil), playlist(1..<6, discontinuities: [5], left: nil)) == ["4.4.3.3"])
    }

    @Test func thePromisesStay() {
        var ended = playlist(0..<5)
        ended.hasEndList = true
        #expect(clauses(ended, playlist(0..<6)) == ["4.4.3.4"])
        #expect(clauses(playlist(0..<5), playlist(0..<6, target: 7)) == ["6.2.1"])
        #expect(clauses(playlist(0..<5), playlist(3..<5)) == ["6.2.2"])
        var event = playlist(0..<5)
        event.type = .event
        var shorter = playlist(1..<6)
        shorter.type = .event
        #expect(clauses(event, shorter) == ["4.4.3.5"])
    }
}
