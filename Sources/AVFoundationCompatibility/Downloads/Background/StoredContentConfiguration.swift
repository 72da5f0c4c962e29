import AssetDownloading

/// A content configuration in a form that can be stored.
struct StoredContentConfiguration: Codable, Hashable, Sendable {
    let qualifiers: [StoredVariantQualifier]
    /// Whether a qualifier contains a closure of the program, which is not stored.
    let hasClosure: Bool
    let selections: [[MediaSelectionOption]]
    /// The text of the selected variant in the playlist; nil before the selection.
    var variant: String?

    init(_ content: DownloadContent) {
        qualifiers = content.qualifiers.compactMap(\.stored)
        hasClosure = qualifiers.count < content.qualifiers.count
        selections = content.selections
    }

    /// Whether the same variant is selected again.
    var isRestorable: Bool { variant != nil || !hasClosure }

    var content: DownloadContent {
        // The selected variant comes first. If the playlist no longer contains it, the preferences decide.
        let all = (variant.map { [.variant($0)] } ?? []) + qualifiers
        return DownloadContent(qualifiers: all.map { AVAssetVariantQualifier($0) }, selections: selections)
    }
}
