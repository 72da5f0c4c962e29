import HLS
import Media
import HLSRules

/// A state of a watched playlist, with the conditions of its request.
struct WatchedState: Sendable {
    var text: String
    /// The load time in milliseconds.
    var time: Int64
    var asksForSkip = false
    var edges: [String: PlaylistEdge] = [:]
    /// The wall-clock time.
    var date: DateTime?

    /// Returns states loaded at a fixed interval in milliseconds.
    static func series(_ texts: [String], every interval: Int64) -> [WatchedState] {
        texts.enumerated().map { WatchedState(text: $1, time: Int64($0) * interval) }
    }

    /// Returns the findings of the reload rules for a playlist at `live.m3u8`.
    static func findings(_ states: [WatchedState], _ profile: ValidationProfile) -> [Finding] {
        var checker = ReloadChecker(profile)
        for state in states {
            checker.process(
                PlaylistObservation(
                    playlist: CheckedPlaylist(name: "live.m3u8", bytes: Array(state.text.utf8)),
                    time: .milliseconds(state.time), date: state.date, requestsSkip: state.asksForSkip,
                    edges: state.edges, uri: "live.m3u8"))
        }
        return checker.finish().findings
    }
}

extension RuleExample {
    /// An example with states loaded in order, some of them modified.
    static func watch(
        _ rule: String, _ name: String, _ good: [WatchedState],
        _ change: @escaping @Sendable (inout [WatchedState]) throws -> Void
    ) -> RuleExample {
        RuleExample(rule: rule, scope: .reload, name: name) { isBroken, profile in
            var states = good
            if isBroken { try change(&states) }
            return WatchedState.findings(states, profile)
        }
    }

    /// An example with states loaded in order, the last of them broken.
    static func reload(
        _ rule: String, _ name: String, _ good: [WatchedState], _ mutation: Mutation
    ) -> RuleExample {
        watch(rule, name, good) { states in
            guard var last = states.popLast() else { return }
            last.text = try mutation.apply(last.text)
            states.append(last)
        }
    }
}
