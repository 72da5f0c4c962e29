import EncodingJobs
import Media
import OnDemand

/// Derives the times of segments from a plan and the first segment, before the others are encoded.
struct EncodedTimes {
    let plan: JobPlan
    let kind: JobTask.Kind
    /// The start of the media's timeline in segments.
    let offset: MediaTime
    /// The end of the source's tracks; nil if it is unknown.
    let end: MediaTime?

    /// The tasks in the order of the segments.
    var tasks: [JobTask] { plan.tasks.filter { $0.kind == kind }.sorted { $0.firstSegment < $1.firstSegment } }

    /// The boundaries between segments, on the timeline of the source.
    private var boundaries: [MediaTime] {
        if let starts = kind == .chunk ? plan.segmentStarts : plan.followingStarts { return starts }
        let grid = SegmentGrid(start: plan.gridStart, interval: plan.interval)
        let last = max(0, grid.index(at: max(.zero, plan.duration - .milliseconds(1))))
        return last > 0 ? (1...last).map { grid.boundary($0) } : []
    }

    /// Returns the segments of a rendition. Audio segments start at the first packet at or after a boundary.
    func segments(after first: ReportedSegment) -> [EncodedMovie.Segment] {
        guard let track = first.report.tracks.first else { return [] }
        var starts = [track.earliestPresentationTime]
        let timescale = Int64(track.duration.timescale)
        let packet = track.mediaType == .audio ? track.duration.value / Int64(max(1, track.sampleCount)) : 0
        for boundary in boundaries {
            let time = offset + boundary
            guard packet > 0 else {
                starts.append(time)
                continue
            }
            // Rounded up, so that a packet at the boundary belongs to the next segment.
            let ticks = time.rescaled(to: Int32(timescale)).value - starts[0].rescaled(to: Int32(timescale)).value
            let packets = (ticks + packet - 1) / packet
            starts.append(starts[0] + MediaTime(value: packets * packet, timescale: Int32(timescale)))
        }
        let end = offset + (end ?? plan.duration)
        while starts.count > 1, let last = starts.last, last >= end { starts.removeLast() }
        let portions = tasks
        return starts.indices.map { index in
            let next = index + 1 < starts.count ? starts[index + 1] : max(end, starts[index] + .milliseconds(1))
            let portion = portions.last { $0.firstSegment <= index } ?? portions[0]
            return EncodedMovie.Segment(
                start: starts[index], duration: next - starts[index], portion: portion.index)
        }
    }
}
