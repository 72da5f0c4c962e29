import Dispatch

/// Runs the tasks of one decoder on a separate queue.
///
/// A program may block the threads of Swift's pool until it has a frame, so the tasks that produce it need other ones.
final class CodecExecutor: TaskExecutor {
    private let queue: DispatchQueue

    init(_ label: String) { queue = DispatchQueue(label: label) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
