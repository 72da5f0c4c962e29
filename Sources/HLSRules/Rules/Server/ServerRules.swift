extension RuleCatalogue {
    /// The rules for servers, in ascending order of identifiers.
    static let server: [any Rule.Type] = [
        PartTargetCoversRoundTrip.self, BlockingReloadsContainRequestedPart.self, InvalidReloadsAreRejected.self,
        BlockingReloadsTimeOut.self, BlockingReloadsReturnUpdates.self, HintedPartsAreSentComplete.self,
        PlaylistsAreCompressed.self,
        LowLatencyUsesHTTP2.self, MediaTypesAreCorrect.self, BlockingReloadsAreCached.self,
        CacheLifetimesFitTargetDuration.self,
        LastModifiedIsRecent.self, RedirectsAndCORSAreValid.self, ConnectionsAreEncrypted.self,
        FirstByteArrivesInTime.self, RemovedSegmentsRemainAvailable.self,
    ]
}
