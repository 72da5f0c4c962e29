import Foundation

/// A set of one variant and its renditions.
public struct AssetDownloadContentConfiguration: Sendable {
    /// Preferences, applied in order; if none matches, the default variant is selected.
    public var variantQualifiers: [AssetVariantQualifier] = []
    /// The renditions; empty selects the default ones.
    public var mediaSelections: [MediaSelection] = []

    public init() {}
}
