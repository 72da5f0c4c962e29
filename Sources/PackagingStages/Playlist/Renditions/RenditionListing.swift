import PublicationJournal
import HLS
import Media

/// The segments in the playlists of one rendition, and the parts of the next one.
struct RenditionListing: Sendable {
    /// The effects of listing a segment.
    struct Change {
        /// The segment that was listed; nil if it waits for the start of its successor.
        var listed: ListedSegment?
        var removals: [ListedSegment] = []
        /// The parts that are no longer listed.
        var retiredParts: [PartialSegment] = []
        /// The listed segment if it exceeds the published target duration and all earlier segments that did.
        var overlong: MediaSegment?
    }

    private(set) var window: PlaylistWindow
    /// The parts of the next segment.
    private(set) var upcoming = UpcomingSegment()
    private let mediaType: MediaType
    private var timing = SegmentTiming()
    /// The newest segment of a VOD playlist, which is listed when its successor's start is known.
    private var waiting: (segment: ListedSegment, report: SegmentReport)?
    /// The media time of the last listed segment; nil before there is one.
    private var last: (start: MediaTime, end: MediaTime)?
    private var longestOverlong = MediaTime.zero

    init(_ mediaType: MediaType, _ kind: PlaylistWindow.Kind, target: TargetDuration?) {
        self.mediaType = mediaType
        window = PlaylistWindow(kind, target: target)
    }

    /// Continues after the segments of an earlier run.
    init(_ mediaType: MediaType, _ kind: PlaylistWindow.Kind, target: TargetDuration, resuming saved: SavedRendition) {
        self.mediaType = mediaType
        let record = saved.record
        window = PlaylistWindow(
            kind, target: target,
            segments: saved.segments.map { segment in
                var segment = segment
                segment.longestPlaylist = record.longestPlaylist
                return segment
            },
            numbers: SequenceNumbers(media: record.mediaSequence, discontinuity: record.discontinuitySequence),
            iFrameNumbers: SequenceNumbers(
                media: record.iFrameMediaSequence, discontinuity: record.iFrameDiscontinuitySequence))
    }

    /// Whether there is no segment to list.
    var isEmpty: Bool { window.count == 0 && waiting == nil }
    /// The end of the last listed segment in media time; nil before there is one.
    var end: MediaTime? { last?.end }
    private var isPublishedOnce: Bool { window.kind == .vod }

    /// The start of a segment or part that follows without a discontinuity, as published.
    func publishedStart(of report: SegmentReport) -> MediaTime { timing.start(of: report) }

    /// The media sequence number of the last segment that is listed, whole or in parts, and the index of its last part;
    /// nil before there is one.
    var edge: (mediaSequence: Int, part: Int?)? {
        let next = window.nextMediaSequence
        if upcoming.partCount > 0 { return (next, upcoming.partCount - 1) }
        guard let last = window.segments.last?.entry else { return nil }
        return (next - 1, last.parts.isEmpty ? nil : last.parts.count - 1)
    }

    /// The keys for EXT-X-SESSION-KEY: the keys of the first encrypted segment.
    ///
    /// None while a live playlist lists several key periods: players would request a key before they know which segments
    /// they play, and the multivariant playlist would have to change with each period.
    var sessionKeys: [EncryptionKey] {
        guard let first = window.segments.first(where: { !$0.entry.keys.isEmpty }) else { return [] }
        let keys = first.sessionKeys
        guard case .live = window.kind else { return keys }
        return window.segments.allSatisfy { $0.entry.keys.isEmpty || $0.sessionKeys == keys } ? keys : []
    }

    /// Adds a stored segment, whose entry does not have its final duration yet.
    ///
    /// VOD playlists list it only when the next segment is added, because its duration depends on that.
    mutating func add(_ segment: ListedSegment, _ report: SegmentReport) -> Change {
        guard isPublishedOnce else {
            let duration = timing.duration(of: report, isDiscontinuity: segment.entry.isDiscontinuity)
            return list(segment, report, duration: duration, nextLead: report.lead)
        }
        let before = waiting
        waiting = (segment, report)
        guard let before else { return Change() }
        let duration =
            segment.entry.isDiscontinuity
            ? before.report.ownDuration : timing.duration(of: before.report, next: report.start)
        return list(before.segment, before.report, duration: duration, nextLead: report.lead)
    }

    /// Adds a part of the next segment. `first` is the segment's entry without parts.
    mutating func add(_ part: PartialSegment, to first: MediaSegment) { upcoming.add(part, to: first) }

    /// Lists the last segment of a VOD playlist, which has no successor.
    mutating func finish() {
        guard let (segment, report) = waiting else { return }
        waiting = nil
        // The last I-frame is shown until the end of the media.
        _ = list(segment, report, duration: report.ownDuration, nextLead: .zero)
    }

