package import StageKit

/// Adds the stages that need no library of the system.
package func registerBuiltinStages(_ catalogue: inout StageCatalogue) {
    catalogue.register(HLSPlaylist.self)
}
