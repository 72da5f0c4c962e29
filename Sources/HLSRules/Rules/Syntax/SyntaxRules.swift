extension RuleCatalogue {
    /// The rules for playlist syntax, in ascending order of identifiers.
    static let syntax: [any Rule.Type] = [
        PlaylistIsReadable.self, TextIsUTF8WithoutControlCharacters.self, VersionCoversFeatures.self,
        PlaylistTagsAreUnique.self, PlaylistIsOfOneKind.self, AttributesAreWellFormed.self,
        TagsHaveRequiredAttributes.self,
        TagValuesAreWellFormed.self, TargetDurationExists.self, SegmentsHaveDurationAndURI.self,
        SegmentsFitTargetDuration.self, TargetDurationIsConstant.self, MediaSequenceCountsSegments.self,
        DiscontinuitySequenceCountsDiscontinuities.self, DiscontinuitySequenceExists.self, EndedPlaylistIsFinal.self,
        PlaylistTypeIsRespected.self, PublishedSegmentsAreConstant.self, VariablesAreDefined.self,
        StartIsInsideThePlaylist.self, LiveWindowIsLongEnough.self, LiveWindowAllowsRewinding.self,
        NominalDurationIsSixSeconds.self, VersionIsNotHigherThanNeeded.self,
    ]
}
