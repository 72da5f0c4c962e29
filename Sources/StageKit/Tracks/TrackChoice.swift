package import Media

/// The tracks of an input that a source delivers and omits, and the error if the selection cannot be met.
package struct TrackChoice: Sendable {
    /// The selected tracks that are supported.
    package let delivered: [SourceTrack]
    /// The selected tracks that are not supported; to be reported.
    package let omitted: [SourceTrack]
    /// The error if no track can be delivered, or if no supported track matches a selected number or language.
    package let error: StageError?
    /// The titles of the pictures of video tracks by track number; empty if all show one picture.
    private let angles: [Int: String]

    /// Applies a selection to all tracks of an input; `subject` is the input's name in messages. It is an error if tracks of
    /// a kind are selected and none is supported, unless the kind is in `allowMissing`.
    package init(
        among tracks: [SourceTrack], by selection: TrackSelection, of subject: String,
        allowMissing: [EssentialTracks] = EssentialTracks.allCases
    ) {
        let selected = Self.withoutOtherPictures(tracks.filter(selection.selects), selection)
        delivered = selected.filter { $0.obstacle == nil }
        angles = Self.angles(of: delivered)
        omitted = selected.filter { $0.obstacle != nil && !$0.isAuxiliary }
        error =
            Self.makeError(tracks, selection, subject, isEmpty: delivered.isEmpty)
            ?? EssentialTracks.rejection(of: subject, selected: selected, allowed: allowMissing, Self.reasons)
    }

    /// Leaves out the video tracks that show other pictures than the first one, such as a second camera: as variants,
    /// players would switch between the pictures. Tracks that are selected by number remain.
    private static func withoutOtherPictures(
        _ tracks: [SourceTrack], _ selection: TrackSelection
    ) -> [SourceTrack] {
        if selection.hasAngles { return tracks }
        let first = tracks.first { $0.type == .video && $0.obstacle == nil }
        guard let first, let picture = first.picture else { return tracks }
        return tracks.map { track in
            guard track.type == .video, track.obstacle == nil, track != first, let other = track.picture,
                !other.isAlternative(to: picture),
                !selection.parts.contains(where: { $0.number != nil && $0.selects(track) })
            else { return track }
            var track = track
            track.isOtherPicture = true
            track.obstacle =
                "which is not another size of the picture of \(first.name) (\(picture.size) and \(other.size)); select "
                + "one of them by its number (tracks, segment --tracks \(track.number),audio), or all of them as angles "
                + "(tracks: all,angles; segment --video-group)"
            return track
        }
    }

    /// Returns the titles of the pictures by track number. Tracks that are sizes of one picture have one title, and
    /// pictures have different ones.
    private static func angles(of tracks: [SourceTrack]) -> [Int: String] {
        var pictures: [[SourceTrack]] = []
        for track in tracks where track.type == .video && !track.isStill {
            guard let picture = track.picture else { continue }
            let index = pictures.firstIndex { sizes in
                sizes.allSatisfy { $0.picture.map(picture.isAlternative) ?? false }
            }
            if let index { pictures[index].append(track) } else { pictures.append([track]) }
        }
        guard pictures.count > 1 else { return [:] }
        var (titles, result): (Set<String>, [Int: String]) = ([], [:])
        for (index, picture) in pictures.enumerated() {
            var title = picture[0].title ?? ""
            if title.isEmpty || titles.contains(title) { title = "Angle \(index + 1)" }
            titles.insert(title)
            for track in picture { result[track.number] = title }
        }
        return result
    }

    /// The group of the video tracks that show different pictures.
    private static let angleGroup = "angles"

    /// Sets the properties of a delivered track that depend on the others: the group and the name of its picture.
    package func describe(_ track: inout Track, _ source: SourceTrack) {
        guard let title = angles[source.number], source.type == .video else { return }
        (track.attributes.group, track.name) = (Self.angleGroup, title)
    }

    /// Reports the omitted tracks. Does nothing if there is an error, which already contains the reasons.
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
                    "'\(subject)': 'tracks' selects '\(part.text)', but no matching track is supported: "
                        + reasons(meant))
            }
            return StageError(.noUsableTrack, "'\(subject)' has no \(part.displayText); " + list(tracks))
        }
        // Excluded tracks are delivered by another source of the input.
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
        return StageError(.unsupportedMedia, "'\(subject)' has no supported tracks: " + reasons(selected))
    }

    private static func reasons(_ tracks: [SourceTrack]) -> String {
        shortened(tracks) { "\($0), \($0.obstacle ?? "")" }.joined(separator: "; ")
    }

    private static func list(_ tracks: [SourceTrack]) -> String {
        "it has " + shortened(tracks, \.description).joined(separator: ", ")
    }

    /// Returns the texts of the first tracks, since hundreds of tracks do not fit into a message.
    private static func shortened(_ tracks: [SourceTrack], _ text: (SourceTrack) -> String) -> [String] {
        let limit = 24
        return tracks.prefix(limit).map(text) + (tracks.count > limit ? ["and \(tracks.count - limit) others"] : [])
    }
}

extension TrackSelection.Part {
    /// The selected tracks in the singular, such as `audio track in 'de'`.
    fileprivate var displayText: String {
        if let number { return "track with the number \(number)" }
        let kind = type.map { "\($0.rawValue) track" } ?? "track"
        return kind + (language.map { $0 == "und" ? " without a language" : " in '\($0)'" } ?? "")
    }
}
