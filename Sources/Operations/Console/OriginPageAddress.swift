import HTTPStages
import PipelineRuntime
import StageKit

/// The parts of the URL of an origin's page, except the port, which is a measure of the stage.
struct OriginPageAddress: Sendable, Codable {
    var scheme: String
    /// The IP address that the origin listens on.
    var host: String
    /// The name of the presentation.
    var name: String

    /// Returns nil unless the stage is an origin whose pages need neither a token nor a signature.
    init?(_ stage: PlannedStage) {
        let options = stage.optionTexts
        func isEmpty(_ key: String) -> Bool { ["", "\"\"", "''"].contains(options[key] ?? "") }
        guard stage.description.kind == "http.origin", isEmpty("token"), isEmpty("signing-key") else { return nil }
        let listen = options["listen"].flatMap { try? ListenAddress(option: OptionNode($0)) } ?? ListenAddress()
        scheme = options["tls"] == "true" ? "https" : "http"
        (host, name) = (listen.host, options["name"] ?? ServeOrigin.fallbackName)
    }
}
