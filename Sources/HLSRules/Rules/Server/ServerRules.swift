extension RuleCatalogue {
    /// The rules for servers, in ascending order of identifiers.
    static let server: [any Rule.Type] = [
        PartTargetCoversRoundTrip.self, HeldPlaylistsHaveWhatWasAskedFor.self, ImpossibleReloadsAreRefused.self,
        HeldRequestsExpire.self, HeldAnswersAreNew.self, HintedPartsComeWhole.self, PlaylistsAreCompressed.self,
        LowLatencyUsesHTTP2.self, MediaTypesAreRight.self, HeldPlaylistsAreCached.self, LivePlaylistsAreFresh.self,
        LastModifiedIsRecent.self, ServersAreReachedDirectly.self, ConnectionsAreEncrypted.self,
        FirstBytesComeSoon.self, RemovedSegmentsStay.self,
    ]
}
