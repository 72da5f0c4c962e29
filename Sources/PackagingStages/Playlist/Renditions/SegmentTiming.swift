import HLS
import Media

/// Computes the published durations of segments and I-frames.
///
/// A segment's duration is the distance to the start of the next segment if that is known. Otherwise it is the segment's
/// own duration, corrected by the accumulated difference, so that published times follow media time in both cases.
struct SegmentTiming: Sendable {
    /// The smallest difference between the end of a segment and the start of the next that is a gap in the media rather
    /// than rounding of a frame duration.
    private static let minimumGap = MediaTime.milliseconds(500)
    private var end: MediaTime?
    private var timeline = PublishedTimeline()
    private var iFrameTimeline = PublishedTimeline()

    /// The duration of a segment whose successor starts at `next`.
    func duration(of report: SegmentReport, next: MediaTime) -> MediaTime {
        let distance = next - report.start
        return distance > .zero ? distance : report.ownDuration
    }

    /// The duration of a segment whose successor is unknown.
    mutating func duration(of report: SegmentReport, isDiscontinuity: Bool) -> MediaTime {
        let newEnd = report.start + report.ownDuration
        defer { end = newEnd }
        return isDiscontinuity ? report.ownDuration : newEnd - start(of: report)
    }

    /// The start of a segment without a discontinuity from which its duration counts: the end of the preceding one, unless
    /// they are far apart.
    func start(of report: SegmentReport) -> MediaTime {
        guard let end else { return report.start }
        let gap = report.start > end ? report.start - end : end - report.start
        return gap < Self.minimumGap && report.start + report.ownDuration > end ? end : report.start
    }

    /// Returns the duration to write for a segment.
    mutating func publish(_ duration: MediaTime) -> MediaTime { timeline.publish(duration) }

    /// Returns the entries of the I-frame playlist.
    ///
    /// Each I-frame lasts until the next; the first of the next segment follows `end`, the end of this segment, by
    /// `lead`.
    mutating func iFrames(
        of segment: MediaSegment, _ report: SegmentReport, end: MediaTime, lead: MediaTime
    ) -> [MediaSegment] {
        // A byte range cannot be decrypted without the blocks around it, and players differ in their requests.
        guard !segment.keys.contains(where: { $0.method == .aes128 }) else { return [] }
        let frames = report.iFrames(base: segment.byteRange?.offset ?? 0)
        var entries: [MediaSegment] = []
        entries.reserveCapacity(frames.count)
        for (index, frame) in frames.enumerated() {
            let isFirst = index == 0
            let begin = isFirst ? report.start + report.lead : frame.time
            let next = index + 1 < frames.count ? frames[index + 1].time : end + lead
            guard next > begin else { continue }
            var entry = MediaSegment(
                uri: segment.uri, duration: iFrameTimeline.publish(next - begin), byteRange: frame.byteRange,
                initialization: segment.initialization, isDiscontinuity: isFirst && segment.isDiscontinuity,
                programDateTime: isFirst ? segment.programDateTime : nil)
            entry.keys = segment.keys
            entries.append(entry)
        }
        return entries
    }

    /// Returns the entry of a gap in the I-frame playlist, which keeps the playlists' times equal.
    mutating func iFrameGap(of segment: MediaSegment, duration: MediaTime) -> [MediaSegment] {
        guard duration > .zero, !segment.keys.contains(where: { $0.method == .aes128 }) else { return [] }
        var entry = MediaSegment(
            uri: segment.uri, duration: iFrameTimeline.publish(duration), initialization: segment.initialization,
            isDiscontinuity: segment.isDiscontinuity, programDateTime: segment.programDateTime, isGap: true)
        entry.keys = segment.keys
        return [entry]
    }
}

extension SegmentReport {
    /// The track that determines the segment's time: the first one, unless another one is more than 250 ms longer
    /// because the first one has a gap.
    var leading: TrackReport? {
        guard tracks.count > 1 else { return tracks.first }
        guard let first = tracks.first, let longest = tracks.max(by: { $0.duration < $1.duration }) else { return nil }
        return longest.duration - first.duration > .milliseconds(250) ? longest : first
    }

    /// The earliest presentation time of the leading track.
    var start: MediaTime { leading?.earliestPresentationTime ?? .zero }

    /// The sum of the sample durations of the leading track.
    var ownDuration: MediaTime { leading?.duration ?? .zero }

    /// Whether the video starts with a gradual refresh.
    var startsGradually: Bool { tracks.contains { $0.firstVideoSample?.recovery == .gradual } }

    /// The time from the earliest leading picture to the first I-frame; zero without leading pictures.
    var lead: MediaTime {
        guard let track = leading, let first = track.firstVideoSample, first.leadingCount > 0 else { return .zero }
        return max(.zero, first.presentationTime - track.earliestPresentationTime)
    }

    /// The presentation times and byte ranges of I-frames: from the start of each fragment to the end of its first
    /// sample, if that is an I picture at which decoding can start. `base` is the offset of the segment in its file.
    fileprivate func iFrames(base: Int) -> [(time: MediaTime, byteRange: ByteRange)] {
        fragments.compactMap { fragment in
            guard let sample = fragment.firstVideoSample, sample.isIntraPoint else { return nil }
            let length = sample.offset + sample.length - fragment.offset
            return (sample.presentationTime, ByteRange(offset: base + fragment.offset, length: length))
        }
    }
}
