import HLS
import Media
import Testing

@Suite struct PlaylistWindowTests {
    private func segment(
        _ number: Int, lasting duration: MediaTime = .seconds(6), discontinuity: Bool = false
    ) -> ListedSegment {
        ListedSegment(MediaSegment(uri: "\(number)", duration: duration, isDiscontinuity: discontinuity))
    }

    @Test func mediaSequenceCountsRemovedSegments() {
        var window = PlaylistWindow(.live(maximumCount: 4), target: TargetDuration(seconds: 6))
        var removed = 0
        for number in 0..<50 {
            removed += window.append(segment(number)).removals.count
            #expect(window.numbers.media == removed)
            #expect(window.numbers.media + window.count == number + 1)
            #expect(window.segments.first?.entry.uri == "\(window.numbers.media)")
            #expect(window.count == min(4, number + 1))
        }
    }

    @Test func discontinuitySequenceCountsRemovedTags() {
        var window = PlaylistWindow(.live(maximumCount: 3), target: TargetDuration(seconds: 6))
        var expected = 0
        for number in 0..<40 {
            let change = window.append(segment(number, discontinuity: number % 7 == 5))
            expected += change.removals.count { $0.entry.isDiscontinuity }
            #expect(window.numbers.discontinuity == expected)
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
        #expect(removals.map(\.entry.uri) == ["0"])
        #expect(removals.map(\.retention) == [.seconds(6 + 22)])
    }

    @Test func windowByDurationListsNoMoreThanNeeded() {
        var window = PlaylistWindow(.live(.duration(.seconds(60))), target: TargetDuration(seconds: 6))
        for number in 0..<40 {
            _ = window.append(segment(number, lasting: number % 2 == 0 ? .seconds(6) : .seconds(4)))
            guard number >= 12 else { continue }
            #expect(window.duration >= .seconds(60))
            let first = window.segments[0].entry.duration
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
        #expect(released == 7 && window.count == 3 && window.numbers.media == 7)
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
        var window = PlaylistWindow(.live(maximumCount: 3), target: TargetDuration(seconds: 6))
        for number in 0..<6 {
            var listed = segment(number)
            listed.iFrames = (0..<number).map {
                MediaSegment(
                    uri: "\(10 * number + $0)", duration: .seconds(1), isDiscontinuity: number == 2 && $0 == 0)
            }
            _ = window.append(listed)
        }
        let frames = window.iFramePlaylist(matching: window.playlist(ended: false))
        #expect(frames.segments.map(\.uri) == ["30", "31", "32", "40", "41", "42", "43", "50", "51", "52", "53", "54"])
        #expect(frames.isIFramesOnly && frames.mediaSequence == 3 && frames.discontinuitySequence == 1)
        #expect(window.numbers == SequenceNumbers(media: 3, discontinuity: 0))
    }
}
