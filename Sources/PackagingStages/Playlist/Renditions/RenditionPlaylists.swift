import PublicationJournal
import HLS
import Media

/// The playlists of one rendition: listed segments, sequence numbers and bandwidth.
struct RenditionPlaylists: Sendable {
    /// The effects of listing a segment.
    struct Change {
        var removals: [PlaylistWindow.Removal] = []
        /// The parts that are no longer listed.
        var retiredParts: [PartialSegment] = []
        /// The listed segment if it exceeds the published target duration.
        var overlong: MediaSegment?
        /// Whether the multivariant playlist must be updated, because its declarations no longer suffice.
        var outdatesDescription = false
        /// The record of the segment that was listed, for a later run.
        var listed: SegmentRecord?
    }

    private(set) var rendition: Rendition
    private(set) var window: PlaylistWindow
    private var iFrames = IFrameWindow()
    private var timing = SegmentTiming()
    private var timeline = PublishedTimeline()
    private var iFrameTimeline = PublishedTimeline()
    private var waiting: PendingSegment?
    /// The parts of the next segment.
    private(set) var upcoming = UpcomingSegment()
    /// The end of the last listed segment in media time; nil before there is one.
    private(set) var end: MediaTime?
    private var newest: PendingSegment?
    private var frameRate = FrameRateMeter()
    private var byteCounts: [Int] = []
    private var bandwidth: BandwidthMeter?
    private var iFrameBandwidth: BandwidthMeter?
    private var declared: (main: Bandwidth, iFrames: Bandwidth)?
    private var formerCodecs: [String] = []
    private var hasNewFormat = false
    /// The caption services detected so far; nil if no segment was examined.
    private(set) var captionServices: Set<CaptionService>?
    private var hasNewCaptions = false
    /// The number of samples per second of all tracks, in the newest segment.
    private var sampleRate = 0.0
    /// Whether every segment so far starts with a sync sample.
    private(set) var isIndependent = true

    init(_ rendition: Rendition, kind: PlaylistWindow.Kind, target: TargetDuration?) {
        self.rendition = rendition
        window = PlaylistWindow(kind, target: target)
        bandwidth = target.map(BandwidthMeter.init)
        iFrameBandwidth = bandwidth
    }

    /// Continues the playlists of an earlier run.
    init(_ rendition: Rendition, kind: PlaylistWindow.Kind, target: TargetDuration, resuming saved: SavedRendition) {
        self.init(rendition, kind: kind, target: target)
        let record = saved.record
        window = PlaylistWindow(
            kind, target: target,
            entries: saved.segments.map {
                PlaylistWindow.Entry(segment: $0.segment, longestPlaylist: record.longestPlaylist)
            }, mediaSequence: record.mediaSequence, discontinuitySequence: record.discontinuitySequence)
        iFrames = IFrameWindow(
            segments: saved.segments.map(\.iFrames), mediaSequence: record.iFrameMediaSequence,
            discontinuitySequence: record.iFrameDiscontinuitySequence)
        formerCodecs = record.formerCodecs
        isIndependent = record.isIndependent
        if let bandwidth = record.bandwidth {
            declared = (bandwidth, record.iFrameBandwidth ?? Bandwidth(peak: 0, average: 0))
        }
    }

    /// Sets the properties of the record that describe the playlists.
    func fill(_ record: inout RenditionRecord) {
        record.mediaSequence = window.mediaSequence
        record.discontinuitySequence = window.discontinuitySequence
        record.iFrameMediaSequence = iFrames.mediaSequence
        record.iFrameDiscontinuitySequence = iFrames.discontinuitySequence
        record.segmentCount = window.count
        record.longestPlaylist = window.entries.map(\.longestPlaylist).max() ?? .zero
        record.bandwidth = declared?.main
        record.iFrameBandwidth = declared?.iFrames
        record.formerCodecs = (formerCodecs + rendition.codecs).reduce(into: []) { codecs, codec in
            if !codecs.contains(codec) { codecs.append(codec) }
        }
        record.isIndependent = isIndependent
    }

    /// Removes the oldest segment before it leaves the window; nil if the minimum length of the playlist does not allow
    /// it.
    mutating func releaseOldest() -> PlaylistWindow.Removal? {
        guard let removal = window.expireOldest() else { return nil }
        iFrames.removeFirst(segments: 1)
        return removal
    }

    /// Whether there is no segment to list.
    var isEmpty: Bool { window.count == 0 && waiting == nil }
    var hasIFrames: Bool { !iFrames.frames.isEmpty }
    private var isPublishedOnce: Bool { window.kind == .vod }

