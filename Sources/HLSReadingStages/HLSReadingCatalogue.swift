package import StageKit

/// Registers the stages that read HLS presentations.
package func registerHLSReadingStages(_ catalogue: inout StageCatalogue) {
    catalogue.register(ReadHLS.self)
    catalogue.register(DecodeHLS.self)
}
