import HLS
import Media
import StageKit
import StageTesting
import Testing

@testable import PackagingStages

/// Dates across restarts and reloads: no segment is dated before the end of the preceding one, which follows from its date
/// and its duration.
@Suite struct ContinuedDatesTests {
    private static let date: Int64 = 1_767_323_045_678
    /// The media time at which the first run starts.
    private static let start = MediaTime.seconds(10)

    /// Segments of two seconds in four parts, of video and of audio whose segments end a packet later.
    private struct Channel {
        var video = ScriptedSegments.video(interval: .seconds(2))
        var audio = ScriptedSegments.audio()
        static let packet = MediaTime(value: 1024, timescale: 48000)

        /// `origin` is the clock's time of media time zero; nil for media without a capture time.
        init(origin: MonotonicTime? = .zero) {
            for track in Self.tracks {
                self[keyPath: track].rendition.partTarget = .milliseconds(500)
                self[keyPath: track].rendition.interval = .seconds(2)
                self[keyPath: track].rendition.tracks[0].liveOrigin = origin
            }
        }

        func initializations() -> [Segment] { [video.initialization(), audio.initialization()] }

        static var tracks: [WritableKeyPath<Channel, ScriptedSegments>] { [\.video, \.audio] }

        private func shift(_ track: KeyPath<Channel, ScriptedSegments>) -> MediaTime {
            track == \Channel.audio ? Self.packet : .zero
        }

        /// Parts of the segment that starts at `time`.
        func parts(
            _ numbers: Range<Int>, at time: MediaTime, of track: KeyPath<Channel, ScriptedSegments>
        ) -> [Segment] {
            numbers.map { number in
                self[keyPath: track].part(
                    number, at: time + shift(track) + .milliseconds(500 * Int64(number)), lasting: .milliseconds(500),
                    isLast: number == 3)
            }
        }

        mutating func segment(
            at time: MediaTime, of track: WritableKeyPath<Channel, ScriptedSegments>,
            lasting duration: MediaTime = .seconds(2)
        ) -> Segment {
            self[keyPath: track].next(at: time + shift(track), lasting: duration)
        }
    }

    private func playlistRun(_ clock: VirtualClock, after resumption: Resumption? = nil) throws -> PlaylistRun {
        var run = try PlaylistRun(clock: clock) {
            $0.type = .live
            $0.window = 20
        }
        if let resumption { try run.request(.resume(resumption)) }
        return run
    }

    /// Publishes complete segments from `start`, and the first `parts` of the next one; the clock follows.
    private func publish(
        _ count: Int, parts: Int = 0, _ channel: inout Channel, to run: inout PlaylistRun,
        at start: MediaTime = Self.start, audioLags: Bool = false
    ) throws {
        for k in 0...count {
            let time = start + .seconds(2 * Int64(k))
            for track in Channel.tracks {
                if k == count, audioLags, track == \Channel.audio { continue }
                for part in channel.parts(0..<(k == count ? parts : 4), at: time, of: track) { try run.send(part) }
                if k < count { try run.send(channel.segment(at: time, of: track)) }
            }
        }
    }

    private func resumption(_ runs: PlaylistRun..., at time: Int64) -> Resumption {
        var resumption = runs[runs.count - 1].resumption(at: time)
        resumption.records = runs.reduce(into: [:]) { $0.merge($1.records) { $1 } }
        resumption.files = runs.reduce(into: [:]) { $0.merge($1.files) { $1 } }
        return resumption
    }

