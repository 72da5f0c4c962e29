import Media

/// The boxes whose fields are known. A box listed here is dumped, and tested for equal reading and writing.
package enum BoxRegistry {
    package static let types: [any Box.Type] = [
        // File
        FileTypeBox.self, SegmentTypeBox.self, SegmentIndexBox.self, ProducerReferenceTimeBox.self,
        EventMessageBox.self, TrackFragmentRandomAccessBox.self, MovieFragmentRandomAccessOffsetBox.self,
        // Movie
        MovieHeaderBox.self, TrackHeaderBox.self, EditListBox.self, MediaHeaderBox.self, ExtendedLanguageBox.self,
        HandlerBox.self, KindBox.self, MovieExtendsHeaderBox.self, TrackExtendsBox.self,
        // Media
        VideoMediaHeaderBox.self, SoundMediaHeaderBox.self, SubtitleMediaHeaderBox.self, NullMediaHeaderBox.self,
        GenericMediaInformationBox.self, TimecodeMediaInformationBox.self, DataReferenceBox.self,
        DataEntryURLBox.self, AliasBox.self,
        // SampleTable
        SampleDescriptionBox.self, TimeToSampleBox.self, CompositionOffsetBox.self, SyncSampleBox.self,
        SampleDependencyBox.self, SampleToChunkBox.self, SampleSizeBox.self, CompactSampleSizeBox.self,
        ChunkOffsetBox.self, LargeChunkOffsetBox.self,
        // SampleGroups
        SampleGroupDescriptionBox.self, SampleToGroupBox.self,
        // Fragment
        MovieFragmentHeaderBox.self, TrackFragmentHeaderBox.self, TrackFragmentDecodeTimeBox.self, TrackRunBox.self,
        // Metadata
        MetadataKeysBox.self, MetadataValueBox.self, NeroChapterListBox.self,
        // SampleEntries
        ColourBox.self, PixelAspectBox.self, FieldHandlingBox.self, BitRateBox.self, SamplingRateBox.self,
        CleanApertureBox.self, MasteringDisplayBox.self, ContentLightBox.self, MediaTypeBox.self,
        // Audio
        EndiannessBox.self, ChannelLayoutBox.self, QuickTimeChannelLayoutBox.self,
        // Protection
        OriginalFormatBox.self, SchemeTypeBox.self, TrackEncryptionBox.self, ProtectionSystemBox.self,
        SampleEncryptionBox.self, AuxiliarySizesBox.self, AuxiliaryOffsetsBox.self,
    ]

    private static let typesByCode = Dictionary(uniqueKeysWithValues: types.map { ($0.type, $0) })

    /// Returns the box with a type code; nil if it is not known.
    static subscript(code: FourCC) -> (any Box.Type)? { typesByCode[code] }
}
