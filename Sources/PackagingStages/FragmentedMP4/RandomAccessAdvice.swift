import Packaging
import Media
import StageKit

extension RandomAccess: OptionValue {}

/// Reports that segments cannot begin at open random access points, and what lets them.
struct RandomAccessAdvice {
    private let accepts: RandomAccess
    private let interval: MediaTime
    private var reported: Set<Track.ID> = []
    private var syntaxes: [Track.ID: BitstreamSyntax] = [:]

    init(_ settings: FragmenterSettings) { (accepts, interval) = (settings.randomAccess, settings.interval) }

    /// The track with the distance of the sync samples that segments can begin with.
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

    /// The sample as those see it that wait for the beginning of the next segment.
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
            "the video has open groups of pictures: pictures that lead a random access point (CRA) refer to what is before "
                + "it\(place), so segments begin at IDR pictures only; set random-access: cra (segment --random-access cra), "
                + "which Apple's authoring rules do not allow, or encode the video (segment --encode)")
    }
}

extension RandomAccessAdvice {
    /// Reports the samples that were left out where decoding begins.
    static func reportLeftOut(of fragmenter: Fragmenter, _ effects: inout Effects<Segment>) {
        for (track, count) in fragmenter.skippedLeading {
            effects.report(
                OmittedMedia(
                    "track \(track.id.rawValue)", format: track.mediaType.rawValue,
                    reason: "which lead the random access point that decoding begins at and need pictures before it",
                    sampleCount: count, isPartial: true))
        }
        for (track, count) in fragmenter.skippedPreroll {
            effects.report(
                OmittedMedia(
                    "track \(track.id.rawValue)", format: track.mediaType.rawValue,
                    reason:
                        "at the beginning: the edit list begins between sync samples, and nothing hides what they need "
                        + "under profile apple-hls; profile cmaf does, and encoding (segment --encode) needs none",
                    sampleCount: count, isPartial: true))
        }
    }
}

extension Effects {
    /// Reports samples that a transform leaves out.
    mutating func report(_ leftOut: OmittedMedia) {
        let problem = leftOut.problem(of: "this run")
        reportWarning(problem.code, problem.message)
    }
}
