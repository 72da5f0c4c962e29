extension RuleCatalogue {
    /// In the order of their numbers.
    static let segments: [any Rule.Type] = [
        FragmentsHaveMap.self, MapHasRangeAndIV.self, DiscontinuitiesAreInAllPlaylists.self,
        ByteRangesHaveOffset.self, KeysAreComplete.self, GapsHaveGapParts.self, DateRangesHaveDates.self,
        DateRangeAttributesAreConstant.self, DateRangesEndAfterStart.self, OpenDateRangesDoNotOverlap.self,
        SplicesAreWellFormed.self, DatesHaveZoneAndMilliseconds.self, LivePlaylistsHaveDates.self,
        DatesProgressWithDurations.self, LiveDatesMatchClock.self, PlaylistsShareDates.self,
        ListedResourcesExist.self,
    ]
}
