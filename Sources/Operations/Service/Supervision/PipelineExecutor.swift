import Dispatch
import Foundation
import Synchronization

/// The threads of one pipeline's stages, so that a stage that never returns blocks no other pipeline.
final class PipelineExecutor: TaskExecutor {
    /// The number of threads for the stages of a pipeline. GStreamer's threads come in addition.
    static let threadCount = 2

    private struct State {
        var jobs: [UnownedJob] = []
        var isClosed = false
    }
    private let state = Mutex(State())
    private let available = DispatchSemaphore(value: 0)

    /// Starts the threads, which are named after the pipeline.
    init(name: String) {
        for _ in 0..<Self.threadCount {
            let thread = Thread { [self] in
                repeat { available.wait() } while runNext()
            }
            thread.start()
            thread.name = String(name.prefix(15))
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isClosed = state.withLock { state in
            if !state.isClosed { state.jobs.append(job) }
            return state.isClosed
        }
        guard isClosed else {
            available.signal()
            return
        }
        // Work that a run leaves behind, such as a stage that did not end.
        DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Ends the threads after the queued work.
    func close() {
        state.withLock { $0.isClosed = true }
        for _ in 0..<Self.threadCount { available.signal() }
    }

    /// Runs the next job. Returns false when there is none, because the executor is closed.
    private func runNext() -> Bool {
        let job: UnownedJob? = state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
        guard let job else { return false }
        job.runSynchronously(on: asUnownedTaskExecutor())
        return true
    }
}
