extension RuleCatalogue {
    /// The rules for media segments in ascending order of identifiers, then those for decoding, presentations and other
    /// containers.
    static let media: [any Rule.Type] =
        mediaSegments + [SegmentsDecodeAlone.self] + mediaPresentations + containers

    private static let mediaSegments: [any Rule.Type] = [
        SegmentMediaFitsTargetDuration.self, DurationsAddUpToMedia.self, ChangesNeedDiscontinuity.self,
        DiscontinuityHasAReason.self, FrameRateChangesAtDiscontinuity.self, KeyMethodMatchesScheme.self,
        PatternsAreApples.self, BitRateTagsMatchSegments.self, SegmentsAreIndependent.self, SegmentsBeginWithIDR.self,
        SyncPicturesAreFrequent.self, DecodeTimesGoOn.self, SamplesAreNotStretched.self,
        DurationMatchesNextSegment.self, SamplesLieInMedia.self,
        SoundCoversPictures.self, SegmentTracksAreDeclared.self, OneSoundPerSegment.self,
        ParameterSetsInSampleEntry.self, PicturesAreProgressive.self, ChannelsChangeAtDiscontinuity.self,
        LoudnessIsDeclared.self, PartsMakeTheSegment.self, IndependentPartsBeginWithIDR.self, PartsAreWholeChunks.self,
        TextSegmentsHaveTimestampMap.self, EntriesAreIFrames.self, IFrameDurationsMatch.self,
    ]

    /// The rules for segments other than fragmented MP4, and for unknown formats.
    private static let containers: [any Rule.Type] = [
        SegmentFormatIsKnown.self, TransportStreamsBeginWithTables.self, TransportStreamsHaveOneProgram.self,
        TransportPacketsAreWhole.self, PackedSoundSaysItsTime.self, PackedSoundIsFrames.self, SegmentsDecrypt.self,
    ]

    private static let mediaPresentations: [any Rule.Type] = [
        LevelsAreAllowed.self, NewCodecsAreInFragments.self, EfficientSoundIsNarrow.self, HighRangeIsDescribed.self,
        VariantsShareAspect.self, BandwidthCoversPeak.self, DeclaredRatesMatchMedia.self, LiveRatesFitDeclared.self,
        CodecsNameEverySample.self, CodecsMatchConfiguration.self, ResolutionMatchesPictures.self,
        VideoRangeMatchesTransfer.self, StereoVideoDeclaresLayout.self, IFrameBandwidthCoversPeak.self,
    ]
}
