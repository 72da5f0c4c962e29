import HLS
import Media
import HLSRules

/// A state of a playlist that is watched, and how it was loaded.
struct WatchedState: Sendable {
    var text: String
    /// In milliseconds.
    var time: Int64
    var asksForSkip = false
    var edges: [String: PlaylistEdge] = [:]
    /// What the clock on the wall says.
    var date: DateTime?

    /// States at equal distances, in milliseconds.
    static func series(_ texts: [String], every interval: Int64) -> [WatchedState] {
        texts.enumerated().map { WatchedState(text: $1, time: Int64($0) * interval) }
    }

    /// What the rules of reloading find, the address of the playlist being `live.m3u8`.
    static func findings(_ states: [WatchedState], _ profile: ValidationProfile) -> [Finding] {
        var checker = ReloadChecker(profile)
        for state in states {
            checker.take(
                PlaylistObservation(
                    playlist: CheckedPlaylist(name: "live.m3u8", bytes: Array(state.text.utf8)),
                    time: .milliseconds(state.time), date: state.date, asksForSkip: state.asksForSkip,
                    edges: state.edges, address: "live.m3u8"))
        }
        return checker.finish().findings
    }
}

extension RuleExample {
    /// States that are loaded one after the other, some of them changed.
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

    /// States that are loaded one after the other, the last of them broken.
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
