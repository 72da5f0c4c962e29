extension RuleCatalogue {
    /// The rules for I-frame playlists, in ascending order of identifiers.
    static let iFrames: [any Rule.Type] = [
        IFramePlaylistsExist.self, IFrameVariantsAreDescribed.self,
    ]
}
