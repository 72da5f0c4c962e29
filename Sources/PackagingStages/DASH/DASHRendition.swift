import DASH
import HLS
import Media

/// The segments of one rendition as the MPD lists them.
struct DASHRendition: Sendable {
    /// The smallest difference between the end of a segment and the start of the next that is a gap in the media rather
    /// than rounding of a frame duration.
    private static let minimumGap = MediaTime.milliseconds(500)

    private(set) var rendition: Rendition
    /// The initialization segments with the segments that follow each.
    private var sections: [DASHSection]
    private(set) var entries: [SegmentList.Entry] = []
    private(set) var longestDuration = MediaTime.zero
    /// The path and the index of the section of each entry.
    private var sources: [(path: String, section: Int)] = []
    private var meter: BandwidthMeter?
    private var frameRate = FrameRateMeter()
    /// The highest stream access point (SAP) type among the starts of its segments.
    private(set) var accessPointType = 1

    init(_ rendition: Rendition, initialization: SegmentList.Location?, protection: SegmentProtection?) {
        self.rendition = rendition
        sections = [DASHSection(rendition, initialization: initialization, protection: protection)]
    }

    /// The initialization segment of the newest section; nil for thumbnails, which have none.
    var initialization: SegmentList.Location? { sections.last?.initialization }
    /// The encryption of the newest section; nil for clear media.
    var protection: SegmentProtection? { sections.last?.protection }

    /// Whether it has or had segments.
    var hasBegun: Bool { meter != nil }
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
        sources.append((path, sections.count - 1))
        if sections[sections.count - 1].start == nil {
            sections[sections.count - 1].start = MediaTime(value: begin, timescale: timescale)
        }
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
        guard let index = sources.firstIndex(where: { $0.path == path }) else { return false }
        entries.remove(at: index)
        sources.remove(at: index)
        return true
    }

    /// Continues with another initialization segment: other keys, or another format after a discontinuity.
    mutating func begin(
        _ rendition: Rendition, _ initialization: SegmentList.Location, _ protection: SegmentProtection?
    ) {
        sections.append(DASHSection(rendition, initialization: initialization, protection: protection))
    }

    /// Whether another initialization segment precedes the next segment.
    var startsSection: Bool { sections.count > 1 && sections.last?.start == nil }

    /// The key periods with listed segments, and their starts; nil for the period with which the run began.
    var keyPeriods: [(index: Int, start: MediaTime?)] {
        var periods: [(index: Int, start: MediaTime?)] = []
        for source in sources {
            let section = sections[source.section]
            guard let index = section.protection?.period, periods.last?.index != index else { continue }
            periods.append((index, source.section == 0 ? nil : section.start))
        }
        return periods
    }

    /// Returns the rendition with the segments of one key period; clear renditions, with the segments that overlap its
    /// time. Nil without segments.
    func part(ofKeyPeriod index: Int, from start: MediaTime?, to end: MediaTime?) -> DASHRendition? {
        let positions = entries.indices.filter { position in
            if protection != nil { return sections[sources[position].section].protection?.period == index }
            let entry = entries[position]
            let isAfter = start.map { MediaTime(value: entry.time + entry.duration, timescale: timescale) > $0 } ?? true
            return isAfter && end.map { MediaTime(value: entry.time, timescale: timescale) < $0 } ?? true
        }
        return part(positions)
    }

    /// Returns the rendition with the segments that start in a period; nil without segments.
    func part(from start: MediaTime?, to end: MediaTime?) -> DASHRendition? {
        part(
            entries.indices.filter { position in
                let time = MediaTime(value: entries[position].time, timescale: timescale) + DASHPeriods.tolerance
                return start.map { time >= $0 } ?? true && end.map { time < $0 } ?? true
            })
    }

    private func part(_ positions: [Int]) -> DASHRendition? {
        guard let first = positions.first else { return nil }
        var part = self
        part.rendition = sections[sources[first].section].rendition
        part.sections = [sections[sources[first].section]]
        (part.entries, part.sources) = (positions.map { entries[$0] }, positions.map { (sources[$0].path, 0) })
        return part
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
