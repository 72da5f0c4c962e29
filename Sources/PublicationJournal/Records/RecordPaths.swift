/// The paths under which the journal keeps a presentation's records.
package struct RecordPaths: Sendable, Hashable {
    /// The path of the presentation's record: the name of its multivariant playlist.
    package let presentation: String

    package init(multivariant: String) { presentation = multivariant }

    package func rendition(_ id: String) -> String { "\(presentation)/\(id)" }
    package func initialization(_ id: String) -> String { "\(presentation)/\(id)/initialization" }
    /// The record of the thumbnail images in a folder.
    package func images(_ id: String) -> String { presentation + "/" + id + Self.imagesSuffix }
    private static let imagesSuffix = "/image-numbers"
    /// Whether a path is that of a record of images.
    package static func isImages(_ path: String) -> Bool { path.hasSuffix(imagesSuffix) }
    package func segment(_ id: String, _ mediaSequence: Int) -> String { "\(presentation)/\(id)/\(mediaSequence)" }
}
