extension RuleCatalogue {
    /// The rules for ISO BMFF boxes, in ascending order of identifiers.
    static let boxes: [any Rule.Type] = [
        InitializationBeginsWithFtyp.self, SegmentTypeNamesBrand.self, FragmentsUseDefaultBaseIsMoof.self,
        FragmentsHaveDecodeTime.self, LiveDecodeTimesHave64Bits.self, TrackRunsHaveDataOffset.self,
        TracksHaveDefaults.self,
        SampleTablesAreEmpty.self, EditListSkipsPrimingOnly.self, CompositionOffsetsMatchEditList.self,
        SyncFlagsMatchBitstream.self, SequenceNumbersIncrease.self, SamplesHaveDuration.self,
        VideoSampleEntryIsComplete.self,
        ConfigurationIsReadable.self, ConfigurationMatchesBitstream.self, MetadataIsInMovie.self,
        IndexesMatchSegment.self, EventMessagesPrecedeFragments.self, ReferenceTimesMatchMedia.self,
        SampleEncryptionIsDescribed.self, DisplaySizeMatchesVideo.self, AudioTimescaleIsSampleRate.self,
        SegmentsContainCompleteBoxes.self, SamplesAreAccessUnits.self, SlicesMatchParameterSets.self,
        PicturesAreInOrder.self,
    ]
}
