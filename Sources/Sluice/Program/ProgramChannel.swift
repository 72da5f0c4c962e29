import PipelineRuntime

/// A bounded queue between the tasks of a program and a stage, which makes the faster side wait.
final class ProgramChannel<Element: Sendable>: Sendable {
    /// Maximum number of queued elements, since one may be a large frame.
    private static var limit: Int { 4 }

    private struct State: Sendable {
        var elements: [Element] = []
        var isClosed = false
        var failure: (any Error)?
    }
    private let state = ConditionLock(State())

    /// Whether no more elements are accepted.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Appends an element, and suspends while the queue is full. Returns false when the channel is closed; throws when
    /// the task is cancelled.
    func append(_ element: Element) async throws(CancellationError) -> Bool {
        while true {
            let result: Bool? = state.withLock { state in
                if state.isClosed { return false }
                guard state.elements.count < Self.limit else { return nil }
                state.elements.append(element)
                return true
            }
            if let result { return result }
            do {
                try await state.wait { $0.elements.count < Self.limit || $0.isClosed }
            } catch {
                throw CancellationError()
            }
        }
    }

    /// Returns the next elements; nil after the last one. Throws the failure that closed the channel, and when the task
    /// is cancelled.
    func next() async throws -> [Element]? {
        try await state.wait { !$0.elements.isEmpty || $0.isClosed }
        return try state.withLock { state in
            if state.elements.isEmpty, let failure = state.failure { throw failure }
            defer { state.elements = [] }
            return state.elements.isEmpty ? nil : state.elements
        }
    }

    /// Accepts no more elements; queued ones can still be received unless they are discarded.
    func close(discarding: Bool = false, failure: (any Error)? = nil) {
        state.withLock { state in
            if !state.isClosed { state.failure = failure }
            state.isClosed = true
            if discarding { state.elements = [] }
        }
    }
}
