import HLS
import Media
import Synchronization
import HLSRules

/// What the watches of several playlists share: how far each is, and what rules found of servers and of states.
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

    /// What is in `known` is not told again.
    init(_ profile: ValidationProfile, known: FindingLog) {
        self.profile = profile
        state = Mutex(State(servers: ServerChecker(profile), new: FindingDeduplicator(known: known)))
    }

    /// Takes down how far a playlist is, and returns how far all are.
    func updateEdge(_ playlist: String, _ edge: PlaylistEdge?) -> [String: PlaylistEdge] {
        state.withLock { state in
            if let edge { state.edges[playlist] = edge }
            return state.edges
        }
    }

    /// An exchange with a server.
    func record(_ exchange: ServerExchange) { state.withLock { $0.servers.process(exchange) } }

    /// What could not be looked at.
    func recordUnchecked(_ sentence: String) {
        state.withLock { if $0.unchecked.count < 1000 { $0.unchecked.append(sentence) } }
    }

    /// What the rules of texts find in a state, as far as it is new.
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

    /// All that was found, and what could not be looked at.
    func finish() -> (log: FindingLog, unchecked: [String]) {
        state.withLock { state in
            var log = state.log
            log.merge(state.servers.finish())
            return (log, state.unchecked)
        }
    }
}
