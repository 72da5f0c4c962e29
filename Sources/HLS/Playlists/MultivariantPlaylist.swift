/// The variants and renditions of a presentation (RFC 8216bis 4.4.6).
package struct MultivariantPlaylist: Sendable, Hashable {
    /// Whether every segment of every media playlist can be decoded without previous segments.
    package var hasIndependentSegments: Bool
    /// The EXT-X-MEDIA tags in order.
    package var renditions: [AlternativeRendition]
    /// The EXT-X-STREAM-INF tags in order; players start with the first.
    package var variants: [Variant]
    /// The EXT-X-I-FRAME-STREAM-INF tags in order; the only groups they may reference are video groups.
    package var iFrameVariants: [Variant]
    /// The variables of the playlist, in order (RFC 8216bis 4.4.2.3).
    package var definitions: [VariableDefinition] = []
    /// The preferred start position.
    package var start: StartPoint?
    /// Metadata of the presentation.
    package var sessionData: [SessionData] = []
    /// Keys of the media playlists, which players can load in advance; none has the method NONE.
    package var sessionKeys: [EncryptionKey] = []
    /// The content steering server.
    package var contentSteering: ContentSteering?
    /// The unknown tags after the last variant or rendition.
    package var unknownTags: [UnknownTag] = []

    package init(
        hasIndependentSegments: Bool = false, renditions: [AlternativeRendition] = [], variants: [Variant] = [],
        iFrameVariants: [Variant] = []
    ) {
        self.hasIndependentSegments = hasIndependentSegments
        self.renditions = renditions
        self.variants = variants
        self.iFrameVariants = iFrameVariants
    }
}
