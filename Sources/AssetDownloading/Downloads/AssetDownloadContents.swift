import Foundation

/// The variants and renditions that a download selected.
public struct AssetDownloadContents: Sendable, Hashable {
    /// The variants as the playlist declares them, in the order of the content configurations, the primary one first.
    public let variants: [AssetVariant]
    /// The selected renditions of each variant.
    public let options: [[MediaSelectionOption]]

    package init(_ choices: [ContentChoice], of presentation: AssetPresentation) {
        variants = choices.compactMap { choice in
            presentation.variants.first { $0.declaration == choice.declared }
        }
        options = choices.map { $0.renditions.map(MediaSelectionOption.init) }
    }
}
