/// A media playlist of a presentation and what the multivariant playlist says that it is.
package struct CheckedRendition: Sendable {
    /// What it carries.
    package enum Role: String, Sendable, Hashable, Codable {
        /// A variant's own playlist: its pictures, perhaps with sound.
        case variant
        case audio
        case video
        case subtitles
        case iFrames = "i-frames"
    }

    package var role: Role
    /// As the multivariant playlist names it.
    package var uri: String
    package var playlist: CheckedPlaylist
    /// The places in ``ScannedPlaylist/lines`` of the multivariant playlist's tags that name it.
    package var declarations: [Int]
    /// EXT-X-STREAM-INF, EXT-X-MEDIA or EXT-X-I-FRAME-STREAM-INF: the attributes of the first tag that names it.
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

/// One state of a presentation: a multivariant playlist and the media playlists that it names, each once.
package struct CheckedPresentation: Sendable {
    package var multivariant: CheckedPlaylist
    /// In the order in which they are named; those that could not be loaded are missing.
    package var renditions: [CheckedRendition]

    package init(multivariant: CheckedPlaylist, renditions: [CheckedRendition]) {
        self.multivariant = multivariant
        self.renditions = renditions
    }
}
