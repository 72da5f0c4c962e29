import Synchronization

/// A closure that one thread sets and others call.
///
/// `withLock` of a mutex whose value is a closure wraps the closure and stores the wrapped one at each call, so that each
/// later call is deeper: after days, the stack overflows. Here the closure is opaque to the lock.
package struct HandlerSlot<Handler: Sendable>: ~Copyable, Sendable {
    private let value: Mutex<Handler?>

    package init(_ handler: Handler? = nil) { value = Mutex(handler) }

    /// The closure; nil for none.
    package var handler: Handler? { value.withLock { $0 } }

    package func set(_ handler: Handler?) { value.withLock { $0 = handler } }

    /// Removes the closure, and returns it.
    package func take() -> Handler? { value.withLock { $0.take() } }
}
