import StageKit
import Synchronization

/// The receivers of upstream requests that leave a task. Set while the run is built.
final class RequestRouter: Sendable {
    private let targets = Mutex<[@Sendable (UpstreamRequest) -> Void]>([])

    /// Adds an upstream receiver.
    func add(_ target: @escaping @Sendable (UpstreamRequest) -> Void) { targets.withLock { $0.append(target) } }

    /// Replaces all receivers with this one.
    func replace(with target: @escaping @Sendable (UpstreamRequest) -> Void) { targets.withLock { $0 = [target] } }

    /// Sends a request to all receivers.
    func send(_ request: UpstreamRequest) {
        for target in targets.withLock({ $0 }) { target(request) }
    }
}
