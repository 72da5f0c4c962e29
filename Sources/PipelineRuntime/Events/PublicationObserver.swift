import StageKit
import Synchronization

/// Observes the resources that a sink receives. A sink has published a batch when it asks for the next one.
final class PublicationObserver<Input: Payload>: Sendable {
    private let pending = Mutex<[Resource]>([])
    private let publish: @Sendable (Resource) -> Void

    /// Creates an observer that calls `publish` for each segment; nil for payloads other than resources.
    init?(_ publish: @escaping @Sendable (Resource) -> Void) {
        guard Input.self == Resource.self else { return nil }
        self.publish = publish
    }

    /// Records the batch that the sink receives.
    func received(_ batch: [Message<Input>]) {
        let resources = batch.compactMap { message -> Resource? in
            guard case .payload(let payload) = message, let resource = payload as? Resource else { return nil }
            return resource.segment == nil && resource.part == nil ? nil : resource
        }
        pending.withLock { $0 = resources }
    }

    /// Leaves out the files at these paths, or all, which the sink could not store.
    func withhold(_ paths: Set<String>?) {
        pending.withLock { resources in resources.removeAll { paths?.contains($0.path) ?? true } }
    }

    /// Reports the segments of the last batch as published.
    func batchEnded() {
        for resource in pending.withLock({ resources in
            defer { resources = [] }
            return resources
        }) { publish(resource) }
    }
}
