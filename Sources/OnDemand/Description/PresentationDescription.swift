package import PackagingStages
package import PipelineFile
package import StageKit

/// The content of a presentation file: the movies and subtitles that are presented together.
package struct PresentationDescription: OptionMapping, Hashable {
    package var renditions: [RenditionOption] = []
    package var items: [ItemOption] = []
    package var subtitles: [SubtitleOption] = []
    package var settings = PresentationSettings()
    package var sessionData: [SessionDataOption] = []

    /// The name of the file in the folder of a presentation.
    package static let fileName = "presentation.yaml"
    /// The end of the name of the file of a presentation that shares its folder with others.
    package static let fileSuffix = ".presentation.yaml"
    /// The maximum number of movies, and of subtitle files.
    static let fileLimit = 32

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
            .option("session-data", \.sessionData, "Metadata of the whole presentation."),
        ] + OptionField.group(\.settings)
    }

    package var contradiction: (message: String, expected: String)? {
        if renditions.isEmpty == items.isEmpty {
            return ("either renditions or items are required", "renditions: [{ file: movie.mp4 }]")
        }
        let count = max(renditions.count, items.reduce(0) { $0 + $1.renditions.count }, subtitles.count)
        guard count <= Self.fileLimit else {
            return (
                "the presentation has too many files",
                "at most \(Self.fileLimit) movies and \(Self.fileLimit) subtitles"
            )
        }
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
