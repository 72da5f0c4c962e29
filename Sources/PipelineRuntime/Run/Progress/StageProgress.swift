import Media
import StageKit
import Synchronization

/// The media that the stages of a run have received and sent, for links that wait for media of an input.
final class StageProgress: Sendable {
    /// The number of payloads that a stage has received from its link.
    private struct Count {
        let stage: Int
        let received: Int
    }

    /// The number of payloads that the stages have sent, by media type.
    struct Sent: Sendable {
        fileprivate var counts: [Int: [MediaType: Int]] = [:]
    }

    private struct State {
        var readings: [@Sendable () -> [NodeReading]] = []
        var links: [@Sendable () -> Count?] = []
        /// The stages that each stage reads from, by run-wide numbers.
        var inputs: [Int: [Int]] = [:]
    }
    private let state = Mutex(State())

    /// Sets the parts of a run that has been built. They are not retained, since links retain this object.
    func set(chains: [Chain], links: [any AnyLink], inputs: [Int: [Int]]) {
        let readings = chains.map { chain in { @Sendable [weak chain] () -> [NodeReading] in chain?.readings ?? [] } }
        let counts = links.map { link in
            { @Sendable [weak link] () -> Count? in
                link.map { Count(stage: $0.consumer, received: $0.status.received.payloads) }
            }
        }
        state.withLock { $0 = State(readings: readings, links: counts, inputs: inputs) }
    }

    /// The payloads that the stages have sent so far.
    var sent: Sent {
        var sent = Sent()
        for reading in state.withLock({ $0.readings }).flatMap({ $0() }) {
            for entry in reading.tracks {
                sent.counts[reading.stage, default: [:]][entry.track.mediaType, default: 0] += entry.payloads
            }
        }
        return sent
    }

    /// Returns whether the stages above a stage have sent payloads of a type since `before`.
    func hasSent(_ type: MediaType, above stage: Int, since before: Sent) -> Bool {
        let now = sent
        return stages(above: stage).contains {
            now.counts[$0]?[type] ?? 0 > before.counts[$0]?[type] ?? 0
        }
    }

    private func stages(above stage: Int) -> Set<Int> {
        let inputs = state.withLock { $0.inputs }
        var (pending, found) = (inputs[stage] ?? [], Set<Int>())
        while let next = pending.popLast() {
            if found.insert(next).inserted { pending += inputs[next] ?? [] }
        }
        return found
    }

    /// Returns whether a stage has received media, or the stages above it up to the sources. A source receives none.
    func hasMedia(_ stage: Int) -> Bool {
        let state = state.withLock { $0 }
        var received: [Int: Int] = [:]
        for reading in state.readings.flatMap({ $0() }) {
            received[reading.stage, default: 0] += reading.counters.received
        }
        for count in state.links.compactMap({ $0() }) { received[count.stage, default: 0] += count.received }
        var (pending, seen) = ([stage], Set<Int>())
        while let next = pending.popLast() {
            guard seen.insert(next).inserted else { continue }
            if received[next, default: 0] > 0 { return true }
            pending += state.inputs[next] ?? []
        }
        return false
    }
}
