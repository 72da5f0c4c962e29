package import Media

/// The tracks of an input without which it is another programme: its video, and its audio.
package enum EssentialTracks: String, OptionValue, CaseIterable {
    case video
    case audio

    package static let optionName = "allow-missing"
    package static let optionHelp =
        "Kinds of tracks (video, audio) of which the input may have some, but none that is supported. They are left out "
        + "then with a warning; by default the input is rejected."

    var mediaType: MediaType { self == .video ? .video : .audio }

    /// Returns the error for the first kind of which tracks are selected, but none is supported; nil if there is none.
    static func rejection(
        of subject: String, selected: [SourceTrack], allowed: [EssentialTracks], _ reasons: ([SourceTrack]) -> String
    ) -> StageError? {
        for kind in allCases where !allowed.contains(kind) {
            let tracks = selected.filter { $0.type == kind.mediaType }
            let unsupported = tracks.filter { $0.obstacle != nil && !$0.isDispensable }
            guard !unsupported.isEmpty, !tracks.contains(where: { $0.obstacle == nil }) else { continue }
            return rejection(of: subject, kind.mediaType, reasons(unsupported))
        }
        return nil
    }

    /// The error for an input whose tracks of a type are not supported, for these reasons.
    package static func rejection(of subject: String, _ type: MediaType, _ reasons: String) -> StageError {
        StageError(
            .unsupportedMedia,
            "'\(subject)' has \(type.rawValue), but none that is supported: \(reasons); to go on without it, set "
                + "'\(optionName): \(type.rawValue)' (segment --\(optionName) \(type.rawValue))")
    }
}

extension SourceTrack {
    /// Whether the input is complete without the track.
    var isDispensable: Bool { isAuxiliary || isStill || sampleCount == 0 }
}
