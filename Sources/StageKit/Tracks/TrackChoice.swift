import Media

/// The tracks of an input that a source delivers, those that it leaves out, and the error where that is not what was
/// asked for.
package struct TrackChoice: Sendable {
    /// Selected, and they can be carried.
    package let delivered: [SourceTrack]
    /// Selected, and they cannot be carried; to be reported.
    package let omitted: [SourceTrack]
    /// Set where nothing can be delivered, or a number or language of the selection has no track that can be carried.
    package let error: StageError?

    /// Chooses among all tracks of an input, which messages call `subject`.
    package init(among tracks: [SourceTrack], by selection: TrackSelection, of subject: String) {
        let selected = tracks.filter(selection.selects)
        delivered = selected.filter { $0.obstacle == nil }
        omitted = selected.filter { $0.obstacle != nil && !$0.isAuxiliary }
        error = Self.makeError(tracks, selection, subject, isEmpty: delivered.isEmpty)
    }

    /// Reports the tracks that are left out, unless the input is refused: the error then has their reasons.
    package func report(to context: StageContext, of subject: String) {
        guard error == nil else { return }
        for leftOut in omitted.compactMap(\.omission) { context.report(leftOut, of: subject) }
    }

    private static func makeError(
        _ tracks: [SourceTrack], _ selection: TrackSelection, _ subject: String, isEmpty: Bool
    ) -> StageError? {
        for part in selection.parts where part.isExact && !tracks.isEmpty {
            let meant = tracks.filter(part.selects)
            if meant.contains(where: { $0.obstacle == nil || selection.excludes($0) }) { continue }
            guard meant.isEmpty else {
                return StageError(
                    .unsupportedMedia,
                    "'\(subject)': 'tracks' asks for '\(part.text)', and nothing of it can be carried: "
                        + reasons(meant))
            }
            return StageError(.noUsableTrack, "'\(subject)' has no \(part.displayText); " + list(tracks))
        }
        // The others are left to another source of the input.
        let isShared = tracks.contains { track in
            selection.excludes(track) && selection.parts.contains { $0.selects(track) }
        }
        guard isEmpty, !isShared else { return nil }
        let selected = tracks.filter(selection.selects)
        guard !tracks.isEmpty else { return StageError(.noUsableTrack, "'\(subject)' has no tracks") }
        guard !selected.isEmpty else {
            return StageError(
                .noUsableTrack,
                "'\(subject)' has no \(selection.parts.map(\.displayText).joined(separator: ", ")); " + list(tracks))
        }
        return StageError(.unsupportedMedia, "'\(subject)' has nothing that can be carried: " + reasons(selected))
    }

    private static func reasons(_ tracks: [SourceTrack]) -> String {
        shortened(tracks) { "\($0), \($0.obstacle ?? "")" }.joined(separator: "; ")
    }

    private static func list(_ tracks: [SourceTrack]) -> String {
        "it has " + shortened(tracks, \.description).joined(separator: ", ")
    }

    /// A line for people; hundreds of tracks do not fit into it.
    private static func shortened(_ tracks: [SourceTrack], _ text: (SourceTrack) -> String) -> [String] {
        let limit = 24
        return tracks.prefix(limit).map(text) + (tracks.count > limit ? ["and \(tracks.count - limit) others"] : [])
    }
}

extension TrackSelection.Part {
    /// The tracks that it takes, in the singular: `audio track in 'de'`.
    fileprivate var displayText: String {
        if let number { return "track with the number \(number)" }
        let kind = type.map { "\($0.rawValue) track" } ?? "track"
        return kind + (language.map { $0 == "und" ? " without a language" : " in '\($0)'" } ?? "")
    }
}