    /// Lists one gap up to each of these times, in order.
    mutating func fillGaps(to ends: [MediaTime], name: (Int) -> String) {
        guard let newest = window.segments.last?.entry, let start = last?.start else { return }
        for gapEnd in ends {
            guard let begin = last?.end, gapEnd > begin else { continue }
            var gap = MediaSegment(
                uri: PlaylistLayout.reference(name(window.nextMediaSequence)), duration: timing.publish(gapEnd - begin),
                initialization: newest.initialization,
                programDateTime: newest.programDateTime.map { $0 + (begin - start) }, isGap: true)
            gap.keys = newest.keys
            _ = window.append(ListedSegment(gap))
            last?.end = gapEnd
        }
    }

    /// Lists gaps where `other` lists segments and this rendition has none before `time`, so that players find the same
    /// times and discontinuities in both. `entry` returns an entry for a number. Returns the removed segments.
    mutating func align(
        with other: RenditionListing, before time: MediaTime,
        entry: (_ number: Int, _ isDiscontinuity: Bool, _ date: DateTime?) -> MediaSegment
    ) -> [ListedSegment] {
        if isEmpty, window.numbers.media <= other.window.numbers.media {
            // The rendition may have had discontinuities that the other one did not have.
            let discontinuity = max(window.numbers.discontinuity, other.window.numbers.discontinuity)
            window.begin(at: SequenceNumbers(media: other.window.numbers.media, discontinuity: discontinuity))
        }
        // A rendition that continues without segments has used the numbers before its next one.
        let used = isEmpty ? max(0, window.numbers.media - other.window.numbers.media) : 0
        let ownEnd = waiting.map { $0.report.start + $0.report.ownDuration } ?? end
        let missing = other.timedEntries.dropFirst(used).filter { _, begin, end in
            // A short segment ends within the tolerance even if it starts at this time.
            let isBefore = end <= time + Self.alignmentTolerance && time - begin >= end - time
            return isBefore && ownEnd.map { end > $0 + Self.alignmentTolerance } ?? true
        }
        guard !missing.isEmpty else { return [] }
        // A gap follows it, not the segment of which the caller knows.
        finish()
        var removals: [ListedSegment] = []
        for (listed, begin, end) in missing {
            // The boundaries of the renditions differ by some frames, or by more if this one stopped within a segment.
            let from = max(begin, last?.end ?? begin)
            let until = max(from + Self.shortestGap, min(end, time))
            var gap = entry(
                window.nextMediaSequence, listed.isDiscontinuity && window.count > 0,
                listed.programDateTime.map { $0 + (from - begin) })
            gap.isGap = true
            gap.duration = timing.publish(until - from)
            var segment = ListedSegment(gap)
            if mediaType == .video { segment.iFrames = timing.iFrameGap(of: gap, duration: until - from) }
            removals += window.append(segment).removals
            last = (from, until)
        }
        return removals
    }

    /// The ends of the entries after `time`; a boundary of the renditions at this time is none of them.
    func ends(after time: MediaTime) -> [MediaTime] {
        timedEntries.map(\.end).filter { $0 > time + Self.alignmentTolerance }
    }

    /// The entries and their times, including that of the segment that waits for the start of its successor.
    private var timedEntries: [(entry: MediaSegment, begin: MediaTime, end: MediaTime)] {
        var begin = (end ?? .zero) - window.duration
        var entries = window.segments.map { listed in
            defer { begin = begin + listed.entry.duration }
            return (entry: listed.entry, begin: begin, end: begin + listed.entry.duration)
        }
        if let (segment, report) = waiting {
            entries.append((segment.entry, report.start, report.start + report.ownDuration))
        }
        return entries
    }

    /// The maximum difference of two ends that are the same boundary; more than a frame of either track.
    private static let alignmentTolerance = MediaTime.milliseconds(250)
    private static let shortestGap = MediaTime.milliseconds(1)

    /// Removes the oldest segment before it leaves the window; nil if the minimum length of the playlist does not allow
    /// it.
    mutating func releaseOldest() -> ListedSegment? { window.expireOldest() }

    private mutating func list(
        _ stored: ListedSegment, _ report: SegmentReport, duration: MediaTime, nextLead: MediaTime
    ) -> Change {
        var segment = stored
        let end = report.start + duration
        segment.entry.duration = timing.publish(duration)
        segment.entry.parts = upcoming.removeParts()
        if !segment.entry.isGap {
            segment.iFrames = timing.iFrames(of: segment.entry, report, end: end, lead: nextLead)
        }
        // A segment that starts with a gradual refresh has no I-frame.
        if segment.iFrames.isEmpty, mediaType == .video, segment.entry.isGap || report.startsGradually {
            segment.iFrames = timing.iFrameGap(of: segment.entry, duration: duration)
        }
        last = (report.start, end)
        let result = window.append(segment)
        var change = Change(listed: segment, removals: result.removals)
        change.retiredParts = window.expireParts()
        if result.exceededTarget != nil, segment.entry.duration > longestOverlong {
            longestOverlong = segment.entry.duration
            change.overlong = segment.entry
        }
        return change
    }

    /// The current media playlist.
    func playlist(ended: Bool, target: TargetDuration?, partTarget: MediaTime?) -> MediaPlaylist {
        var playlist = window.playlist(ended: ended, sharedTarget: target)
        if !isPublishedOnce { playlist.partTarget = partTarget }
        if !ended { playlist.upcoming = upcoming.entry }
        return playlist
    }
}
