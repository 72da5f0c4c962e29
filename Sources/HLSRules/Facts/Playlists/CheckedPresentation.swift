/// One state of a presentation: a multivariant playlist and its media playlists, each once.
package struct CheckedPresentation: Sendable {
    package var multivariant: CheckedPlaylist
    /// The media playlists in the order of their first reference, except playlists that could not be loaded.
    package var renditions: [CheckedRendition]

    package init(multivariant: CheckedPlaylist, renditions: [CheckedRendition]) {
        self.multivariant = multivariant
        self.renditions = renditions
    }
}
