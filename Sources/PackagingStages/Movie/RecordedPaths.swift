import Synchronization

/// The paths of recordings of a run: those that ended with an error, and those whose numbers were reported.
final class RecordedPaths: Sendable {
    private let paths = Mutex<Set<String>>([])
    private let reported = Mutex<Set<String>>([])

    func insert(_ path: String) { paths.withLock { _ = $0.insert(path) } }
    func contains(_ path: String) -> Bool { paths.withLock { $0.contains(path) } }
    /// Returns whether the report that a recording has this path is the first one of the run.
    func isFirstReport(of path: String) -> Bool { reported.withLock { $0.insert(path).inserted } }
}
