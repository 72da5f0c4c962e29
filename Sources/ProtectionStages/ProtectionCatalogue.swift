package import StageKit

/// Registers the stages that encrypt segments.
package func registerProtectionStages(_ catalogue: inout StageCatalogue) {
    catalogue.register(EncryptSegments.self)
}
