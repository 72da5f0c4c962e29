import Packaging
import Media
import StageKit

extension RandomAccess: OptionValue {}

/// Reports that segments cannot start at open random access points, and the setting that permits it.
struct RandomAccessAdvice {
    private let accepts: RandomAccess
    private let interval: MediaTime
    private var reported: Set<Track.ID> = []
    private var syntaxes: [Track.ID: BitstreamSyntax] = [:]

    init(_ settings: FragmenterSettings) { (accepts, interval) = (settings.randomAccess, settings.interval) }

    /// Returns the track with the interval of the sync samples at which segments can start.
    mutating func adapted(_ track: Track, _ effects: inout Effects<Segment>) -> Track {
        syntaxes[track.id] = BitstreamSyntax(track.format)
        guard let distance = track.maximumClosedSyncInterval else { return track }
        var track = track
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

    /// Returns the sample without the sync flag if segments cannot start at it.
    func adapted(_ sample: Sample) -> Sample {
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
                OmittedMedia(
                    "track \(track.id.rawValue)", format: track.mediaType.rawValue,
                    reason: "which lead the random access point at which decoding starts and refer to pictures before "
                        + "it",
                    sampleCount: count, isPartial: true))
        }
        for (track, count) in fragmenter.skippedPreroll {
            effects.report(
                OmittedMedia(
                    "track \(track.id.rawValue)", format: track.mediaType.rawValue,
                    reason:
                        "at the start: the edit list starts between sync samples, and profile apple-hls cannot hide "
                        + "the samples needed for decoding; use profile cmaf, or encode (segment --encode)",
                    sampleCount: count, isPartial: true))
        }
    }
}

extension Effects {
    /// Reports samples that a transform drops.
    mutating func report(_ leftOut: OmittedMedia) {
        let problem = leftOut.problem(of: "this run")
        reportWarning(problem.code, problem.message)
    }
}
