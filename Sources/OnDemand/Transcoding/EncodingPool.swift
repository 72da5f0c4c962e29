package import Media
package import StageKit
import Synchronization

/// A bounded number of encodings at a time, and a bounded queue of others.
///
/// Requests for the same work are joined. Work for which nobody waits ends if another request requires its place.
package final class EncodingPool: Sendable {
    package enum Key: Sendable, Hashable {
        /// The start of a presentation.
        case opening(String)
        case portion(job: String, Int)
    }

    /// The end of work.
    package enum End: Sendable {
        case done
        case failed(StageError)
        case cancelled
    }

    package typealias Work = @Sendable () async throws(StageError) -> Void
    package typealias Completion = @Sendable (End) -> Void

    private struct Entry {
        let key: Key
        let work: Work
        var completions: [Completion]
        var isCancelled = false
        var task: Task<Void, Never>?
    }

    private struct State {
        var running: [Key: Entry] = [:]
        var queue: [Entry] = []
    }

    private let state = Mutex(State())
    /// The number of encodings at a time, and of those that wait.
    private let (places, queueLength): (Int, Int)
    private let clock: any MediaClock
    private let figures: EncodingFigures

    package init(places: Int, queueLength: Int, clock: any MediaClock, figures: EncodingFigures) {
        (self.places, self.queueLength, self.clock, self.figures) = (places, queueLength, clock, figures)
    }

    /// Adds work, or joins equal work. Returns false if the queue is full; `completion` is called on another thread
    /// otherwise.
    package func request(_ key: Key, _ work: @escaping Work, completion: @escaping Completion) -> Bool {
        let isAccepted = state.withLock { state in
            if state.running[key]?.isCancelled == false {
                state.running[key]?.completions.append(completion)
                return true
            }
            if let position = state.queue.firstIndex(where: { $0.key == key }) {
                state.queue[position].completions.append(completion)
                return true
            }
            guard state.queue.count < queueLength else { return false }
            state.queue.append(Entry(key: key, work: work, completions: [completion]))
            // Work ahead of requests gives way.
            if state.running.count >= places,
                let idle = state.running.first(where: { $0.value.completions.isEmpty && !$0.value.isCancelled })
            {
                state.running[idle.key]?.isCancelled = true
                idle.value.task?.cancel()
            }
            return true
        }
        startNext()
        return isAccepted
    }

    /// Starts work for which nobody waits, if a place is free.
    package func start(ahead key: Key, _ work: @escaping Work) {
        state.withLock { state in
            guard state.queue.isEmpty, state.running.count < places, state.running[key] == nil else { return }
            run(Entry(key: key, work: work, completions: []), &state)
        }
    }

    /// Cancels work whose result is no longer required.
    package func cancel(_ key: Key) {
        let removed = state.withLock { state -> [Completion] in
            if let position = state.queue.firstIndex(where: { $0.key == key }) {
                return state.queue.remove(at: position).completions
            }
            guard state.running[key]?.isCancelled == false else { return [] }
            state.running[key]?.isCancelled = true
            state.running[key]?.task?.cancel()
            return []
        }
        for completion in removed { completion(.cancelled) }
        updateFigures()
    }

    private func startNext() {
        state.withLock { state in
            while state.running.count < places,
                let position = state.queue.firstIndex(where: { state.running[$0.key] == nil })
            {
                run(state.queue.remove(at: position), &state)
            }
        }
        updateFigures()
    }

    private func run(_ entry: Entry, _ state: inout State) {
        var entry = entry
        let (key, work) = (entry.key, entry.work)
        entry.task = Task { [self] in
            let began = clock.now
            var failure: StageError?
            do throws(StageError) {
                try await work()
            } catch {
                failure = error
            }
            end(key, failure, after: clock.now - began)
        }
        state.running[key] = entry
    }

    private func end(_ key: Key, _ failure: StageError?, after time: Duration) {
        guard let entry = state.withLock({ $0.running.removeValue(forKey: key) }) else { return }
        let end: End = failure.map { entry.isCancelled ? .cancelled : .failed($0) } ?? .done
        figures.record(end, after: time)
        for completion in entry.completions { completion(end) }
        startNext()
    }

    private func updateFigures() {
        let (running, queued) = state.withLock { ($0.running.count, $0.queue.count) }
        figures.update(running: running, queued: queued)
    }
}
