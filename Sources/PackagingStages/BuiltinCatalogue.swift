package import StageKit

/// Registers the stages that have no third-party dependencies.
package func registerBuiltinStages(_ catalogue: inout StageCatalogue) {
    catalogue.register(ReadMovie.self)
    catalogue.register(ReadTransport.self)
    catalogue.register(ReadMatroska.self)
    catalogue.register(ReadText.self)
    catalogue.register(LabelTracks.self)
    catalogue.register(ForceKeyframes.self)
    catalogue.register(SegmentFragmentedMP4.self)
    catalogue.register(HLSPlaylist.self)
    catalogue.register(DASHManifest.self)
    catalogue.register(ValidateHLS.self)
    catalogue.register(StoreInFolder.self)
    catalogue.register(WriteMovie.self)
}
