extension RuleCatalogue {
    /// The rules for I-frame playlists, in ascending order of identifiers.
    static let iFrames: [any Rule.Type] = [
        IFramePlaylistsAreThere.self, IFrameVariantsAreDescribed.self,
    ]
}
