import HLS
import Media
import Synchronization
import Validation

/// What the watches of several playlists share: how far each is, and what rules found of servers and of states.
final class WatchBoard: Sendable {
    private struct State {
        var edges: [String: PlaylistEdge] = [:]
        var servers: ServerChecker
        var seen: Set<Seen> = []
        var log = FindingLog()
        var unchecked: [String] = []
    }

    /// A finding that is told once, however often the state that has it is loaded.
    private struct Seen: Hashable {
        var rule: String
        var file: String
        var segment: Int?
        var found: String
    }

    private let profile: ValidationProfile
    private let state: Mutex<State>

    /// What is in `known` is not told again.
    init(_ profile: ValidationProfile, known: FindingLog) {
        self.profile = profile
        var state = State(servers: ServerChecker(profile))
        for finding in known.findings { state.seen.insert(Self.key(finding)) }
        self.state = Mutex(state)
    }

    /// Takes down how far a playlist is, and returns how far all are.
    func note(_ address: String, _ edge: PlaylistEdge?) -> [String: PlaylistEdge] {
        state.withLock { state in
            if let edge { state.edges[address] = edge }
            return state.edges
        }
    }

    /// An exchange with a server.
    func take(_ exchange: ServerExchange) { state.withLock { $0.servers.take(exchange) } }

    /// What could not be looked at.
    func note(unchecked sentence: String) {
        state.withLock { if $0.unchecked.count < 1000 { $0.unchecked.append(sentence) } }
    }

    /// What the rules of texts find in a state, as far as it is new.
    func check(_ playlist: CheckedPlaylist) {
        var checker = StateChecker(profile)
        checker.check(playlist)
        state.withLock { state in
            for finding in checker.log.findings where state.seen.insert(Self.key(finding)).inserted {
                var new = RuleFindings(finding.facts, profile: profile)
                new.add(finding.place, expected: finding.expected, found: finding.found, level: finding.level)
                state.log.take(new)
            }
        }
    }

    /// All that was found, and what could not be looked at.
    func finish() -> (log: FindingLog, unchecked: [String]) {
        state.withLock { state in
            var log = state.log
            log.join(state.servers.finish())
            return (log, state.unchecked)
        }
    }

    private static func key(_ finding: Finding) -> Seen {
        Seen(
            rule: finding.rule, file: finding.place.file, segment: finding.place.firstSegment, found: finding.found)
    }
}
