import HLS
import Media
import Testing
import HLSRules

@Suite struct PlaylistReloadValidatorTests {
    private func playlist(
        _ numbers: Range<Int>, discontinuities: Set<Int> = [], left: Int? = 0, target: Int = 6
    ) -> MediaPlaylist {
        MediaPlaylist(
            targetDuration: target, mediaSequence: numbers.lowerBound, discontinuitySequence: left,
            segments: numbers.map {
                MediaSegment(uri: "\($0)", duration: .seconds(6), isDiscontinuity: discontinuities.contains($0))
            })
    }

    private func rules(_ playlists: MediaPlaylist...) -> [String] {
        var watch = PlaylistReloadValidator()
        return playlists.flatMap { watch.validate($0) }.map(\.rule)
    }

    @Test func slidingWindowIsValid() {
        #expect(rules(playlist(0..<5), playlist(0..<5), playlist(1..<6), playlist(3..<8)) == [])
        #expect(rules(playlist(0..<5, discontinuities: [2]), playlist(3..<8, left: 1)) == [])
        // Reloads were skipped for a while.
        #expect(rules(playlist(0..<5), playlist(50..<55, left: 3)) == [])
    }

    @Test func decreasingMediaSequenceIsReported() {
        #expect(rules(playlist(3..<8), playlist(0..<3)) == ["R11"])
        #expect(rules(playlist(3..<8), playlist(3..<7)) == ["R16"])
    }

    @Test func changedSegmentsAreReported() {
        var changed = playlist(1..<6)
        changed.segments[1].duration = .milliseconds(5900)
        #expect(rules(playlist(0..<5), changed) == ["R16"])
        changed = playlist(1..<6)
        changed.segments[0].uri = "other"
        #expect(rules(playlist(0..<5), changed) == ["R16"])
    }

    @Test func publishedSegmentMayBecomeGap() {
        var changed = playlist(1..<6)
        changed.segments[0].isGap = true
        #expect(rules(playlist(0..<5), changed) == [])
        #expect(rules(changed, playlist(1..<7)) == ["R16"])
    }

    @Test func queryTokensDoNotIdentifySegments() {
        var (first, second) = (playlist(0..<5), playlist(1..<6))
        for index in first.segments.indices {
            first.segments[index].uri += "?token=a"
            second.segments[index].uri += "?token=b"
        }
        #expect(rules(first, second) == [])
    }

    @Test func removedDiscontinuitiesAreCounted() {
        #expect(rules(playlist(0..<5, discontinuities: [0]), playlist(1..<6, left: 0)) == ["R12"])
        #expect(rules(playlist(0..<5), playlist(1..<6, left: 1)) == ["R12"])
        #expect(rules(playlist(0..<5, left: nil), playlist(1..<6, discontinuities: [5], left: nil)) == ["R13"])
    }

    @Test func typeAndEndListStayInForce() {
        var ended = playlist(0..<5)
        ended.hasEndList = true
        #expect(rules(ended, playlist(0..<6)) == ["R14"])
        #expect(rules(playlist(0..<5), playlist(0..<6, target: 7)) == ["R9"])
        #expect(rules(playlist(0..<5), playlist(3..<5)) == ["R19"])
        var event = playlist(0..<5)
        event.type = .event
        var shorter = playlist(1..<6)
        shorter.type = .event
        #expect(rules(event, shorter) == ["R15"])
    }

    @Test func repeatedFindingIsReportedOnce() {
        var watch = PlaylistReloadValidator()
        #expect(watch.validate(playlist(0..<5, target: 5)).map(\.rule) == ["R7"])
        #expect(watch.validate(playlist(0..<5, target: 5)) == [])
        #expect(watch.changeCount == 1)
    }
}
