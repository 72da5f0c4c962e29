import PublicationJournal
import HLS
import Media
import StageKit

// EXT-X-PROGRAM-DATE-TIME: no segment is dated before the end of the preceding one.
extension HLSPlaylist {
    /// The largest time by which the media of an earlier run can be ahead of the clock: sources may be by five seconds.
    /// Larger differences are steps of the system's clock, which dates follow.
    private static let largestLead = Duration.seconds(10)
    /// The lead that a mapping corrects gradually, and not as a step of the clock.
    private static let correctedLead = Duration.milliseconds(900)

    /// Returns the date of a segment or part; nil if segments have no dates.
    mutating func date(of segment: Segment, at position: Int, _ effects: inout Effects<Resource>) -> DateTime? {
        guard options.programDateTime ?? (options.type != .vod), let track = segment.report.leading else { return nil }
        let start = track.earliestPresentationTime
        let now = effects.clock.reading
        let origin = segment.rendition.tracks.first { $0.id == track.trackID }?.liveOrigin
        // Without a capture time: assume that a segment arrives when its last sample has just been captured.
        let zero = origin.map { now.date(at: $0) } ?? now.wall - (start + track.duration).duration
        var anchor =
            anchor ?? WallClockMapping(zero: firstZero(zero, isCaptured: origin != nil, at: position, &effects))
        if origin != nil,
            case .stepped(let step) = anchor.observe(
                zero: withoutLead(zero, anchor), at: start, isDiscontinuity: segment.isDiscontinuity, after: listedEnd)
        {
            effects.reportWarning(
                "wall-clock-step",
                "the wall clock was set by \(MediaTime(step).decimal(places: 3)) s; EXT-X-PROGRAM-DATE-TIME "
                    + "follows at the next discontinuity")
        }
        self.anchor = anchor
        return DateTime(anchor.date(of: renditions[position].publishedStart(of: segment)))
    }

    /// Returns an observation of the clock. While dates are ahead of it as those of the earlier run were, it is at most as
    /// far behind them as is corrected gradually.
    private mutating func withoutLead(_ zero: WallTime, _ anchor: WallClockMapping) -> WallTime {
        guard let known = zeroBehindLead else { return zero }
        let change = zero - known
        // The clock was set, or the lead is corrected.
        guard max(change, .zero - change) < Self.correctedLead, anchor.zero - zero > Self.correctedLead else {
            zeroBehindLead = nil
            return zero
        }
        zeroBehindLead = zero
        return anchor.zero - Self.correctedLead
    }

    /// The latest end of a rendition in media time; nil before there is one.
    private var listedEnd: MediaTime? { renditions.compactMap(\.listedEnd).max() }

    /// The first date of media time zero: `zero`, or as late as the segments of an earlier run require, which new media
    /// follow.
    private mutating func firstZero(
        _ zero: WallTime, isCaptured: Bool, at position: Int, _ effects: inout Effects<Resource>
    ) -> WallTime {
        // The same media as before a reload.
        if renditions[position].continuesMedia, let epoch = earlier?.saved?.record.epoch {
            let known = WallTime(milliseconds: epoch.milliseconds)
            // The stage that was replaced may have been ahead of the clock.
            if isCaptured, known - zero <= Self.largestLead { zeroBehindLead = zero }
            return known
        }
        guard let earliest = earlier?.earliestZero, zero < earliest else { return zero }
        if !isCaptured || earliest - zero <= Self.largestLead {
            zeroBehindLead = zero
            return earliest
        }
        effects.reportWarning(
            "wall-clock-step",
            "the wall clock is \(MediaTime(earliest - zero).decimal(places: 3)) s behind the end of the earlier run; "
                + "EXT-X-PROGRAM-DATE-TIME goes back")
        return zero
    }
}
