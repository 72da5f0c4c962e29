import AssetDownloading

/// The values of a content configuration.
struct DownloadContent: Sendable {
    var qualifiers: [AVAssetVariantQualifier]
    /// The selected options of each media selection; empty selects the default ones.
    var selections: [[MediaSelectionOption]]

    var configuration: AssetDownloadContentConfiguration {
        var configuration = AssetDownloadContentConfiguration()
        configuration.variantQualifiers = qualifiers.map(\.qualifier)
        guard !selections.isEmpty else { return configuration }
        var options: [MediaSelectionOption] = []
        for option in selections.joined() where !options.contains(option) { options.append(option) }
        // A selection without subtitles excludes the default ones too; audio is never excluded.
        configuration.mediaSelections =
            options.contains { $0.kind == .subtitles } ? [] : [MediaSelection.none(.subtitles)]
        configuration.mediaSelections += options.map { MediaSelection($0) }
        return configuration
    }
}
