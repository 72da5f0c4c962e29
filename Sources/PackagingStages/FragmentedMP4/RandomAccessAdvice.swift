import Packaging
import Media
import StageKit

extension RandomAccess: OptionValue {}

/// Reports that segments cannot start at open random access points and recovery points, and the setting that permits it.
struct RandomAccessAdvice {
    private let accepts: RandomAccess
    private let profile: FileTypeProfile
    private let interval: MediaTime
    private var reported: Set<Track.ID> = []
    private var syntaxes: [Track.ID: BitstreamSyntax] = [:]
    /// The recovery points of H.264 tracks at which segments start; empty if they start at IDR pictures only.
    private var accepted: [Track.ID: RecoveryRule] = [:]
    /// The tracks at whose recovery points pictures are approximate, which was reported.
    private var approximate: Set<Track.ID> = []
    /// The H.264 tracks whose other recovery points have not been reported.
    private var watched: [Track.ID: Watch] = [:]

    /// A track without a sync sample for an interval is searched for recovery points.
    private struct Watch {
        let rule: RecoveryRule
        let interval: Int64
        /// The presentation time of the last sync sample, or of the first sample; nil before.
        var last: Int64?
    }

    init(_ settings: FragmenterSettings) {
        (accepts, profile, interval) = (settings.randomAccess, settings.profile, settings.interval)
    }

    /// Returns the track with the interval of the sync samples at which segments can start.
    mutating func adapted(_ track: Track, _ effects: inout Effects<Segment>) -> Track {
        syntaxes[track.id] = BitstreamSyntax(track.format)
        var track = adaptedRecovery(track, &effects)
        guard let distance = track.maximumClosedSyncInterval else { return track }
        track.maximumClosedSyncInterval = nil
        guard accepts == .instantaneous else { return track }
        let matters = distance > interval
        track.maximumSyncInterval = distance
        if matters { report(track.id, at: nil, &effects) }
        return track
    }

    /// Reports the first open random access point of each track, once.
    mutating func reportOpenPoints(_ points: [(track: Track, time: MediaTime)], _ effects: inout Effects<Segment>) {
        for (track, time) in points where !reported.contains(track.id) { report(track.id, at: time, &effects) }
    }

    /// Returns the H.264 track with the interval of the IDR pictures and recovery points at which segments can start.
    private mutating func adaptedRecovery(_ track: Track, _ effects: inout Effects<Segment>) -> Track {
        (accepted[track.id], watched[track.id]) = (nil, nil)
        guard let any = RecoveryRule(track.format, allowsGradual: true) else { return track }
        var track = track
        let intervals = track.recoveryIntervals
        track.recoveryIntervals = nil
        let allowsGradual = profile.allowsGradualRecovery
        if accepts == .recovery {
            accepted[track.id] = RecoveryRule(track.format, allowsGradual: allowsGradual)
            if let intervals {
                track.maximumSyncInterval = allowsGradual ? intervals.all : intervals.immediate
            } else if track.maximumSyncInterval.map({ $0 > interval }) == true {
                // Recovery points that the source does not list can be closer.
                track.maximumSyncInterval = nil
            }
        }
        if let longest = track.maximumSyncInterval, let all = intervals?.all, longest > interval, all < longest {
            let isGradual = intervals?.immediate.map { all < $0 } ?? true
            report(track.id, isGradual ? .gradual(frameCount: 1) : .immediate, at: nil, &effects)
        } else if accepts != .recovery || !allowsGradual {
            watched[track.id] = Watch(rule: any, interval: interval.ticks(at: track.timescale))
        }
        return track
    }

    /// Returns the sample with the sync flag if segments can start at it, and without it otherwise.
    mutating func adapted(_ sample: Sample, _ effects: inout Effects<Segment>) -> Sample {
        if !watched.isEmpty { examine(sample, &effects) }
        guard let rule = accepted[sample.track] else { return adapted(sample) }
        guard !sample.isSync, let point = rule.point(sample.bytes) else { return sample }
        if !point.isExact { reportApproximate(sample, &effects) }
        var sample = sample
        sample.flags = .sync
        return sample
    }

