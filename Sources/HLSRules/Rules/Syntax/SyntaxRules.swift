extension RuleCatalogue {
    /// The rules for playlist syntax, in ascending order of identifiers.
    static let syntax: [any Rule.Type] = [
        PlaylistCanBeRead.self, TextIsUTF8WithoutControlCharacters.self, VersionCoversWhatIsUsed.self,
        SingleTagsStandOnce.self, PlaylistIsOfOneKind.self, AttributesAreWellFormed.self, TagsHaveWhatTheyNeed.self,
        TagValuesAreWellFormed.self, TargetDurationIsThere.self, SegmentsHaveDurationAndURI.self,
        SegmentsFitTargetDuration.self, TargetDurationStaysTheSame.self, MediaSequenceCountsSegments.self,
        DiscontinuitySequenceCountsDiscontinuities.self, DiscontinuitySequenceIsThere.self, EndedPlaylistIsFinal.self,
        TypedPlaylistKeepsItsPromise.self, PublishedSegmentsStayTheSame.self, VariablesAreDefined.self,
        StartIsInsideThePlaylist.self, LiveWindowIsLongEnough.self, LiveWindowAllowsGoingBack.self,
        NominalDurationIsSixSeconds.self, VersionIsNotHigherThanNeeded.self,
    ]
}
