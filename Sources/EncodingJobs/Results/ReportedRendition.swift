package import Media

/// The files of one rendition in a task.
package struct ReportedRendition: Sendable, Hashable, Codable {
    package var rendition: Rendition
    /// Nil for renditions without initialization segments.
    package var initialization: ReportedFile?
    package var segments: [ReportedSegment] = []

    package init(_ rendition: Rendition) { self.rendition = rendition }

    /// All files of the rendition.
    package var files: [ReportedFile] { (initialization.map { [$0] } ?? []) + segments.compactMap(\.file) }

    /// Whether values are in their ranges, so that arithmetic on them is safe.
    var isValid: Bool {
        !rendition.id.isEmpty && rendition.tracks.allSatisfy { $0.timescale > 0 }
            && segments.allSatisfy { $0.index >= 0 && $0.index < 1 << 31 }
            && files.allSatisfy { file in
                file.byteCount > 0 && file.byteCount < 1 << 40 && !file.path.hasPrefix("/")
                    && !file.path.split(separator: "/").contains("..")
            }
    }
}
