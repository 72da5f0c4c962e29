import Media
import StageKit
import SystemTime

/// The effects of the nodes of a chain, collected while they run and handled by the chain afterwards.
final class ChainEffects {
    /// Requests on their way upstream, each with the chain index of the node that answers next.
    var requests: [(place: Int, request: UpstreamRequest)] = []
    /// Requests that leave the chain upstream.
    var outgoing: [UpstreamRequest] = []
    var problems: [(stage: Int, problem: Problem)] = []
    /// Stage measurements; a later value replaces an earlier one of the same name.
    var figures: [(stage: Int, name: String, value: Double)] = []
    /// Requested wake-ups, by the serial numbers of the nodes.
    var wakeUps: [(node: Int, wake: WakeUpTimer.Wake)] = []
    /// Whether a link below is full.
    var needsSpace = false
    /// The start of the processing time of the next node.
    var stamp = MonotonicTime.zero
    /// The effect of the end of the run on playlists, set before the nodes finish.
    var stopMode = StopMode.finish
    /// Whether the run was stopped, set before the nodes finish.
    var isStopped = false
    /// The time of the last publication of the readings.
    var published = MonotonicTime.zero

    var isClear: Bool {
        requests.isEmpty && outgoing.isEmpty && problems.isEmpty && figures.isEmpty && wakeUps.isEmpty
    }

    /// Adds the time since the last stamp and restarts the stamp.
    func add(to busy: inout Duration) {
        let now = SystemClock.now
        busy += now - stamp
        stamp = now
    }

    func route(_ request: UpstreamRequest, to places: [Int]) {
        if places.isEmpty {
            if !outgoing.contains(request) { outgoing.append(request) }
            return
        }
        for place in places where !requests.contains(where: { $0.place == place && $0.request == request }) {
            requests.append((place, request))
        }
    }
}
