import StageKit
import Synchronization

/// Where requests go that leave a task against the flow; set while the run is put together.
final class RequestPath: Sendable {
    private let targets = Mutex<[@Sendable (UpstreamRequest) -> Void]>([])

    /// Adds one of the stages above.
    func add(_ target: @escaping @Sendable (UpstreamRequest) -> Void) { targets.withLock { $0.append(target) } }

    /// Asks only this one from now on.
    func replace(with target: @escaping @Sendable (UpstreamRequest) -> Void) { targets.withLock { $0 = [target] } }

    /// Asks all stages above.
    func send(_ request: UpstreamRequest) {
        for target in targets.withLock({ $0 }) { target(request) }
    }
}
