/// The list of a presentation's variants and renditions (RFC 8216bis 4.4.6).
package struct MultivariantPlaylist: Sendable, Hashable {
    /// Whether every segment of every playlist decodes without the ones before it.
    package var hasIndependentSegments: Bool
    /// The EXT-X-MEDIA tags in order.
    package var renditions: [AlternativeRendition]
    /// The EXT-X-STREAM-INF tags in order; players begin with the first.
    package var variants: [Variant]
    /// The EXT-X-I-FRAME-STREAM-INF tags in order; they name no groups but perhaps of video.
    package var iFrameVariants: [Variant]
    /// The variables of the playlist, in order (RFC 8216bis 4.4.2.3).
    package var definitions: [VariableDefinition] = []
    /// Where to begin to play.
    package var start: StartPoint?
    /// Facts about the whole presentation.
    package var sessionData: [SessionData] = []
    /// Keys of the media playlists, so that a player can load them early; none has the method NONE.
    package var sessionKeys: [EncryptionKey] = []
    /// Who tells players which pathway to take.
    package var contentSteering: ContentSteering?
    /// The tags behind the last variant or rendition that are not understood.
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
