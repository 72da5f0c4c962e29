/// A media playlist of a presentation with its declaration in the multivariant playlist.
package struct CheckedRendition: Sendable {
    /// The role of the media playlist.
    package enum Role: String, Sendable, Hashable, Codable, CaseIterable {
        /// The media playlist of a variant: video, possibly with muxed audio.
        case variant
        case audio
        case video
        case subtitles
        case iFrames = "i-frames"
    }

    package var role: Role
    /// The URI in the multivariant playlist.
    package var uri: String
    package var playlist: CheckedPlaylist
    /// The indexes in ``ScannedPlaylist/lines`` of the tags in the multivariant playlist that reference it.
    package var declarations: [Int]
    /// The attributes of the first EXT-X-STREAM-INF, EXT-X-MEDIA or EXT-X-I-FRAME-STREAM-INF that references it.
    package var attributes: ScannedAttributes

    package init(
        role: Role, uri: String, playlist: CheckedPlaylist, declarations: [Int], attributes: ScannedAttributes
    ) {
        self.role = role
        self.uri = uri
        self.playlist = playlist
        self.declarations = declarations
        self.attributes = attributes
    }
}
