package import StageKit

/// Registers the stages that read HLS.
package func registerHLSStages(_ catalogue: inout StageCatalogue) {
    catalogue.register(ReadHLS.self)
    catalogue.register(DecodeHLS.self)
}
