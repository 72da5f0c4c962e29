import DASH
import HLS
import Media

/// The segments of one rendition as the MPD lists them.
struct DASHRendition: Sendable {
    /// The smallest difference between the end of a segment and the start of the next that is a gap in the media rather
    /// than rounding of a frame duration.
    private static let minimumGap = MediaTime.milliseconds(500)

    let rendition: Rendition
    /// The initialization segment; nil for thumbnails, which have none.
    let initialization: SegmentList.Location?
    private(set) var entries: [SegmentList.Entry] = []
    private(set) var longestDuration = MediaTime.zero
    private var paths: [String] = []
    private var meter: BandwidthMeter?
    private var frameRate = FrameRateMeter()
    /// The highest stream access point (SAP) type among the starts of its segments.
    private(set) var accessPointType = 1

    init(_ rendition: Rendition, initialization: SegmentList.Location?) {
        self.rendition = rendition
        self.initialization = initialization
    }

    var timescale: Int32 { rendition.tracks.first?.timescale ?? 1000 }
    /// The start of the first listed segment.
    var start: MediaTime? { entries.first.map { MediaTime(value: $0.time, timescale: timescale) } }
    /// The end of the last listed segment.
    var end: MediaTime? { entries.last.map { MediaTime(value: $0.time + $0.duration, timescale: timescale) } }
    var measuredFrameRate: Ratio? { frameRate.ratio }

    /// Appends a segment to the list.
    mutating func add(_ report: SegmentReport, at location: SegmentList.Location, path: String, byteCount: Int) {
        guard let track = report.tracks.first else { return }
        // Times before zero are encoder priming, which is not presented.
        let begin = max(0, track.earliestPresentationTime.ticks(at: timescale))
        let end = max(begin + 1, (track.earliestPresentationTime + track.duration).ticks(at: timescale))
        closeGap(before: begin)
        accessPointType = max(accessPointType, track.firstVideoSample?.accessPointType ?? 1)
        entries.append(SegmentList.Entry(location: location, time: begin, duration: end - begin))
        paths.append(path)
        let duration = MediaTime(value: end - begin, timescale: timescale)
        longestDuration = max(longestDuration, duration)
        if meter == nil {
            let interval = rendition.interval.isIndefinite ? duration : rendition.interval
            meter = BandwidthMeter(target: TargetDuration(planning: interval))
        }
        meter?.add(bytes: byteCount, duration: duration)
        if track.mediaType == .video { frameRate.add(sampleCount: track.sampleCount, duration: track.duration) }
    }

    /// The grid of the segments for players that request them while they are made; nil for segments without parts, or
    /// at irregular times.
    func grid(of list: SegmentList) -> NumberedSegments? {
        guard let part = rendition.partTarget, !rendition.interval.isIndefinite, !rendition.isTrickPlay else {
            return nil
        }
        return NumberedSegments(list, duration: rendition.interval.ticks(at: timescale), chunk: part)
    }

    /// Removes the segment at `path` from the list. Returns false if `path` has no listed segment.
    mutating func remove(_ path: String) -> Bool {
        guard let index = paths.firstIndex(of: path) else { return false }
        entries.remove(at: index)
        paths.remove(at: index)
        return true
    }

    /// Sets the duration of the last segment so that it ends where the next begins, except across a gap in the media.
    private mutating func closeGap(before begin: Int64) {
        guard let last = entries.last else { return }
        let gap = begin - (last.time + last.duration)
        let limit = Self.minimumGap.ticks(at: timescale)
        if gap != 0, abs(gap) < limit, begin > last.time { entries[entries.count - 1].duration = begin - last.time }
    }

    /// The value of `@bandwidth` in bits per second: the measured peak, with a margin for future segments in live
    /// presentations.
    func bandwidth(isLive: Bool) -> Int {
        let measured = meter?.peak ?? 0
        guard isLive else { return max(1, measured) }
        let rate = frameRate.ratio?.value ?? 50
        return max(1, measured + measured / 10, rendition.nominalBitRate(sampleRate: rate))
    }
}
