import Synchronization

/// Runs a closure on the first call only.
final class OnceHandler: Sendable {
    private let hasRun = Atomic<Bool>(false)
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    func run() {
        if hasRun.load(ordering: .relaxed) { return }
        if !hasRun.exchange(true, ordering: .relaxed) { body() }
    }
}
