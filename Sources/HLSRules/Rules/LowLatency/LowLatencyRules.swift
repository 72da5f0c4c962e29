extension RuleCatalogue {
    /// The rules for low-latency playlists, in ascending order of identifiers.
    static let lowLatency: [any Rule.Type] = [
        PartsHaveATarget.self, PartsFitTheirTarget.self, PartsAreLongEnough.self, SegmentTagsStandBeforeParts.self,
        OldPartsAreRemoved.self, IFramePlaylistsHaveNoParts.self, PartHoldBackIsLongEnough.self,
        HoldBackIsLongEnough.self, SkipBoundaryIsFarEnough.self, DeliveryStaysTheSame.self, HintsComeTrue.self,
        ReportsAreComplete.self, SkipsCoverTheWindow.self, PlaylistIsRenewedInTime.self,
        LowLatencyIsIndependentAndSeparate.self,
    ]
}
