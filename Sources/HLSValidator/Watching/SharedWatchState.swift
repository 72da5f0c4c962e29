import HLS
import Media
import Synchronization
import HLSRules

/// The state shared by the watchers of several playlists: their positions, and the findings for servers and states.
final class SharedWatchState: Sendable {
    private struct State {
        var edges: [String: PlaylistEdge] = [:]
        var servers: ServerChecker
        var new: FindingDeduplicator
        var log = FindingLog()
        var unchecked: [String] = []
    }

    private let profile: ValidationProfile
    private let state: Mutex<State>

    /// Findings in `known` are not repeated.
    init(_ profile: ValidationProfile, known: FindingLog) {
        self.profile = profile
        state = Mutex(State(servers: ServerChecker(profile), new: FindingDeduplicator(known: known)))
    }

    /// Updates the position of a playlist; returns the positions of all playlists.
    func updateEdge(_ playlist: String, _ edge: PlaylistEdge?) -> [String: PlaylistEdge] {
        state.withLock { state in
            if let edge { state.edges[playlist] = edge }
            return state.edges
        }
    }

    /// Validates an exchange with a server.
    func record(_ exchange: ServerExchange) { state.withLock { $0.servers.process(exchange) } }

    /// Records a resource that could not be examined.
    func recordUnchecked(_ sentence: String) {
        state.withLock { if $0.unchecked.count < 1000 { $0.unchecked.append(sentence) } }
    }

    /// Applies the rules for single playlists to a state; records new findings.
    func validate(_ playlist: CheckedPlaylist) {
        var checker = StateChecker(profile)
        checker.validate(playlist)
        state.withLock { state in
            for finding in state.new.newFindings(in: checker.log) {
                var new = RuleFindings(finding.facts, profile: profile)
                new.add(finding.place, expected: finding.expected, found: finding.found, level: finding.level)
                state.log.merge(new)
            }
        }
    }

    /// Returns all findings, and the resources that could not be examined.
    func finish() -> (log: FindingLog, unchecked: [String]) {
        state.withLock { state in
            var log = state.log
            log.merge(state.servers.finish())
            return (log, state.unchecked)
        }
    }
}
