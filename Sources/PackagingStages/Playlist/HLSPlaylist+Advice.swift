import Media
package import StageKit

extension HLSPlaylist: WarningStage {
    package func warnings(in place: StagePosition) -> [StageWarning] {
        var warnings = encryptionErrors(in: place)
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
