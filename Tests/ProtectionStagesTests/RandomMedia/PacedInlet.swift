import Media
import ScriptedMedia
import StageKit
import StageTesting
import Synchronization

@testable import ProtectionStages

/// An inlet of random batches between which time passes and key files appear. The stage's requests for keys have their
/// results before each batch, so that runs can be repeated.
final class PacedInlet: Inlet {
    struct Batch: Sendable {
        var segments: [Segment]
        /// The time before the batch.
        var elapsed: Duration
        /// The key periods whose files are created before the batch.
        var periods: [Int] = []
    }

    private let batches: Mutex<ArraySlice<Batch>>
    private let keys: FolderOfKeys
    let clock = VirtualClock()

    init(_ batches: [Batch], keys: FolderOfKeys) {
        self.batches = Mutex(batches[...])
        self.keys = keys
    }

    func receive() async throws -> [Message<Segment>]? {
        guard let batch = batches.withLock({ $0.popFirst() }) else { return nil }
        for period in batch.periods { try keys.publish(period) }
        await clock.advanceInTurn(by: batch.elapsed)
        return batch.segments.map { Message.payload($0) }
    }

    func request(_ request: UpstreamRequest) {}
}

extension PacedInlet {
    /// Random batches of segments. With `latePeriods`, the files of these key periods appear before random batches, or never.
    static func batches(
        of segments: [Segment], latePeriods: Range<Int>, using random: inout SeededGenerator
    ) -> [Batch] {
        var (batches, rest) = ([Batch](), segments[...])
        while !rest.isEmpty {
            let count = Int.random(in: 1...4, using: &random)
            batches.append(
                Batch(segments: Array(rest.prefix(count)), elapsed: .seconds(Int.random(in: 0...12, using: &random))))
            rest = rest.dropFirst(count)
        }
        var first = 0
        for period in latePeriods {
            first = Int.random(in: first...(batches.count + 2), using: &random)
            guard first < batches.count else { break }
            batches[first].periods.append(period)
        }
        return batches
    }
}
