package import PackagingStages
package import StageKit

/// A movie file of a presentation, with the properties of its tracks.
package struct RenditionOption: OptionMapping, Hashable {
    package var file: FileReference?
    package var tracks: TrackSelection?
    package var label = TrackLabel()
    package var labels: [TrackLabel] = []

    package init() {}
    package static var fields: [OptionField<RenditionOption>] {
        [
            .option("file", \.file, "Movie file, relative to this file; required."),
            .option(
                "tracks", \.tracks, "Tracks to present: \(TrackSelection.help(number: "track_ID")); all by default."),
            .option("language", \.label.language, "Language of the tracks as a BCP 47 tag."),
            .option("name", \.label.name, "Display name in menus."),
            .option("files", \.label.files, "Folder of the rendition, such as audio-en."),
            .option("group", \.label.group, "Group of alternatives; by default one per codec and layout."),
            .option("default", \.label.isDefault, "Whether the tracks play by default."),
            .option("autoselect", \.label.isAutoselect, "Whether a player may select them by the user's language."),
            .option(
                "characteristics", \.label.characteristics,
                "Characteristics, such as describes-video, or any uniform type identifier."),
            .option("score", \.label.score, "For video: preference relative to others; set for all of them or none."),
            .option("labels", \.labels, "Labels for single tracks of the file, as for track.label."),
        ]
    }

    package var contradiction: (message: String, expected: String)? {
        if file == nil { return ("file is missing", "file: movie.mp4") }
        return label.contradiction
    }
}
