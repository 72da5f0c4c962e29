/// All tags that the parser and the writer support, in the order of the specification.
enum TagCatalogue {
    static let definitions: [any TagDefinition.Type] = [
        VersionTag.self, IndependentSegmentsTag.self, DefineTag.self, StartTag.self,

        TargetDurationTag.self, MediaSequenceTag.self, DiscontinuitySequenceTag.self, PlaylistTypeTag.self,
        IFramesOnlyTag.self, EndListTag.self, PartInfTag.self, ServerControlTag.self, SkipTag.self,
        PreloadHintTag.self, RenditionReportTag.self,

        SegmentDurationTag.self, ByteRangeTag.self, DiscontinuityTag.self, KeyTag.self, MapTag.self,
        ProgramDateTimeTag.self, GapTag.self, BitRateTag.self, PartTag.self, DateRangeTag.self,

        MediaTag.self, StreamInfTag.self, IFrameStreamInfTag.self, SessionDataTag.self, SessionKeyTag.self,
        ContentSteeringTag.self,
    ]
}
