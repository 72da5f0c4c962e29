/// The statistics of one playlist.
package struct PlaylistReport: Sendable, Hashable, Codable {
    package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case multivariant
        case media
    }

    package var name: String
    package var kind: Kind
    /// The role of a media playlist; nil without a multivariant playlist.
    package var role: CheckedRendition.Role?
    /// The target duration in seconds; nil for a multivariant playlist.
    package var targetDuration: Int?
    /// Whether further segments may be added.
    package var isLive: Bool
    /// The variants of a multivariant playlist.
    package var variants: [VariantReport]
    /// The segments of a media playlist, in order.
    package var segments: [SegmentSample]

    package init(
        name: String, kind: Kind, role: CheckedRendition.Role? = nil, targetDuration: Int? = nil,
        isLive: Bool = false, variants: [VariantReport] = [], segments: [SegmentSample] = []
    ) {
        self.name = name
        self.kind = kind
        self.role = role
        self.targetDuration = targetDuration
        self.isLive = isLive
        self.variants = variants
        self.segments = segments
    }
}
