package import HLS
package import PackagingStages
package import PipelineFile
package import StageKit

/// The content of a presentation file: the movies and subtitles that are presented together.
package struct PresentationDescription: OptionMapping, Hashable {
    package var renditions: [RenditionOption] = []
    package var items: [ItemOption] = []
    package var subtitles: [SubtitleOption] = []
    package var thumbnails: FileReference?
    package var chapters: [ChapterOption] = []
    package var cues: [CueOption] = []
    package var date: DateTime?
    package var settings = PresentationSettings()
    package var sessionData: [SessionDataOption] = []

    /// The name of the file in the folder of a presentation.
    package static let fileName = "presentation.yaml"
    /// The end of the name of the file of a presentation that shares its folder with others.
    package static let fileSuffix = ".presentation.yaml"
    /// The maximum number of movies, and of subtitle files.
    static let fileLimit = 32
    /// The maximum number of cues.
    static let cueLimit = 1000

    package init() {}
    package static var fields: [OptionField<PresentationDescription>] {
        [
            .option(
                "renditions", \.renditions,
                "Movies that are presented together; at most \(fileLimit). Either these or items."),
            .option(
                "items", \.items,
                "Movies or parts of movies that are presented one after the other; at most \(fileLimit)."),
            .option("subtitles", \.subtitles, "Subtitle files; at most \(fileLimit)."),
            .option(
                "thumbnails", \.thumbnails,
                "WebVTT file whose cues name regions of JPEG images, relative to this file."),
            .option("chapters", \.chapters, "Chapter files, one for each language; at most \(fileLimit)."),
            .option("cues", \.cues, "Ranges with attributes, such as interstitials; at most \(cueLimit)."),
            .option("date", \.date, "Date of the start; 1970-01-01T00:00:00Z by default if there are cues."),
            .option("session-data", \.sessionData, "Metadata of the whole presentation."),
        ] + OptionField.group(\.settings)
    }

    package var contradiction: (message: String, expected: String)? {
        if renditions.isEmpty == items.isEmpty {
            return ("either renditions or items are required", "renditions: [{ file: movie.mp4 }]")
        }
        let count = max(renditions.count, items.reduce(0) { $0 + $1.renditions.count }, subtitles.count, chapters.count)
        guard count <= Self.fileLimit else {
            return (
                "the presentation has too many files",
                "at most \(Self.fileLimit) movies, subtitles and chapter files each"
            )
        }
        guard cues.count <= Self.cueLimit else {
            return ("the presentation has too many cues", "at most \(Self.cueLimit)")
        }
        let ids = cues.compactMap(\.id)
        guard Set(ids).count == ids.count else { return ("two cues have the same id", "different ids") }
        return nil
    }

    /// Whether a file is a presentation file, by its name.
    package static func isDescription(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        return name == fileName || name.hasSuffix(fileSuffix)
    }

    /// Parses the presentation file at a path. Errors are added to the result.
    package static func read(_ path: String) -> (description: PresentationDescription?, result: PipelineFileResult) {
        let (root, result) = PipelineFile.values(path: path)
        return parse(root, result)
    }

    /// Parses a presentation file, whose path messages show. Errors are added to the result.
    package static func read(
        _ path: String, reading: @escaping PipelineFile.Reading
    ) -> (description: PresentationDescription?, result: PipelineFileResult) {
        let (root, result) = PipelineFile.values(path: path, reading: reading)
        return parse(root, result)
    }

    private static func parse(
        _ root: OptionNode?, _ result: PipelineFileResult
    ) -> (description: PresentationDescription?, result: PipelineFileResult) {
        var result = result
        guard let root, result.diagnostics.isEmpty else { return (nil, result) }
        return (PipelineFile.mapping(PresentationDescription.self, root, &result), result)
    }
}
