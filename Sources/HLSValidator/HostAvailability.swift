import HTTPClient
import Media
import Synchronization
import SystemTime

/// Tracks the hosts that do not respond during one validation, so that each causes one timeout instead of one per
/// resource.
final class HostAvailability: Sendable {
    /// Consecutive failures after which a host is unresponsive; a host that has responded before may recover.
    private static let maximumFailures = (unknown: 1, known: 3)
    /// The time after which an unresponsive host is tried again.
    private static let retryInterval = Duration.seconds(60)

    private struct Host {
        var hasAnswered = false
        var failures = 0
        var lastFailure = SystemClock.now
        var reason = ""
        /// Media resources that were not loaded because the host is unresponsive, by playlist.
        var skipped: [String: Int] = [:]
    }

    private let hosts = Mutex<[String: Host]>([:])

    /// Whether requests to a host would currently time out.
    func isUnresponsive(_ host: String, now: MonotonicTime = SystemClock.now) -> Bool {
        hosts.withLock { hosts in
            guard let known = hosts[host] else { return false }
            let limit = known.hasAnswered ? Self.maximumFailures.known : Self.maximumFailures.unknown
            return known.failures >= limit && now - known.lastFailure < Self.retryInterval
        }
    }

    /// Whether a host has responded during this run.
    func hasAnswered(_ host: String) -> Bool { hosts.withLock { $0[host]?.hasAnswered == true } }

    /// Records a response from a host, with any status.
    func recordAnswer(_ host: String) {
        hosts.withLock {
            $0[host, default: Host()].hasAnswered = true
            $0[host]?.failures = 0
        }
    }

    /// Records a failure; only connection failures count.
    func recordFailure(_ host: String, _ error: TransferError, now: MonotonicTime = SystemClock.now) {
        guard error.kind == .timedOut || error.kind == .unreachable else {
            if case .status = error.kind { recordAnswer(host) }
            return
        }
        hosts.withLock {
            $0[host, default: Host()].failures += 1
            $0[host]?.lastFailure = now
            $0[host]?.reason = error.message
        }
    }

    /// Records a segment that was not loaded because its host is unresponsive.
    func recordSkippedSegment(_ host: String, of playlist: String) {
        hosts.withLock { $0[host, default: Host()].skipped[playlist, default: 0] += 1 }
    }

    /// One sentence per unresponsive host, with the number of skipped segments.
    var reports: [String] {
        hosts.withLock { hosts in
            hosts.sorted { $0.key < $1.key }.compactMap { name, host in
                let count = host.skipped.values.reduce(0, +)
                guard count > 0 else { return nil }
                let playlists = host.skipped.count == 1 ? "1 playlist" : "\(host.skipped.count) playlists"
                return "\(count == 1 ? "1 segment" : "\(count) segments") of \(playlists): '\(name)' does not respond "
                    + "(\(host.reason))"
            }
        }
    }

    /// Returns the error for a request that is not sent.
    static func unresponsiveError(of host: String) -> TransferError {
        TransferError(.unreachable, "'\(host)' does not respond; not retried")
    }
}
