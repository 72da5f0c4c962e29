import Dispatch
import Glibc
import Synchronization

/// Ends the process if the system refuses to create threads.
///
/// Dispatch retries a refused thread forever, and its queued work never runs, including the end of a failed run and the
/// handler of SIGINT. Sometimes only some of it: a worker that retries holds the work that it was about to execute, while
/// idle workers execute other work. A separate thread, which depends on no other thread, detects both.
enum ThreadExhaustionWatchdog {
    /// The number of seconds with waiting work and without success in creating a thread, after which the process ends.
    private static let limit = 10
    private static let stackSize = 256 << 10
    private static let queue = DispatchQueue(label: "sluice.threads")
    private static let asked = Atomic<Int>(0)
    private static let answered = Atomic<Int>(0)
    private static let message = """
        error: cannot create a thread: the process has reached its limit of memory or threads; raise 'ulimit -v', \
        'ulimit -u' or the TasksMax and MemoryMax of its service

        """

    /// Starts the watching thread. Ends the process if it cannot be created.
    static func watch() {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, stackSize)
        var thread = pthread_t()
        guard pthread_create(&thread, &attributes, watchThreads, nil) == 0 else { end() }
        pthread_detach(thread)
    }

    /// Checks once a second whether threads can be created and whether Dispatch still executes work.
    fileprivate static func run() -> Never {
        var seconds = 0
        while true {
            sleep(1)
            let isAnswered = answered.load(ordering: .acquiring) == asked.load(ordering: .relaxed)
            // On a busy machine Dispatch responds late, but threads can still be created. Another process can reach a
            // limit of threads for a user, which does not matter until a worker needs one.
            let isWaiting = !canCreateThread && (!isAnswered || DispatchWorkers.isRetrying)
            seconds = isWaiting ? seconds + 1 : 0
            if seconds >= limit { end() }
            guard isAnswered else { continue }
            let number = asked.wrappingAdd(1, ordering: .relaxed).newValue
            queue.async { answered.store(number, ordering: .releasing) }
        }
    }

    private static var canCreateThread: Bool {
        var thread = pthread_t()
        guard pthread_create(&thread, nil, returnAtOnce, nil) == 0 else { return false }
        pthread_join(thread, nil)
        return true
    }

    /// Ends the process without using anything that may wait for another thread.
    private static func end() -> Never {
        _ = message.utf8.withContiguousStorageIfAvailable { write(STDERR_FILENO, $0.baseAddress, $0.count) }
        _exit(ExitCode.runFailed.rawValue)
    }
}

private func watchThreads(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    ThreadExhaustionWatchdog.run()
}
private func returnAtOnce(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? { nil }
