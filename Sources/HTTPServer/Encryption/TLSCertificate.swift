package import Media
package import StageKit
import Synchronization

/// The certificate of a listener. Renewed files are read without a restart.
///
/// New connections get the newest certificate; connections in progress keep theirs. While only one of the files is
/// renewed, or if they cannot be used, the former certificate remains in use.
package final class TLSCertificate: Sendable {
    private struct State {
        var credentials: TLSCredentials
        /// The identities of the files that were read last.
        var identities: [CertificateFiles.Identity?]
        var nextLook: MonotonicTime
        /// The time since which the files cannot be used; nil if they can.
        var unusableSince: MonotonicTime?
        var hasReported = false
        var problems: [Problem] = []
        var onProblem: (@Sendable (Problem) -> Void)?
    }

    /// The interval between looks at the files.
    private static let interval = Duration.seconds(1)
    /// The time for which files that do not match are not reported: a renewal replaces one after the other.
    private static let grace = Duration.seconds(10)

    /// Nil for a certificate that was generated.
    private let files: CertificateFiles?
    private let clock: any MediaClock
    private let state: Mutex<State>

    /// Reads the certificate of a listener; nil if TLS is disabled. Without files, the certificate is self-signed.
    package static func certificate(
        isEnabled: Bool, certificate: String, key: String, clock: any MediaClock
    ) throws(StageError) -> TLSCertificate? {
        guard isEnabled else { return nil }
        return try TLSCertificate(
            certificate.isEmpty ? nil : CertificateFiles(certificate: certificate, key: key), clock: clock)
    }

    private init(_ files: CertificateFiles?, clock: any MediaClock) throws(StageError) {
        (self.files, self.clock) = (files, clock)
        // Before the files are read, so that a change in between is noticed.
        let identities = files?.identities ?? []
        let credentials =
            if let files {
                try TLSCredentials(certificate: files.certificate, key: files.key)
            } else {
                try TLSCredentials(forLocalhostSince: Int(clock.wallTime.seconds))
            }
        state = Mutex(
            State(credentials: credentials, identities: identities, nextLook: clock.now + Self.interval))
    }

    /// The credentials for a new connection. Reads files that have changed, at most once in a second.
    var current: TLSCredentials {
        guard let files else { return state.withLock { $0.credentials } }
        let now = clock.now
        return state.withLock { state in
            guard now >= state.nextLook else { return state.credentials }
            state.nextLook = now + Self.interval
            let identities = files.identities
            if identities != state.identities || state.unusableSince != nil { read(files, identities, &state, now) }
            return state.credentials
        }
    }

    private func read(
        _ files: CertificateFiles, _ identities: [CertificateFiles.Identity?], _ state: inout State,
        _ now: MonotonicTime
    ) {
        do throws(StageError) {
            state.credentials = try TLSCredentials(certificate: files.certificate, key: files.key)
            state.identities = identities
            (state.unusableSince, state.hasReported) = (nil, false)
            Self.add(
                Problem(
                    .note, code: "certificate-renewed",
                    message: "certificate '\(files.certificate)' was read again; new connections use it"), to: &state)
        } catch {
            let since = state.unusableSince ?? now
            state.unusableSince = since
            guard now - since >= Self.grace, !state.hasReported else { return }
            state.hasReported = true
            Self.add(
                Problem(
                    .warning, code: "certificate-unusable",
                    message: "\(error.message); connections use the former certificate until both files match"),
                to: &state)
        }
    }

    /// Reports the problem, or keeps it until ``drainProblems()``.
    private static func add(_ problem: Problem, to state: inout State) {
        guard let report = state.onProblem else { return state.problems.append(problem) }
        report(problem)
    }

    /// Sets the closure that receives reports about renewed files, on any thread.
    package func onProblem(_ report: @escaping @Sendable (Problem) -> Void) {
        state.withLock { $0.onProblem = report }
    }

    /// Returns and clears the reports about renewed files.
    package func drainProblems() -> [Problem] {
        state.withLock { state in
            defer { state.problems = [] }
            return state.problems
        }
    }
}
