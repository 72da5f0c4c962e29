package import Media
package import StageKit

/// An item of a sequence: a movie, movies that are presented together, or a part of them.
package struct ItemOption: OptionMapping, Hashable {
    /// The single movie of the item.
    private var file: FileReference?
    private var several: [RenditionOption] = []
    package var start: MediaTime?
    package var end: MediaTime?

    package init() {}
    package static var fields: [OptionField<ItemOption>] {
        [
            .option("file", \.file, "Movie file, relative to this file. Either this or renditions."),
            .option("renditions", \.several, "Movies that are presented together."),
            .option(
                "start", \.start, in: .zero...(.seconds(1_000_000)),
                "Start in the movies. The item starts at the last sync sample at or before it."),
            .option(
                "end", \.end, in: .zero...(.seconds(1_000_000)),
                "End in the movies. The item ends before the first sync sample at or after it."),
        ]
    }

    /// The movies that are presented together.
    package var renditions: [RenditionOption] {
        guard let file else { return several }
        var rendition = RenditionOption()
        rendition.file = file
        return [rendition]
    }

    package var contradiction: (message: String, expected: String)? {
        if (file == nil) == several.isEmpty { return ("either file or renditions are required", "file: movie.mp4") }
        if let end, end <= start ?? .zero { return ("end must be after start", "a later end") }
        return nil
    }
}
