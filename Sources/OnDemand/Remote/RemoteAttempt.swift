package import StageKit

/// The files of one presentation while it is being opened.
///
/// Lookups never wait: they return nil for files that are not known, which `load` then requests. The presentation is
/// opened again until nothing is missing.
package protocol RemoteAttempt: MovieStorage {
    /// Whether all lookups so far had results.
    var isComplete: Bool { get }
    /// Requests the missing files. Throws `source-failed` or `source-timed-out`.
    func load() async throws(StageError)
}
