package import StageKit

/// Adds the stages that serve over HTTP.
package func registerHTTPStages(_ catalogue: inout StageCatalogue) {
    catalogue.register(ServeOrigin.self)
}
