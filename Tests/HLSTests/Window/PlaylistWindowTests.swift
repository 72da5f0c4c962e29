import HLS
import Media
import Testing

@Suite struct PlaylistWindowTests {
    private func segment(
        _ number: Int, lasting duration: MediaTime = .seconds(6), discontinuity: Bool = false
    ) -> MediaSegment {
        MediaSegment(uri: "\(number)", duration: duration, isDiscontinuity: discontinuity)
    }

    @Test func mediaSequenceCountsRemovedSegments() {
        var window = PlaylistWindow(.live(maximumCount: 4), target: TargetDuration(seconds: 6))
        var removed = 0
        for number in 0..<50 {
            removed += window.append(segment(number)).removals.count
            #expect(window.mediaSequence == removed)
            #expect(window.mediaSequence + window.count == number + 1)
            #expect(window.segments.first?.uri == "\(window.mediaSequence)")
            #expect(window.count == min(4, number + 1))
        }
    }

    @Test func discontinuitySequenceCountsRemovedTags() {
        var window = PlaylistWindow(.live(maximumCount: 3), target: TargetDuration(seconds: 6))
        var expected = 0
        for number in 0..<40 {
            let change = window.append(segment(number, discontinuity: number % 7 == 5))
            expected += change.removals.count { $0.segment.isDiscontinuity }
            #expect(window.discontinuitySequence == expected)
            #expect(window.playlist(ended: false).discontinuitySequence == expected)
        }
        #expect(expected == 5)
    }

    @Test func windowListsAtLeastThreeTargetDurations() {
        var window = PlaylistWindow(.live(maximumCount: 3), target: TargetDuration(seconds: 6))
        for number in 0..<30 {
            _ = window.append(segment(number, lasting: .seconds(2)))
            #expect(window.count == min(9, number + 1))
        }
    }

    @Test func removedSegmentIsRetainedForItsDurationPlusLongestPlaylist() {
        var window = PlaylistWindow(.live(maximumCount: 3), target: TargetDuration(seconds: 6))
        for number in 0..<3 { _ = window.append(segment(number)) }
        // The first segment was listed in playlists of 18 s; then 6 + 6 + 4 s would remain, less than three target
        // durations, so nothing was removed.
        #expect(window.append(segment(3, lasting: .seconds(4))).removals.isEmpty)
        // The longest playlist that listed it has four segments of 22 s.
        let removals = window.append(segment(4)).removals
        #expect(removals.map(\.segment.uri) == ["0"])
        #expect(removals.map(\.retention) == [.seconds(6 + 22)])
    }

    @Test func windowByDurationListsNoMoreThanNeeded() {
        var window = PlaylistWindow(.live(.duration(.seconds(60))), target: TargetDuration(seconds: 6))
        for number in 0..<40 {
            _ = window.append(segment(number, lasting: number % 2 == 0 ? .seconds(6) : .seconds(4)))
            guard number >= 12 else { continue }
            #expect(window.duration >= .seconds(60))
            let first = window.segments[0].duration
            #expect(window.duration - first < .seconds(60))
        }
    }

    @Test func earlyExpiryLeavesThreeTargetDurations() {
        var window = PlaylistWindow(.live(maximumCount: 10), target: TargetDuration(seconds: 6))
        for number in 0..<10 { _ = window.append(segment(number)) }
        var released = 0
        while let removal = window.expireOldest() {
            // The 60 s of the playlist that listed it plus its duration of 6 s.
            #expect(removal.retention == .seconds(66))
            released += 1
        }
        #expect(released == 7 && window.count == 3 && window.mediaSequence == 7)
        var event = PlaylistWindow(.event, target: TargetDuration(seconds: 6))
        for number in 0..<10 { _ = event.append(segment(number)) }
        #expect(event.expireOldest() == nil)
    }

    @Test func longSegmentIsReportedAndTargetStays() {
        var window = PlaylistWindow(.event, target: TargetDuration(seconds: 6))
        #expect(window.append(segment(0, lasting: .milliseconds(6499))).exceededTarget == nil)
        #expect(window.append(segment(1, lasting: .milliseconds(6500))).exceededTarget == TargetDuration(seconds: 6))
        #expect(window.playlist(ended: true).targetDuration == 6)
    }

    @Test func vodTargetCoversLongestSegmentOrSharedTarget() {
        var window = PlaylistWindow(.vod)
        _ = window.append(segment(0, lasting: .milliseconds(6500)))
        _ = window.append(segment(1, lasting: .milliseconds(2000)))
        #expect(window.playlist(ended: true).targetDuration == 7)
        #expect(window.playlist(ended: true, sharedTarget: TargetDuration(seconds: 9)).targetDuration == 9)
        #expect(window.playlist(ended: true).type == .vod)
    }

    @Test func iFramesAreRemovedWithTheirSegments() {
        var frames = IFrameWindow()
        for number in 0..<5 {
            frames.append((0..<number).map { segment(10 * number + $0, discontinuity: number == 2 && $0 == 0) })
        }
        frames.removeFirst(segments: 3)
        #expect(frames.frames.map(\.uri) == ["30", "31", "32", "40", "41", "42", "43"])
        #expect(frames.mediaSequence == 3)
        #expect(frames.discontinuitySequence == 1)
    }
}
