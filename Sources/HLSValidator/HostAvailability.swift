import HTTPClient
import Synchronization

/// The hosts of one validation that do not answer, so that each costs its timeout once and not for every resource.
final class HostAvailability: Sendable {
    /// Failures in a row that make a host silent: one that has answered before may do so again.
    private static let mostFailures = (unknown: 1, known: 3)
    /// A silent host is asked again after this long.
    private static let retryInterval = Duration.seconds(60)

    private struct Host {
        var hasAnswered = false
        var failures = 0
        var lastFailure = ContinuousClock.now
        var reason = ""
        /// Media resources that were not loaded because the host is silent, by playlist.
        var skipped: [String: Int] = [:]
    }

    private let hosts = Mutex<[String: Host]>([:])

    /// Whether requests to a host are pointless for now.
    func isSilent(_ host: String, now: ContinuousClock.Instant = .now) -> Bool {
        hosts.withLock { hosts in
            guard let known = hosts[host] else { return false }
            let limit = known.hasAnswered ? Self.mostFailures.known : Self.mostFailures.unknown
            return known.failures >= limit && now - known.lastFailure < Self.retryInterval
        }
    }

    /// Whether a host has answered anything in this run.
    func hasAnswered(_ host: String) -> Bool { hosts.withLock { $0[host]?.hasAnswered == true } }

    /// Records that a host answered, whatever it said.
    func answered(_ host: String) {
        hosts.withLock {
            $0[host, default: Host()].hasAnswered = true
            $0[host]?.failures = 0
        }
    }

    /// Records a failure; only those of connections count.
    func failed(_ host: String, _ error: TransferError, now: ContinuousClock.Instant = .now) {
        guard error.kind == .timedOut || error.kind == .unreachable else {
            if case .status = error.kind { answered(host) }
            return
        }
        hosts.withLock {
            $0[host, default: Host()].failures += 1
            $0[host]?.lastFailure = now
            $0[host]?.reason = error.message
        }
    }

    /// Counts a segment of a playlist that was not loaded because its host is silent.
    func skip(_ host: String, of playlist: String) {
        hosts.withLock { $0[host, default: Host()].skipped[playlist, default: 0] += 1 }
    }

    /// One sentence for each silent host, with the number of segments that were not looked at.
    var reports: [String] {
        hosts.withLock { hosts in
            hosts.sorted { $0.key < $1.key }.compactMap { name, host in
                let count = host.skipped.values.reduce(0, +)
                guard count > 0 else { return nil }
                let playlists = host.skipped.count == 1 ? "1 playlist" : "\(host.skipped.count) playlists"
                return "\(count == 1 ? "1 segment" : "\(count) segments") of \(playlists): '\(name)' does not answer "
                    + "(\(host.reason))"
            }
        }
    }

    /// The error for a request that is not sent.
    static func silence(of host: String) -> TransferError {
        TransferError(.unreachable, "'\(host)' does not answer and was not asked again")
    }
}
