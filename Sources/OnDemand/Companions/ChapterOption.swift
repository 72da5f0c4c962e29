package import PackagingStages
package import StageKit

/// A chapter file of a presentation.
package struct ChapterOption: OptionMapping, Hashable {
    package var file: FileReference?
    package var language: LanguageTag?

    package init() {}
    package static var fields: [OptionField<ChapterOption>] {
        [
            .option("file", \.file, "WebVTT file whose cues are chapters, relative to this file; required."),
            .option("language", \.language, "Language of the titles as a BCP 47 tag."),
        ]
    }

    package var contradiction: (message: String, expected: String)? {
        file == nil ? ("file is missing", "file: movie.chapters.vtt") : nil
    }
}
