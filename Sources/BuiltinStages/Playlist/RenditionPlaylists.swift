import HLS
import Media

/// One rendition's playlists in the making: what is listed, how it is numbered and what it needs.
struct RenditionPlaylists: Sendable {
    /// What listing a segment did.
    struct Change {
        var removals: [PlaylistWindow.Removal] = []
        /// The segment that breaks the promised target duration.
        var overlong: MediaSegment?
        /// Whether more is needed than the multivariant playlist has declared.
        var outdatesDescription = false
    }

    private(set) var rendition: Rendition
    private(set) var window: PlaylistWindow
    private var iFrames = IFrameWindow()
    private var timing = SegmentTiming()
    private var timeline = PublishedTimeline()
    private var iFrameTimeline = PublishedTimeline()
    private var waiting: StoredSegment?
    private var frameRate = FrameRateMeter()
    private var byteCounts: [Int] = []
    private var bandwidth: BandwidthMeter?
    private var iFrameBandwidth: BandwidthMeter?
    private var declared: (main: Bandwidth, iFrames: Bandwidth)?
    private var formerCodecs: [String] = []
    private var hasNewFormat = false
    /// Samples per second of all tracks, in the newest segment.
    private var sampleRate = 0.0
    /// Whether every segment so far begins with a sync sample.
    private(set) var isIndependent = true

    init(_ rendition: Rendition, kind: PlaylistWindow.Kind, target: TargetDuration?) {
        self.rendition = rendition
        window = PlaylistWindow(kind, target: target)
        bandwidth = target.map(BandwidthMeter.init)
        iFrameBandwidth = bandwidth
    }

    /// Whether there is anything to list.
    var isEmpty: Bool { window.count == 0 && waiting == nil }
    var hasIFrames: Bool { !iFrames.frames.isEmpty }
    private var isPublishedOnce: Bool { window.kind == .vod }

    /// Goes on in another format.
    mutating func change(to rendition: Rendition) {
        formerCodecs += self.rendition.codecs
        self.rendition = rendition
        frameRate = FrameRateMeter()
        hasNewFormat = true
    }

    /// Takes a segment that has been stored; what is written once waits for the segment after it.
    mutating func add(_ segment: StoredSegment, report: SegmentReport) -> Change {
        measure(report)
        guard isPublishedOnce else { return list(segment, duration: timing.duration(of: segment)) }
        let before = waiting
        waiting = segment
        guard let before else { return Change() }
        let duration = segment.isDiscontinuity ? before.ownDuration : timing.duration(of: before, next: segment.start)
        return list(before, duration: duration)
    }

    /// Lists what waits for a segment that will not come.
    mutating func finish() {
        guard let last = waiting else { return }
        waiting = nil
        _ = list(last, duration: last.ownDuration)
    }

    private mutating func measure(_ report: SegmentReport) {
        sampleRate = 0
        for track in report.tracks {
            if track.mediaType == .video {
                frameRate.add(sampleCount: track.sampleCount, duration: track.duration)
                if track.firstVideoSample?.isSync != true { isIndependent = false }
            }
            if track.duration > .zero { sampleRate += Double(track.sampleCount) / track.duration.seconds }
        }
    }

    private mutating func list(_ stored: StoredSegment, duration: MediaTime) -> Change {
        let segment = MediaSegment(
            uri: stored.uri, duration: timeline.publish(duration), byteRange: stored.byteRange,
            initialization: stored.initialization, isDiscontinuity: stored.isDiscontinuity,
            programDateTime: stored.programDateTime)
        let result = window.append(segment)
        var change = Change(removals: result.removals, overlong: result.brokenTarget == nil ? nil : segment)
        let frames = iFrameEntries(of: stored, end: stored.start + duration)
        iFrames.append(frames)
        iFrames.removeFirst(segments: result.removals.count)
        if isPublishedOnce { byteCounts.append(stored.byteCount) }
        bandwidth?.add(bytes: stored.byteCount, duration: segment.duration)
        for frame in frames { iFrameBandwidth?.add(frame) }
        change.outdatesDescription = hasNewFormat || declared.map { !fits(in: $0) } ?? false
        hasNewFormat = false
        return change
    }

    /// Each I-frame lasts until the next; the first stands for the segment from its beginning.
    private mutating func iFrameEntries(of stored: StoredSegment, end: MediaTime) -> [MediaSegment] {
        var entries: [MediaSegment] = []
        entries.reserveCapacity(stored.iFrames.count)
        for (index, frame) in stored.iFrames.enumerated() {
            let isFirst = index == 0
            let begin = isFirst ? stored.start : frame.time
            let next = index + 1 < stored.iFrames.count ? stored.iFrames[index + 1].time : end
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

// What is written.
extension RenditionPlaylists {
    /// The media playlist as it stands.
    func playlist(ended: Bool, target: TargetDuration?) -> MediaPlaylist {
        window.playlist(ended: ended, sharedTarget: target)
    }

    /// The I-frame playlist that goes with it.
    func iFramePlaylist(ended: Bool, target: TargetDuration?) -> MediaPlaylist {
        iFrames.playlist(beside: playlist(ended: ended, target: target))
    }

    /// What the multivariant playlist says of the rendition; `target` is what decides the peaks of a VOD.
    mutating func describe(
        layout: PlaylistLayout, target: TargetDuration, namesIFrames: Bool
    ) -> PresentationRendition {
        let needs = declare(target: target)
        var description = PresentationRendition(
            uri: layout.reference(rendition, layout.playlistName), bandwidth: needs.main,
            video: rendition.video(frameRate: frameRate.ratio), audio: rendition.audio)
        description.formerCodecs = formerCodecs
        if namesIFrames, hasIFrames {
            description.iFrames = PresentationRendition.IFrames(
                uri: layout.reference(rendition, PlaylistLayout.iFramesName), bandwidth: needs.iFrames)
        }
        return description
    }

    private mutating func declare(target: TargetDuration) -> (main: Bandwidth, iFrames: Bandwidth) {
        guard let bandwidth, let iFrameBandwidth else { return measureAll(target: target) }
        if let declared, fits(in: declared) { return declared }
        // Nothing was ever too low before the first declaration; afterwards leave room, so that it stays rare.
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
        for (segment, bytes) in zip(window.segments, byteCounts) { main.add(bytes: bytes, duration: segment.duration) }
        var frames = BandwidthMeter(target: target)
        for frame in iFrames.frames { frames.add(frame) }
        return (main.bandwidth, frames.bandwidth)
    }
}

extension BandwidthMeter {
    /// Counts an entry of an I-frame playlist.
    fileprivate mutating func add(_ frame: MediaSegment) {
        add(bytes: frame.byteRange?.length ?? 0, duration: frame.duration)
    }
}