    private func playlist(_ run: PlaylistRun, _ id: String) throws -> MediaPlaylist {
        guard case .media(let playlist) = try Playlist.parse(try #require(run.text("\(id)/playlist.m3u8"))).playlist
        else { throw StageError(.damagedInput, "no playlist") }
        return playlist
    }

    /// The longest time, in microseconds, by which a segment is dated before the end of the preceding one. Dates are in
    /// whole milliseconds.
    private func overlap(_ playlist: MediaPlaylist) -> Int64 {
        var (end, longest) = (Int64?.none, Int64.zero)
        for segment in playlist.segments {
            let start = segment.programDateTime.map { $0.milliseconds * 1000 } ?? end
            if let start, let end { longest = max(longest, end - start) }
            end = start.map { $0 + segment.duration.ticks(at: 1_000_000) }
        }
        return longest
    }

    private func expectContinuousDates(_ run: PlaylistRun, sourceLocation: Testing.SourceLocation = #_sourceLocation)
        throws
    {
        for id in ["video", "audio"] {
            let playlist = try playlist(run, id)
            // Clocks are corrected by a thousandth of the time.
            let text = run.text("\(id)/playlist.m3u8") ?? ""
            #expect(overlap(playlist) <= 3000, "\(text)", sourceLocation: sourceLocation)
            #expect(playlist.segments.allSatisfy { $0.duration > .zero }, sourceLocation: sourceLocation)
        }
    }

    /// The continuation that a run requested.
    private func continuation(_ run: PlaylistRun) throws -> TimelineContinuation {
        guard case .continueTimeline(let continuation)? = run.requests.first else {
            throw StageError(.damagedInput, "no continuation")
        }
        return continuation
    }

    /// A run that ends in its fourth segment, and another one whose clock starts `pause` after the end of the third.
    @Test(arguments: [0, 1, 50, 700, 1400, 2600, 90_000] as [Int64])
    func gapOfAnOpenSegmentEndsWhereTheNextRunStarts(pause: Int64) throws {
        let clock = VirtualClock(date: WallTime(milliseconds: Self.date))
        var (first, channel) = (try playlistRun(clock), Channel())
        try first.send(channel.initializations()[0], channel.initializations()[1])
        try publish(3, parts: 2, &channel, to: &first)
        let end = Self.date + 16_000 + pause
        let later = VirtualClock(date: WallTime(milliseconds: end))
        var second = try playlistRun(later, after: resumption(first, at: end))
        let captured = try continuation(second).start(liveOrigin: .zero)
        var next = Channel(origin: .zero - captured.duration)
        try second.send(next.initializations()[0], next.initializations()[1])
        try publish(2, parts: 1, &next, to: &second, at: captured)
        try expectContinuousDates(second)
        let video = try playlist(second, "video")
        #expect(video.segments.map(\.isGap) == [false, false, false, true, false, false])
        #expect(video.segments.map(\.isDiscontinuity) == [false, false, false, false, true, false])
        let wanted = min(max(captured - .seconds(16), .milliseconds(1)), .seconds(2))
        #expect(video.segments[3].duration == wanted, "\(video.segments[3].duration)")
    }

    /// The end of audio is a packet later than that of video, where the missing segment starts.
    @Test(arguments: [0, 10, 300, 5000] as [Int64]) func gapsOfALaggingRenditionStartAtItsEnd(pause: Int64) throws {
        let clock = VirtualClock(date: WallTime(milliseconds: Self.date))
        var (first, channel) = (try playlistRun(clock), Channel())
        try first.send(channel.initializations()[0], channel.initializations()[1])
        try publish(3, &channel, to: &first)
        // The source ends early: audio has been complete before, while video has one more segment.
        let short = MediaTime.milliseconds(15)
        try first.send(channel.segment(at: .seconds(16), of: \.video, lasting: short))
        let end = Self.date + 16_015 + pause
        let later = VirtualClock(date: WallTime(milliseconds: end))
        var second = try playlistRun(later, after: resumption(first, at: end))
        let captured = try continuation(second).start(liveOrigin: .zero)
        var next = Channel(origin: .zero - captured.duration)
        try second.send(next.initializations()[0], next.initializations()[1])
        try publish(2, parts: 1, &next, to: &second, at: captured)
        try expectContinuousDates(second)
        let ends = try ["video", "audio"].map { try playlist(second, $0).segments.count }
        #expect(ends == [6, 6])
    }

    /// Runs that are interrupted before their first segment is complete.
    @Test func gapsOfSeveralInterruptedRunsDoNotOverlap() throws {
        let clock = VirtualClock(date: WallTime(milliseconds: Self.date))
        var (last, channel) = (try playlistRun(clock), Channel())
        try last.send(channel.initializations()[0], channel.initializations()[1])
        try publish(3, parts: 2, &channel, to: &last)
        var state = resumption(last, at: Self.date + 17_100)
        for number in 0..<4 {
            let now = Self.date + 17_100 + 400 * Int64(number)
            var run = try playlistRun(VirtualClock(date: WallTime(milliseconds: now)), after: state)
            let captured = try continuation(run).start(liveOrigin: .zero)
            var next = Channel(origin: .zero - captured.duration)
            try run.send(next.initializations()[0], next.initializations()[1])
            try publish(number == 3 ? 2 : 0, parts: 1, &next, to: &run, at: captured, audioLags: number == 1)
            state.records.merge(run.records) { $1 }
            state.files.merge(run.files) { $1 }
            state.lastRecorded = now
            last = run
        }
        try expectContinuousDates(last)
        let video = try playlist(last, "video")
        #expect(video.segments.count { $0.isGap } == 4)
        #expect(video.segments.count == (try playlist(last, "audio")).segments.count)
    }

    /// Without a capture time, media are dated by their arrival, which is earlier if they are read fast.
    @Test func mediaWithoutACaptureTimeAreDatedAfterTheEarlierRun() throws {
        let clock = VirtualClock(date: WallTime(milliseconds: Self.date))
        var (first, channel) = (try playlistRun(clock), Channel(origin: nil))
        try first.send(channel.initializations()[0], channel.initializations()[1])
        try publish(3, parts: 2, &channel, to: &first)
        let later = VirtualClock(date: WallTime(milliseconds: Self.date + 100))
        var second = try playlistRun(later, after: resumption(first, at: Self.date))
        let captured = try continuation(second).start(liveOrigin: nil)
        var next = Channel(origin: nil)
        try second.send(next.initializations()[0], next.initializations()[1])
        try publish(2, &next, to: &second, at: captured)
        try expectContinuousDates(second)
    }

    /// After a stall, media arrive faster than in real time, and may be ahead of the clock. Dates approach it gradually.
    @Test(arguments: [500, 2300, 5000] as [Int64]) func datesOfARunThatWasAheadContinue(lead: Int64) throws {
        let clock = VirtualClock(date: WallTime(milliseconds: Self.date))
        var (first, channel) = (try playlistRun(clock), Channel())
        try first.send(channel.initializations()[0], channel.initializations()[1])
        try publish(3, parts: 2, &channel, to: &first)
        let now = Self.date + 16_000 - lead
        let later = VirtualClock(date: WallTime(milliseconds: now))
        var second = try playlistRun(later, after: resumption(first, at: now))
        let captured = try continuation(second).start(liveOrigin: .zero)
        var next = Channel(origin: .zero - captured.duration)
        try second.send(next.initializations()[0], next.initializations()[1])
        try publish(2, &next, to: &second, at: captured)
        // The source is opened again.
        for track in Channel.tracks {
            var segment = next.segment(at: captured + .seconds(4), of: track)
            segment.isDiscontinuity = true
            try second.send(segment)
        }
        try expectContinuousDates(second)
        #expect(!second.problems.contains { $0.code == "wall-clock-step" }, "\(second.problems)")
        let dates = try playlist(second, "video").segments.compactMap(\.programDateTime?.milliseconds)
        let correction = Self.date + 16_000 + 4000 - (dates.last ?? 0)
        #expect((-50...0).contains(correction), "\(correction)")
    }

    /// A clock that was set back by an hour is followed, with a warning.
    @Test func clockThatWasSetBackBetweenRunsIsFollowed() throws {
        let clock = VirtualClock(date: WallTime(milliseconds: Self.date))
        var (first, channel) = (try playlistRun(clock), Channel())
        try first.send(channel.initializations()[0], channel.initializations()[1])
        try publish(3, &channel, to: &first)
        let later = VirtualClock(date: WallTime(milliseconds: Self.date - 3_600_000))
        var second = try playlistRun(later, after: resumption(first, at: Self.date + 16_000))
        let captured = try continuation(second).start(liveOrigin: .zero)
        var next = Channel(origin: .zero - captured.duration)
        try second.send(next.initializations()[0], next.initializations()[1])
        try publish(1, &next, to: &second, at: captured)
        let dates = try playlist(second, "video").segments.compactMap(\.programDateTime)
        #expect(dates.last?.milliseconds == Self.date - 3_600_000)
        #expect(second.problems.contains { $0.code == "wall-clock-step" })
    }
}

// Reloads: the segmenter continues, and only the playlists are replaced.
extension ContinuedDatesTests {
    /// A run whose playlists are replaced after `parts` parts of the fourth segment; `lost` segments are not received by
    /// either stage, and the initialization segments are sent again.
    private func reloaded(
        parts: Int, lost: Int = 0, audioLags: Bool = false
    ) throws -> (first: PlaylistRun, second: PlaylistRun) {
        let clock = VirtualClock(date: WallTime(milliseconds: Self.date))
        var (first, channel) = (try playlistRun(clock), Channel())
        try first.send(channel.initializations()[0], channel.initializations()[1])
        try publish(3, parts: parts, &channel, to: &first, audioLags: audioLags)
        var second = try playlistRun(clock, after: resumption(first, at: Self.date + 17_000))
        try second.send(channel.initializations()[0], channel.initializations()[1])
        for k in 0..<Int64(3 + lost) {
            let time = Self.start + .seconds(6 + 2 * k)
            for track in Channel.tracks {
                let known = k > 0 || audioLags && track == \Channel.audio ? 0 : parts
                let messages = channel.parts(known..<4, at: time, of: track) + [channel.segment(at: time, of: track)]
                for message in messages where k >= lost { try second.send(message) }
            }
        }
        return (first, second)
    }

    /// Dates that were ahead of the clock before a reload, and a source that is opened again.
    @Test(arguments: [500, 1300, 5000] as [Int64]) func datesAheadOfTheClockContinueAfterAReload(lead: Int64) throws {
        var (first, channel) = (
            try playlistRun(VirtualClock(date: WallTime(milliseconds: Self.date))), Channel()
        )
        try first.send(channel.initializations()[0], channel.initializations()[1])
        try publish(3, &channel, to: &first)
        let clock = VirtualClock(date: WallTime(milliseconds: Self.date - lead))
        var second = try playlistRun(clock, after: resumption(first, at: Self.date + 17_000))
        try second.send(channel.initializations()[0], channel.initializations()[1])
        for k in 0..<Int64(4) {
            for track in Channel.tracks {
                var segment = channel.segment(at: Self.start + .seconds(6 + 2 * k), of: track)
                segment.isDiscontinuity = k == 2
                try second.send(segment)
            }
        }
        try expectContinuousDates(second)
        #expect(try playlist(second, "video").segments.contains(where: \.isDiscontinuity))
    }

    @Test(arguments: [0, 1, 3, 4], [false, true])
    func playlistsThatAreReplacedContinueTheirSegments(parts: Int, audioLags: Bool) throws {
        let (first, second) = try reloaded(parts: parts, audioLags: audioLags)
        try expectContinuousDates(second)
        for id in ["video", "audio"] {
            let playlist = try playlist(second, id)
            #expect(playlist.segments.map(\.uri) == (1...6).map { "segment-0000\($0).m4s" }, "\(id)")
            #expect(playlist.segments.allSatisfy { !$0.isGap && !$0.isDiscontinuity }, "\(id)")
            // Players know the first parts of the segment, which are not listed again.
            let wanted = parts == 0 || audioLags && id == "audio" ? 4 : 0
            #expect(playlist.segments.map(\.parts.count) == [0, 0, 0, wanted, 4, 4], "\(id)")
        }
        let names = [first, second].map { run in
            Set(run.resources.filter { $0.role == .part && $0.storedText != nil }.map(\.path))
        }
        #expect(names[0].isDisjoint(with: names[1]))
        #expect(second.problems.allSatisfy { $0.code != "gap" }, "\(second.problems)")
    }

    @Test(arguments: [1, 2], [0, 2]) func segmentsLostByAReloadAreGapsOfTheirDuration(lost: Int, parts: Int) throws {
        let second = try reloaded(parts: parts, lost: lost).second
        try expectContinuousDates(second)
        for id in ["video", "audio"] {
            let playlist = try playlist(second, id)
            let count = 6 + lost
            #expect(playlist.segments.map(\.uri) == (1...count).map { "segment-0000\($0).m4s" }, "\(id)")
            #expect(playlist.segments.map(\.isGap) == (0..<count).map { (3..<3 + lost).contains($0) }, "\(id)")
            #expect(playlist.segments.allSatisfy { $0.duration == .seconds(2) && !$0.isDiscontinuity }, "\(id)")
        }
        #expect(second.problems.count { $0.code == "gap" && $0.message.contains("reload") } == 2, "\(second.problems)")
    }

    /// The segmenter is replaced as well: its numbers start anew, and so do its segments.
    @Test func segmentsOfAReplacedSegmenterFollowAfterADiscontinuity() throws {
        let clock = VirtualClock(date: WallTime(milliseconds: Self.date))
        var (first, channel) = (try playlistRun(clock), Channel())
        try first.send(channel.initializations()[0], channel.initializations()[1])
        try publish(3, parts: 2, &channel, to: &first)
        var second = try playlistRun(clock, after: resumption(first, at: Self.date + 17_000))
        var next = Channel()
        try second.send(next.initializations()[0], next.initializations()[1])
        try publish(2, &next, to: &second, at: .seconds(17))
        try expectContinuousDates(second)
        let video = try playlist(second, "video")
        #expect(video.segments.map(\.isGap) == [false, false, false, true, false, false])
        #expect(video.segments[3].duration == .seconds(1) && video.segments[4].isDiscontinuity)
        #expect(video.segments[4].uri != "segment-00004.m4s")
    }

    @Test func reloadAfterAReloadContinuesToo() throws {
        let clock = VirtualClock(date: WallTime(milliseconds: Self.date))
        var (run, channel) = (try playlistRun(clock), Channel())
        try run.send(channel.initializations()[0], channel.initializations()[1])
        try publish(3, &channel, to: &run)
        var state = resumption(run, at: Self.date + 16_000)
        for part in 0..<4 {
            var next = try playlistRun(clock, after: state)
            try next.send(channel.initializations()[0], channel.initializations()[1])
            for track in Channel.tracks {
                for message in channel.parts(part..<part + 1, at: .seconds(16), of: track) { try next.send(message) }
            }
            state.records.merge(next.records) { $1 }
            state.files.merge(next.files) { $1 }
            run = next
        }
        for track in Channel.tracks { try run.send(channel.segment(at: .seconds(16), of: track)) }
        try publish(2, &channel, to: &run, at: .seconds(18))
        try expectContinuousDates(run)
        for id in ["video", "audio"] {
            #expect(try playlist(run, id).segments.map(\.uri) == (1...6).map { "segment-0000\($0).m4s" })
        }
    }
}

// Within a run.
extension ContinuedDatesTests {
    /// A segment that starts a little after or before the end of the preceding one: its duration covers the difference.
    @Test(arguments: [-40, -5, 5, 300] as [Int64]) func datesFollowThePublishedDurations(difference: Int64) throws {
        let clock = VirtualClock(date: WallTime(milliseconds: Self.date))
        var (run, channel) = (try playlistRun(clock), Channel())
        try run.send(channel.initializations()[0], channel.initializations()[1])
        try publish(2, &channel, to: &run)
        try publish(2, &channel, to: &run, at: .seconds(14) + .milliseconds(difference))
        try expectContinuousDates(run)
    }

    /// The source of a rendition returns after others have continued, within one of their segments.
    @Test(arguments: [-200, -20, 20, 200, 400] as [Int64]) func gapsOfAnAbsentRenditionStartAtItsEnd(difference: Int64)
        throws
    {
        let clock = VirtualClock(date: WallTime(milliseconds: Self.date))
        var (run, channel) = (try playlistRun(clock), Channel())
        try run.send(channel.initializations()[0], channel.initializations()[1])
        for k in 0..<6 as Range<Int64> {
            let time = Self.start + .seconds(2 * k)
            try run.send(channel.segment(at: time, of: \.video))
            if k == 0 {
                try run.send(channel.segment(at: time, of: \.audio, lasting: .milliseconds(2000 + difference)))
            }
        }
        for k in 0..<2 as Range<Int64> {
            for track in Channel.tracks {
                var segment = channel.segment(at: .seconds(22 + 2 * k), of: track)
                segment.isDiscontinuity = k == 0
                try run.send(segment)
            }
        }
        try expectContinuousDates(run)
    }

    /// The clocks of a source and of the system differ a little after the source was opened again.
    @Test(arguments: [-900, -30, 30] as [Int64], [0, 30, 200] as [Int64])
    func datesDoNotGoBackAtADiscontinuity(offset: Int64, hole: Int64) throws {
        let clock = VirtualClock(date: WallTime(milliseconds: Self.date))
        var (run, channel) = (try playlistRun(clock), Channel())
        try run.send(channel.initializations()[0], channel.initializations()[1])
        try publish(2, &channel, to: &run)
        clock.setDate(WallTime(milliseconds: Self.date + offset))
        let start = MediaTime.seconds(14) + .milliseconds(hole)
        for k in 0..<2 as Range<Int64> {
            for track in Channel.tracks {
                var segment = channel.segment(at: start + .seconds(2 * k), of: track)
                segment.isDiscontinuity = k == 0
                try run.send(segment)
            }
        }
        try expectContinuousDates(run)
        let dates = try playlist(run, "video").segments.compactMap(\.programDateTime?.milliseconds)
        // Audio ends a packet later, so that the time without media is shorter.
        let wanted = Self.date + 14_000 + hole + max(offset, min(0, 21 - hole))
        #expect(abs(dates[2] - wanted) <= 3, "\(dates[2] - wanted)")
    }
}
