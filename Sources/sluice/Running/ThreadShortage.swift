import Dispatch
import Glibc
import Synchronization

/// Ends the process where the system gives it no more threads.
///
/// Dispatch tries again for ever to create a thread that is refused, and whatever was queued for it never runs: neither
/// the end of a run that has failed nor the handler of SIGINT. A thread that needs no other notices that.
enum ThreadShortage {
    /// Seconds without an answer from Dispatch after which the process ends, when no thread can be created either.
    private static let limit = 10
    private static let stackSize = 256 << 10
    private static let queue = DispatchQueue(label: "sluice.threads")
    private static let asked = Atomic<Int>(0)
    private static let answered = Atomic<Int>(0)
    private static let message = """
        error: no thread can be created: the process has reached its limit of memory or of threads; raise 'ulimit -v', \
        'ulimit -u' or the TasksMax and MemoryMax of its service

        """

    /// Starts to watch; ends the process where even that needs a thread too many.
    static func watch() {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, stackSize)
        var thread = pthread_t()
        guard pthread_create(&thread, &attributes, watchThreads, nil) == 0 else { end() }
        pthread_detach(thread)
    }

    /// Asks once a second, until there is no answer any more.
    fileprivate static func run() -> Never {
        var seconds = 0
        while true {
            sleep(1)
            if answered.load(ordering: .acquiring) == asked.load(ordering: .relaxed) {
                seconds = 0
                let number = asked.wrappingAdd(1, ordering: .relaxed).newValue
                queue.async { answered.store(number, ordering: .releasing) }
                continue
            }
            // A machine that is busy answers late, and gives threads.
            seconds = canCreateThread ? 0 : seconds + 1
            if seconds >= limit { end() }
        }
    }

    private static var canCreateThread: Bool {
        var thread = pthread_t()
        guard pthread_create(&thread, nil, returnAtOnce, nil) == 0 else { return false }
        pthread_join(thread, nil)
        return true
    }

    /// Without anything that might wait for another thread.
    private static func end() -> Never {
        _ = message.utf8.withContiguousStorageIfAvailable { write(STDERR_FILENO, $0.baseAddress, $0.count) }
        _exit(ExitCode.runFailed.rawValue)
    }
}

private func watchThreads(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? { ThreadShortage.run() }
private func returnAtOnce(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? { nil }