    /// Continues in another format.
    mutating func change(to rendition: Rendition) {
        formerCodecs += self.rendition.codecs
        self.rendition = rendition
        frameRate.beginFormat()
        hasNewFormat = true
    }

    /// Adds a stored segment. VOD playlists list it only when the next segment is added, because its duration depends
    /// on that.
    mutating func add(_ segment: PendingSegment, report: SegmentReport) -> Change {
        if !segment.isGap { measure(report) }
        guard isPublishedOnce else { return list(segment, duration: timing.duration(of: segment)) }
        let before = waiting
        waiting = segment
        guard let before else { return Change() }
        let duration = segment.isDiscontinuity ? before.ownDuration : timing.duration(of: before, next: segment.start)
        return list(before, duration: duration, next: segment)
    }

    /// Adds a part of the next segment.
    mutating func add(_ part: PendingPart) { upcoming.add(part) }

    /// The media sequence number of the last segment that is listed, whole or in parts, and the index of its last part;
    /// nil before there is one.
    var edge: (mediaSequence: Int, part: Int?)? {
        let next = window.mediaSequence + window.count
        if upcoming.partCount > 0 { return (next, upcoming.partCount - 1) }
        guard let last = window.entries.last?.segment else { return nil }
        return (next - 1, last.parts.isEmpty ? nil : last.parts.count - 1)
    }

    /// Lists the last segment of a VOD playlist, which has no successor.
    mutating func finish() {
        guard let last = waiting else { return }
        waiting = nil
        _ = list(last, duration: last.ownDuration)
    }

    /// Lists one gap up to each of these times, in order.
    mutating func fillGaps(to ends: [MediaTime], name: (Int) -> String) {
        for gapEnd in ends {
            guard let begin = end, let newest, gapEnd > begin else { continue }
            var gap = MediaSegment(
                uri: name(window.mediaSequence + window.count), duration: timeline.publish(gapEnd - begin),
                initialization: newest.initialization,
                programDateTime: newest.programDateTime.map { $0 + (begin - newest.start) })
            gap.isGap = true
            _ = window.append(gap)
            end = gapEnd
        }
    }

    private mutating func measure(_ report: SegmentReport) {
        sampleRate = 0
        for track in report.tracks {
            if track.mediaType == .video {
                frameRate.add(sampleCount: track.sampleCount, duration: track.duration)
                // Leading pictures of SAP type 3 require the preceding segment.
                if ![1, 2].contains(track.firstVideoSample?.accessPointType) { isIndependent = false }
                if let services = track.captionServices { addCaptionServices(services) }
            }
            if track.duration > .zero { sampleRate += Double(track.sampleCount) / track.duration.seconds }
        }
    }

    private mutating func addCaptionServices(_ services: Set<CaptionService>) {
        let known = captionServices ?? []
        hasNewCaptions = hasNewCaptions || !services.isSubset(of: known)
        captionServices = known.union(services)
    }

    private mutating func list(
        _ stored: PendingSegment, duration: MediaTime, next: PendingSegment? = nil
    ) -> Change {
        var segment = MediaSegment(
            uri: stored.uri, duration: timeline.publish(duration), byteRange: stored.byteRange,
            initialization: stored.initialization, isDiscontinuity: stored.isDiscontinuity,
            programDateTime: stored.programDateTime, isGap: stored.isGap)
        segment.parts = upcoming.removeParts()
        (end, newest) = (stored.start + duration, stored)
        let result = window.append(segment)
        var change = Change(removals: result.removals, overlong: result.exceededTarget == nil ? nil : segment)
        let frames = iFrameEntries(of: stored, end: stored.start + duration, lead: (next ?? stored).lead)
        iFrames.append(frames)
        iFrames.removeFirst(segments: result.removals.count)
        if isPublishedOnce { byteCounts.append(stored.byteCount) }
        if !stored.isGap {
            bandwidth?.add(bytes: stored.byteCount, duration: segment.duration)
            for frame in frames { iFrameBandwidth?.add(frame) }
        }
        change.outdatesDescription = hasNewFormat || hasNewCaptions || declared.map { !fits(in: $0) } ?? false
        (hasNewFormat, hasNewCaptions) = (false, false)
        change.retiredParts = window.expireParts()
        // A later run continues after whole segments.
        segment.parts = []
        change.listed = SegmentRecord(
            segment: segment, iFrames: frames, hasFile: stored.hasFile, byteCount: stored.byteCount)
        return change
    }

