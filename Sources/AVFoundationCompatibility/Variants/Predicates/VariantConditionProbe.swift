import Synchronization

/// Receives the condition of a predicate, whose closure is otherwise opaque.
final class VariantConditionProbe: Sendable {
    private let received = Mutex<VariantCondition?>(nil)

    var condition: VariantCondition? {
        get { received.withLock { $0 } }
        set { received.withLock { $0 = newValue } }
    }
}
