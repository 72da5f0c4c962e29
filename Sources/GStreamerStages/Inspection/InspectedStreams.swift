import CGStreamer
import Media
import StageKit
import Synchronization

/// The streams of a file in the order of discovery.
final class InspectedStreams: Sendable {
    private let state = Mutex<(meters: [ContainerStreamMeter], problems: [Problem], listed: Int)>(([], [], 0))
    private let listsPackets: Bool
    private let length = Mutex<Int64?>(nil)

    /// The duration that the container declares, in nanoseconds.
    var duration: Int64? { length.withLock { $0 } }
    func setDuration(_ duration: Int64?) { length.withLock { $0 = duration ?? $0 } }

    init(listsPackets: Bool) { self.listsPackets = listsPackets }

    func add(_ meter: ContainerStreamMeter) { state.withLock { $0.meters.append(meter) } }
    func add(_ problem: Problem) { state.withLock { $0.problems.append(problem) } }

    /// Counts a packet. Returns whether it should be listed.
    func countPacket() -> Bool {
        guard listsPackets else { return false }
        return state.withLock { state in
            state.listed += 1
            return state.listed <= ContainerInspection.maximumPackets
        }
    }

    /// The streams and warnings. Must be read after the streaming threads have ended.
    var contents: ([ContainerContents.Stream], [String]) {
        let state = state.withLock { $0 }
        var problems = state.problems.filter { $0.severity != .note }.map(\.message)
        if state.listed > ContainerInspection.maximumPackets {
            problems.append("only the first \(ContainerInspection.maximumPackets) samples are listed")
        }
        return (state.meters.map(\.stream), problems)
    }
}
