extension RuleCatalogue {
    /// The rules for media segments, in ascending order of identifiers.
    static let segments: [any Rule.Type] = [
        FragmentsHaveMap.self, MapHasRangeAndIV.self, DiscontinuitiesAreInAllPlaylists.self,
        ByteRangesHaveOffset.self, KeysAreComplete.self, GapsHaveGapParts.self, DateRangesHaveDates.self,
        DateRangeAttributesAreConstant.self, DateRangesEndAfterStart.self, OpenDateRangesDoNotOverlap.self,
        SplicesAreWellFormed.self, DatesHaveZoneAndMilliseconds.self, LivePlaylistsHaveDates.self,
        DatesProgressWithDurations.self, LiveDatesMatchClock.self, PlaylistsShareDates.self,
        ListedResourcesExist.self, KeyFormatsAreConsistent.self,
    ]
}
