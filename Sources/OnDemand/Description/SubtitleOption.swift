import Media
package import PackagingStages
package import StageKit

/// A subtitle file of a presentation.
package struct SubtitleOption: OptionMapping, Hashable {
    package var file: FileReference?
    package var offset = SignedTime(time: .zero)
    package var label = TrackLabel()
    package var encoding: TextEncodingName?

    package init() {}
    package static var fields: [OptionField<SubtitleOption>] {
        [
            .option("file", \.file, "WebVTT, SubRip, ASS or TTML file, relative to this file; required."),
            .option("offset", \.offset, "Offset added to all times; may be negative."),
            .option("text-encoding", \.encoding, TextEncodingName.help),
            .option("language", \.label.language, "Language as a BCP 47 tag."),
            .option("name", \.label.name, "Display name in menus."),
            .option("files", \.label.files, "Folder of the rendition, such as text-en."),
            .option("default", \.label.isDefault, "Whether the subtitles are shown by default."),
            .option("autoselect", \.label.isAutoselect, "Whether a player may select them by the user's language."),
            .option("forced", \.label.isForced, "Whether they are essential, such as translations of foreign speech."),
            .option(
                "characteristics", \.label.characteristics,
                "Characteristics, such as transcribes-spoken-dialog, or any uniform type identifier."),
        ]
    }

    package var contradiction: (message: String, expected: String)? {
        if file == nil { return ("file is missing", "file: movie.en.vtt") }
        return label.contradiction
    }
}
