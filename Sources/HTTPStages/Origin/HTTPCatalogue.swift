package import StageKit

/// Registers the stages `http.origin` and `http.push`.
package func registerHTTPStages(_ catalogue: inout StageCatalogue) {
    catalogue.register(ServeOrigin.self)
    catalogue.register(PushToStore.self)
}