    /// Reports the first approximate recovery point of each track.
    private mutating func reportApproximate(_ sample: Sample, _ effects: inout Effects<Segment>) {
        guard approximate.insert(sample.track).inserted else { return }
        let time = sample.presentationTime.decimal(places: 3)
        effects.reportWarning(
            "approximate-recovery",
            "the recovery point of video track \(sample.track.rawValue) at \(time) s is approximate (exact_match_flag "
                + "0): after seeking to it, frames may differ slightly up to the next IDR picture")
    }

    /// Reports the first recovery point of a track at which no segment starts although one is due.
    private mutating func examine(_ sample: Sample, _ effects: inout Effects<Segment>) {
        guard let watch = watched[sample.track] else { return }
        let ticks = sample.presentationTicks
        guard let last = watch.last, !sample.isSync, accepted[sample.track]?.point(sample.bytes) == nil else {
            watched[sample.track]?.last = ticks
            return
        }
        guard ticks - last > watch.interval, let point = watch.rule.point(sample.bytes) else { return }
        report(sample.track, point, at: sample.presentationTime, &effects)
    }

    private mutating func report(
        _ id: Track.ID, _ point: RecoveryPoint, at time: MediaTime?, _ effects: inout Effects<Segment>
    ) {
        watched[id] = nil
        guard reported.insert(id).inserted else { return }
        let place = time.map { ", the first time before \($0.decimal(places: 3)) s" } ?? ""
        effects.reportWarning(
            "recovery-points",
            "the IDR pictures of video track \(id.rawValue) are more than \(interval) apart\(place); "
                + point.advice(profile))
    }

    /// Returns the sample without the sync flag if segments cannot start at it.
    private func adapted(_ sample: Sample) -> Sample {
        guard reported.contains(sample.track), sample.isSync, accepts == .instantaneous,
            syntaxes[sample.track]?.randomAccessPicture(sample.bytes) == .cleanRandomAccess
        else { return sample }
        var sample = sample
        sample.flags = sample.flags.withoutSync
        return sample
    }

    private mutating func report(_ id: Track.ID, at time: MediaTime?, _ effects: inout Effects<Segment>) {
        guard reported.insert(id).inserted else { return }
        let place = time.map { ", the first at \($0.decimal(places: 3)) s" } ?? ""
        effects.reportWarning(
            "open-gop",
            "the video has open GOPs: leading pictures of a random access point (CRA) refer to pictures before "
                + "it\(place), so segments start at IDR pictures only; set random-access: cra (segment --random-access "
                + "cra), which Apple's authoring rules do not allow, or encode the video (segment --encode)")
    }
}

extension RandomAccessAdvice {
    /// Reports the samples that were dropped at the start of decoding.
    static func reportLeftOut(of fragmenter: Fragmenter, _ effects: inout Effects<Segment>) {
        for (track, count) in fragmenter.skippedLeading {
            effects.report(
                track,
                OmittedMedia(
                    track.origin?.track ?? "track \(track.id.rawValue)", format: track.mediaType.rawValue,
                    reason:
                        "which lead a random access point at which decoding starts, or a broken link, and can refer to "
                        + "pictures before it",
                    sampleCount: count, isPartial: true))
        }
        for (track, count) in fragmenter.skippedPreroll {
            effects.report(
                track,
                OmittedMedia(
                    track.origin?.track ?? "track \(track.id.rawValue)", format: track.mediaType.rawValue,
                    reason:
                        "at the start: the edit list starts between sync samples, and profile apple-hls cannot hide "
                        + "the samples needed for decoding; use profile cmaf, or encode (segment --encode)",
                    sampleCount: count, isPartial: true))
        }
    }
}

extension Effects {
    /// Reports samples of a track that a transform drops.
    mutating func report(_ track: Track, _ leftOut: OmittedMedia) {
        let problem = leftOut.problem(of: track.origin?.input ?? track.name ?? "input")
        reportWarning(problem.code, problem.message)
    }
}
