extension RuleCatalogue {
    /// The rules for low-latency playlists, in ascending order of identifiers.
    static let lowLatency: [any Rule.Type] = [
        PartsHaveTargetDuration.self, PartsFitTheirTarget.self, PartsAreLongEnough.self, SegmentTagsPrecedeParts.self,
        OldPartsAreRemoved.self, IFramePlaylistsHaveNoParts.self, PartHoldBackIsLongEnough.self,
        HoldBackIsLongEnough.self, SkipBoundaryIsFarEnough.self, ServerControlIsConstant.self,
        PreloadHintsMatchParts.self,
        RenditionReportsAreComplete.self, DeltaUpdatesAreValid.self, PlaylistIsUpdatedInTime.self,
        LowLatencyRenditionsAreIndependentAndDemuxed.self,
    ]
}
