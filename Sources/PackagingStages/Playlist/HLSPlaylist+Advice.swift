import HLS
import Media
package import StageKit

extension HLSPlaylist: WarningStage {
    package func warnings(in place: StagePosition) -> [StageWarning] {
        var warnings = encryptionErrors(in: place) + durationProblems(in: place) + paceWarnings(in: place)
        if options.type != .live, place.givenOptions.contains("window") {
            warnings.append(
                StageWarning(
                    code: "unused-option",
                    message: "'window' has no effect: playlists of type \(options.type.rawValue) list all segments",
                    option: "window", notes: ["remove it, or set type: live"]))
        }
        // VOD playlists are written once, with the measured target duration.
        guard options.type != .vod, options.targetDuration == nil else { return warnings }
        return warnings + place.inputs.flatMap(Self.keyframeAdvice)
    }

    /// Errors about byte ranges of segments that players can only decrypt as a whole.
    private func encryptionErrors(in place: StagePosition) -> [StageWarning] {
        guard options.packaging == .singleFile, place.protector?.method == .aes128 else { return [] }
        var error = StageWarning(
            code: "aes-128-byte-ranges",
            message: "segments encrypted with aes-128 cannot be byte ranges of one file: players decrypt whole files",
            option: "packaging", notes: ["set packaging: files, or use method: cbcs in fmp4.encrypt"])
        error.severity = .error
        return [error]
    }

    /// Errors and warnings about durations that contradict the duration of the segments.
    private func durationProblems(in place: StagePosition) -> [StageWarning] {
        var problems: [StageWarning] = []
        let segmenters = place.nearest { $0.stage as? SegmentFragmentedMP4 }
        for (segmenter, stage) in segmenters {
            guard let fixed = options.targetDuration, !TargetDuration(covering: fixed).allows(stage.interval) else {
                continue
            }
            var error = StageWarning(
                code: "target-duration-below-interval",
                message: "target-duration is \(fixed), but '\(segmenter.name)' (\(segmenter.kind)) makes segments of "
                    + "\(stage.interval)",
                option: "target-duration",
                notes: [
                    "set target-duration to \(TargetDuration(covering: stage.interval)) or more, or remove it, or set "
                        + "interval to \(fixed) or less in '\(segmenter.name)'"
                ])
            error.severity = .error
            problems.append(error)
        }
        guard options.type == .live, place.givenOptions.contains("window") else { return problems }
        let longest = segmenters.map(\.1.interval).max()
        switch options.window.length {
        case .count(let count) where count < 3:
            problems.append(
                windowWarning("\(count) segment\(count == 1 ? "" : "s")", "set window to 3 or more"))
        case .duration(let duration):
            guard let longest, duration < longest * 3 else { break }
            problems.append(windowWarning("\(duration)", "set window to \(longest * 3) or more"))
        case .count: break
        }
        return problems
    }

    private func windowWarning(_ length: String, _ note: String) -> StageWarning {
        StageWarning(
            code: "short-window",
            message: "a window of \(length) is extended: live playlists list at least three target durations "
                + "(RFC 8216bis 6.2.2)",
            option: "window", notes: [note])
    }

    /// Warnings about a live presentation with media of a source that is not live.
    private func paceWarnings(in place: StagePosition) -> [StageWarning] {
        let media = place.origins.filter { $0.mediaTypes?.isDisjoint(with: [.video, .audio]) == false }
        guard let live = media.first(where: { $0.isLive == true }) else { return [] }
        return media.filter { $0.isLive == false }.map { other in
            StageWarning(
                code: "mixed-pace",
                message: "'\(other.name)' (\(other.kind)) is not live, but '\(live.name)' (\(live.kind)) is: its media "
                    + "has no capture time, does not continue during a loss, and may end before the other",
                notes: [
                    other.hasLiveOption
                        ? "set live: true in '\(other.name)'" : "remove '\(other.name)', or use live sources only"
                ])
        }
    }

    /// Warnings about coded video whose sync samples may not match the segment boundaries.
    private static func keyframeAdvice(_ segmenter: StagePosition) -> [StageWarning] {
        if segmenter.stage is any SegmentProtecting { return segmenter.inputs.flatMap(keyframeAdvice) }
        guard let stage = segmenter.stage as? SegmentFragmentedMP4 else { return [] }
        return segmenter.videoCoders.compactMap { coder, control in
            let name = "'\(coder.name)' (\(coder.kind))"
            switch control {
            case .onRequest: return nil
            case .every(let distance):
                guard !stage.interval.isMultiple(of: distance) else { return nil }
                return StageWarning(
                    code: "keyframe-distance",
                    message: "\(name) has a fixed keyframe interval of \(distance), which does not "
                        + "divide the segment duration of \(stage.interval)",
                    notes: ["set its max-keyframe-distance to \(stage.interval) or a fraction of it"])
            case .bySender:
                return StageWarning(
                    code: "keyframes-by-sender",
                    message: "the sender of \(name) determines the keyframe interval; segments "
                        + "exceed \(stage.interval) if it is longer",
                    notes: [
                        "set target-duration to \(stage.interval) and the sender's keyframe interval together, rounded "
                            + "up to whole seconds"
                    ])
            }
        }
    }
}

extension MediaTime {
    /// Whether the time is an integer multiple of `part`.
    fileprivate func isMultiple(of part: MediaTime) -> Bool {
        guard part > .zero, !part.isIndefinite, !isIndefinite else { return false }
        return (Int128(value) * Int128(part.timescale)) % (Int128(part.value) * Int128(timescale)) == 0
    }
}
