extension RuleCatalogue {
    /// In the order of their numbers.
    static let iFrames: [any Rule.Type] = [
        IFramePlaylistsExist.self, IFrameVariantsAreDescribed.self,
    ]
}
