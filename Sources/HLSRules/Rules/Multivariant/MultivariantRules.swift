extension RuleCatalogue {
    /// The rules for multivariant playlists, in ascending order of identifiers.
    static let multivariant: [any Rule.Type] = [
        StereoAudioExists.self, VariantsHaveAverageBandwidth.self, CodecsAreListed.self,
        SupplementalCodecsHaveBaseLayer.self,
        ScoresAreOnAllOrNone.self, RenditionGroupsAreConsistent.self, RenditionsAreConsistent.self,
        RenditionsHaveLanguages.self,
        AudioDescriptionIsAutoselected.self, SDHSubtitlesAreMarked.self, CaptionsAreAbsentFromAllOrNone.self,
        SubtitlesCoverPresentation.self, AudioIsDemuxed.self, BitRateLadderIsComplete.self,
        MediaPlaylistsAreConsistent.self,
        SessionTagsAreConsistent.self, RenditionsAreMediaPlaylists.self, SessionKeysMatchPlaylists.self,
        OutputProtectionIsValid.self,
    ]
}