    /// Each I-frame lasts until the next; the first of the next segment follows that segment's beginning by `lead`.
    private mutating func iFrameEntries(
        of stored: PendingSegment, end: MediaTime, lead: MediaTime
    ) -> [MediaSegment] {
        if stored.isGap { return gapEntry(of: stored, end: end) }
        var entries: [MediaSegment] = []
        entries.reserveCapacity(stored.iFrames.count)
        for (index, frame) in stored.iFrames.enumerated() {
            let isFirst = index == 0
            let begin = isFirst ? stored.start + stored.lead : frame.time
            let next = index + 1 < stored.iFrames.count ? stored.iFrames[index + 1].time : end + lead
            guard next > begin else { continue }
            entries.append(
                MediaSegment(
                    uri: stored.uri, duration: iFrameTimeline.publish(next - begin), byteRange: frame.byteRange,
                    initialization: stored.initialization, isDiscontinuity: isFirst && stored.isDiscontinuity,
                    programDateTime: isFirst ? stored.programDateTime : nil))
        }
        return entries
    }
}

extension RenditionPlaylists {
    /// The entry of a gap in the I-frame playlist, which keeps the playlists' times equal.
    private mutating func gapEntry(of stored: PendingSegment, end: MediaTime) -> [MediaSegment] {
        guard rendition.mediaType == .video, end > stored.start else { return [] }
        return [
            MediaSegment(
                uri: stored.uri, duration: iFrameTimeline.publish(end - stored.start),
                initialization: stored.initialization, isDiscontinuity: stored.isDiscontinuity,
                programDateTime: stored.programDateTime, isGap: true)
        ]
    }
}

// Playlist contents.
extension RenditionPlaylists {
    /// The current media playlist.
    func playlist(ended: Bool, target: TargetDuration?) -> MediaPlaylist {
        var playlist = window.playlist(ended: ended, sharedTarget: target)
        if !isPublishedOnce { playlist.partTarget = rendition.partTarget }
        if !ended { playlist.upcoming = upcoming.entry }
        return playlist
    }

    /// The I-frame playlist for the current media playlist.
    func iFramePlaylist(ended: Bool, target: TargetDuration?) -> MediaPlaylist {
        iFrames.playlist(matching: playlist(ended: ended, target: target))
    }

    /// The properties of the rendition for the multivariant playlist. `target` is the interval over which the peak
    /// bandwidth of a VOD is measured.
    mutating func describe(
        layout: PlaylistLayout, target: TargetDuration, namesIFrames: Bool
    ) -> PresentationRendition {
        let needs = declare(target: target)
        var description = PresentationRendition(
            uri: layout.reference(rendition, layout.playlistName), bandwidth: needs.main,
            video: rendition.video(frameRate: frameRate.ratio), audio: rendition.audio)
        description.formerCodecs = formerCodecs
        description.isTrickPlay = rendition.isTrickPlay
        description.text = rendition.text
        description.id = rendition.id
        if namesIFrames || rendition.isTrickPlay, hasIFrames {
            description.iFrames = PresentationRendition.IFrames(
                uri: layout.reference(rendition, PlaylistLayout.iFramesName), bandwidth: needs.iFrames)
        }
        return description
    }

    private mutating func declare(target: TargetDuration) -> (main: Bandwidth, iFrames: Bandwidth) {
        guard let bandwidth, let iFrameBandwidth else { return measureAll(target: target) }
        if let declared, fits(in: declared) { return declared }
        // The first declaration is exact. Later ones include headroom, so that updates remain rare.
        var main = bandwidth.bandwidth
        if declared != nil { main = main.withHeadroom }
        let nominal = rendition.nominalBitRate(sampleRate: sampleRate)
        main = main.union(Bandwidth(peak: nominal, average: nominal))
        let result = (main: main, iFrames: iFrameBandwidth.bandwidth.withHeadroom)
        declared = result
        return result
    }

    private func fits(in declared: (main: Bandwidth, iFrames: Bandwidth)) -> Bool {
        guard let bandwidth, let iFrameBandwidth else { return true }
        return bandwidth.bandwidth.fits(in: declared.main) && iFrameBandwidth.bandwidth.fits(in: declared.iFrames)
    }

    private func measureAll(target: TargetDuration) -> (main: Bandwidth, iFrames: Bandwidth) {
        var main = BandwidthMeter(target: target)
        for (segment, bytes) in zip(window.segments, byteCounts) where !segment.isGap {
            main.add(bytes: bytes, duration: segment.duration)
        }
        var frames = BandwidthMeter(target: target)
        for frame in iFrames.frames where !frame.isGap { frames.add(frame) }
        return (main.bandwidth, frames.bandwidth)
    }
}

extension BandwidthMeter {
    /// Adds an entry of an I-frame playlist.
    fileprivate mutating func add(_ frame: MediaSegment) {
        add(bytes: frame.byteRange?.length ?? 0, duration: frame.duration)
    }
}
