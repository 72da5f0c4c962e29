extension RuleCatalogue {
    /// The rules for media segments, in ascending order of identifiers.
    static let segments: [any Rule.Type] = [
        FragmentsHaveMap.self, MapSaysWhereAndHow.self, DiscontinuitiesAreInAllPlaylists.self,
        ByteRangesHaveABeginning.self, KeysAreComplete.self, GapsHaveGapParts.self, DateRangesHaveDates.self,
        DateRangesKeepTheirAttributes.self, DateRangesEndAfterTheyStart.self, OpenDateRangesDoNotOverlap.self,
        SplicesAreWellFormed.self, DatesHaveZoneAndMilliseconds.self, LivePlaylistsHaveDates.self,
        DatesProgressWithDurations.self, DatesAreOfTheAirtime.self, PlaylistsShareDates.self,
        ListedResourcesAreThere.self,
    ]
}
