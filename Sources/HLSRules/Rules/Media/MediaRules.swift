extension RuleCatalogue {
    /// The rules for media segments in ascending order of identifiers, then those for decoding, presentations and other
    /// containers.
    static let media: [any Rule.Type] =
        mediaSegments + [SegmentsDecodeWithoutErrors.self] + mediaPresentations + containers + encryptedSamples

    private static let mediaSegments: [any Rule.Type] = [
        SegmentMediaFitsTargetDuration.self, DurationsAddUpToMedia.self, ChangesNeedDiscontinuity.self,
        DiscontinuityHasReason.self, FrameRateChangesAtDiscontinuity.self, KeyMethodMatchesScheme.self,
        EncryptionPatternIsSupported.self, BitRateTagsMatchSegments.self, SegmentsAreIndependent.self,
        SegmentsBeginWithIDR.self,
        KeyframesAreFrequent.self, DecodeTimesAreContinuous.self, SamplesAreNotStretched.self,
        DurationMatchesNextSegment.self, SamplesAreInsideMediaData.self,
        AudioDurationMatchesVideo.self, SegmentTracksAreDeclared.self, SegmentsHaveOneAudioTrack.self,
        ParameterSetsInSampleEntry.self, VideoIsProgressive.self, ChannelsChangeAtDiscontinuity.self,
        LoudnessIsDeclared.self, PartsAddUpToSegment.self, IndependentPartsBeginWithIDR.self,
        PartsContainCompleteChunks.self,
        TextSegmentsHaveTimestampMap.self, EntriesAreIFrames.self, IFrameDurationsMatch.self,
    ]

    /// The rules for segments other than fragmented MP4, and for unknown formats.
    private static let containers: [any Rule.Type] = [
        SegmentFormatIsKnown.self, TransportStreamsBeginWithTables.self, TransportStreamsHaveOneProgram.self,
        TransportPacketsAreComplete.self, PackedAudioHasTimestamp.self, PackedAudioContainsCompleteFrames.self,
        SegmentsDecrypt.self,
    ]

    /// The rules for encrypted samples.
    private static let encryptedSamples: [any Rule.Type] = [
        SampleEncryptionIsConsistent.self, ProtectedRangesAreWholeBlocks.self, HeadersAreClear.self,
        EncryptedTracksHaveEncryptedSamples.self, CountersAreUnique.self, TrackEncryptionIsConsistent.self,
        KeysDecryptSamples.self, KeyIdentifiersMatch.self, ProtectionSystemsAreDescribed.self,
    ]

    private static let mediaPresentations: [any Rule.Type] = [
        RenditionsShareTimeline.self, DatesMatchMediaTimes.self, VariantsHaveOwnPictures.self,
        LevelsAreAllowed.self, CodecsRequireFragmentedMP4.self, HEAACBitRateIsLimited.self, HDRMetadataIsPresent.self,
        VariantsShareAspect.self, BandwidthCoversPeak.self, DeclaredBitRatesMatchMedia.self,
        LiveBitRatesFitDeclaration.self,
        CodecsCoverSampleEntries.self, CodecsMatchConfiguration.self, ResolutionMatchesVideo.self,
        VideoRangeMatchesTransfer.self, CaptionsAreInVideo.self, StereoVideoDeclaresLayout.self,
        IFrameBandwidthCoversPeak.self,
    ]
}
