package import StageKit

/// Adds the stages that serve and store over HTTP.
package func registerHTTPStages(_ catalogue: inout StageCatalogue) {
    catalogue.register(ServeOrigin.self)
    catalogue.register(PushToStore.self)
}
