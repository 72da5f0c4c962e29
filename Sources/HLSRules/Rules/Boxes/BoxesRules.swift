extension RuleCatalogue {
    /// The rules for ISO BMFF boxes, in ascending order of identifiers.
    static let boxes: [any Rule.Type] = [
        InitializationBeginsWithFtyp.self, SegmentTypeNamesBrand.self, FragmentsAddressThemselves.self,
        FragmentsSayTheirTime.self, LiveTimesHaveRoom.self, RunsSayWhereSamplesAre.self, TracksHaveDefaults.self,
        SampleTablesAreEmpty.self, EditsTakePrimingOnly.self, OneWayOfCompositionTimes.self,
        SyncFlagsMatchBitstream.self, SequenceNumbersIncrease.self, SamplesLast.self, PicturesAreDescribed.self,
        ConfigurationIsReadable.self, ConfigurationMatchesBitstream.self, MetadataIsInMovie.self,
        IndexesMatchSegment.self, EventsComeFirst.self, ReferenceTimesMatchMedia.self,
        SampleEncryptionIsDescribed.self, DisplaySizeMatchesPicture.self, SoundTimescaleIsSampleRate.self,
        SegmentsAreWholeBoxes.self,
    ]
}
