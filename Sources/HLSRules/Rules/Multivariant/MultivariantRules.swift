extension RuleCatalogue {
    /// The rules for multivariant playlists, in ascending order of identifiers.
    static let multivariant: [any Rule.Type] = [
        StereoIsThere.self, VariantsHaveAverageBandwidth.self, CodecsAreListed.self, EnhancementsHaveBaseLayer.self,
        ScoresAreOnAllOrNone.self, GroupsFitTogether.self, RenditionsAreConsistent.self, RenditionsHaveLanguages.self,
        DescribedVideoIsMarked.self, SubtitlesForTheDeafAreMarked.self, CaptionsAreAbsentFromAllOrNone.self,
        SubtitlesCoverTheProgramme.self, SoundIsSeparate.self, VariantsFitNetworks.self, PlaylistsAgree.self,
        SessionTagsAreConsistent.self, RenditionsAreMediaPlaylists.self,
    ]
}
