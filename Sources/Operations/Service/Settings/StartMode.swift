import StageKit

/// The time at which a service starts a pipeline.
package enum StartMode: String, OptionValue, CaseIterable, Codable {
    /// With the service.
    case boot
    /// At the first request of a viewer; it stops when no viewer has asked for a time.
    case onDemand = "on-demand"
    /// At the request of an operator.
    case manual
}
