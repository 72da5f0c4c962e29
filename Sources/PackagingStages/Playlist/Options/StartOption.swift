import HLS
import Media
package import StageKit

/// The preferred start of playback: `EXT-X-START`.
package struct StartOption: OptionMapping, Hashable {
    package var offset = SignedTime(time: .zero)
    package var isPrecise = false

    package init() {}
    package static var fields: [OptionField<StartOption>] {
        [
            .required("offset", \.offset, "Offset in seconds from the start, or from the end if negative."),
            .option("precise", \.isPrecise, "Whether playback starts exactly at the offset."),
        ]
    }

    var point: StartPoint { StartPoint(timeOffset: offset.time, isPrecise: isPrecise) }
}

extension HLSPlaylist.Options {
    /// The configured properties of the multivariant playlist.
    var requests: PresentationOptions {
        var requests = PresentationOptions()
        requests.definitions = variables.compactMap(\.definition)
        requests.start = start?.point
        requests.sessionData = sessionData.compactMap(\.data)
        requests.hasStableIDs = hasStableIDs
        requests.uriPrefix = uriPrefix?.text ?? ""
        requests.outputProtection = outputProtection.compactMap(\.protection)
        return requests
    }

    /// Throws `invalid-options` for properties that the multivariant playlist cannot express.
    func validateRequests() throws(StageError) {
        let names = requests.definitions.map(\.name)
        if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw StageError(.invalidOptions, "variable '\(twice)' is defined twice")
        }
        let facts = requests.sessionData.map { [$0.id, $0.language ?? ""] }
        if let twice = facts.first(where: { fact in facts.count { $0 == fact } > 1 }) {
            throw StageError(.invalidOptions, "session-data '\(twice[0])' is defined twice in one language")
        }
        let classes = outputProtection.map { $0.resolution?.rawValue ?? "all" }
        if let twice = classes.first(where: { name in classes.count { $0 == name } > 1 }) {
            throw StageError(.invalidOptions, "output-protection is defined twice for the resolution '\(twice)'")
        }
        for match in uriPrefix?.text.matches(of: /\{\$([^}]*)\}/) ?? [] where !names.contains(String(match.1)) {
            throw StageError(
                .invalidOptions, "uri-prefix uses the variable '\(match.1)', which is not defined; add it to define")
        }
    }

    /// Throws `invalid-options` if a hold-back is shorter than allowed (RFC 8216bis 4.4.3.8; for parts, section 14.3 of
    /// Apple's authoring specification).
    func validateHoldBack(_ target: TargetDuration?, partTarget: MediaTime?) throws(StageError) {
        if let partHoldBack, let partTarget, partHoldBack < partTarget * 3 {
            throw StageError(
                .invalidOptions,
                "part-hold-back \(partHoldBack) is less than three parts of \(partTarget); use \(partTarget * 3) or more"
            )
        }
        guard let holdBack, let target, holdBack < target.time * 3 else { return }
        throw StageError(
            .invalidOptions,
            "hold-back \(holdBack) is less than three target durations of \(target); use \(target.time * 3) or more")
    }
}
