import Dispatch
import Synchronization

/// Changes a state by elements in their order, on another thread while the calling thread produces the next elements.
///
/// The producing thread helps when many elements are pending, and at the end. Without a free thread, it does all the
/// work.
final class ConcurrentConsumer<State: Sendable, Element: Sendable>: Sendable {
    private struct Pending {
        var elements: [Element] = []
        /// Whether another thread is consuming elements, or will.
        var isScheduled = false
    }

    private struct Work {
        var state: State
        /// The first error. Later elements are discarded.
        var error: (any Error)?

        mutating func process(_ elements: [Element], _ consume: (inout State, Element) throws -> Void) {
            guard error == nil else { return }
            do {
                for element in elements { try consume(&state, element) }
            } catch {
                self.error = error
            }
        }
    }

    /// The number of elements for which another thread is requested.
    private static var batchCount: Int { 32 }
    /// The number of elements at which the producing thread helps.
    private static var maximumCount: Int { 4096 }

    private let pending = Mutex(Pending())
    /// nil after the end.
    private let work: Mutex<Work?>
    private let hasFailed = Atomic(false)
    private let isConcurrent: Bool
    private let consume: @Sendable (inout State, Element) throws -> Void

    private init(
        _ state: State, _ isConcurrent: Bool, _ consume: @escaping @Sendable (inout State, Element) throws -> Void
    ) {
        (self.isConcurrent, self.consume) = (isConcurrent, consume)
        work = Mutex(Work(state: state))
    }

    /// Has elements produced and consumed, and returns the result of `produce`. The calling thread does all the work if
    /// `isConcurrent` is false.
    ///
    /// Throws the first error of `consume`, or the error of `produce`, after which the state is undefined.
    static func run<Result>(
        _ state: inout State, isConcurrent: Bool = true, produce: (ConcurrentConsumer) throws -> Result,
        consume: @escaping @Sendable (inout State, Element) throws -> Void
    ) throws -> Result {
        let consumer = ConcurrentConsumer(state, isConcurrent, consume)
        let result = Swift.Result { try produce(consumer) }
        if let consumed = try consumer.finish() { state = consumed }
        return try result.get()
    }

    /// Adds an element. Throws the error of an earlier one.
    func add(_ element: Element) throws {
        if hasFailed.load(ordering: .relaxed), let error = work.withLock({ $0?.error }) { throw error }
        let (starts, helps) = pending.withLock { pending in
            pending.elements.append(element)
            let count = pending.elements.count
            let starts = isConcurrent && !pending.isScheduled && count >= Self.batchCount
            if starts { pending.isScheduled = true }
            return (starts, count >= (isConcurrent ? Self.maximumCount : Self.batchCount))
        }
        if starts { DispatchQueue.global().async { self.consumePending() } }
        if helps { consumePending() }
    }

    private func finish() throws -> State? {
        consumePending()
        let ended = work.withLock { work in
            // The state has one owner again, which does not have to copy it for changes.
            defer { work = nil }
            return work
        }
        if let error = ended?.error { throw error }
        return ended?.state
    }

    private func consumePending() {
        work.withLock { work in
            while case let elements = nextElements(), !elements.isEmpty {
                work?.process(elements, consume)
                if work?.error != nil { hasFailed.store(true, ordering: .relaxed) }
            }
        }
    }

    private func nextElements() -> [Element] {
        pending.withLock { pending in
            if pending.elements.isEmpty { pending.isScheduled = false }
            defer { pending.elements = [] }
            return pending.elements
        }
    }
}
