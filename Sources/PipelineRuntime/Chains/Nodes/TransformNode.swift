import Media
import StageKit

/// A transform inside a task.
final class TransformNode<Input: Payload, Output: Payload>: ReceivingNode<Input> {
    private let transform: TransformCaller<Input, Output>
    private var effects: Effects<Output>
    private var filter: TrackFilter
    let fanOut: FanOut<Output>
    private let watchdog: StageWatchdog
    private var unused: UnusedTracks
    override var isImmediate: Bool { runsAtOnce }
    override var tracks: [TrackCounters.Entry] { fanOut.tracks.entries }
    private let runsAtOnce: Bool

    init(
        _ transform: TransformCaller<Input, Output>, mediaTypes: Set<MediaType>, isImmediate: Bool, stage: Int,
        board: ChainEffects, parents: [Int], fanOut: FanOut<Output>, clock: any MediaClock, unused: UnusedTracks,
        watch: StageWatchdog, figures: StageFigures, losses: MediaLosses
    ) {
        self.transform = transform
        effects = Effects(clock: clock, figures: figures, losses: losses)
        filter = TrackFilter(mediaTypes)
        self.fanOut = fanOut
        self.unused = unused
        self.watchdog = watch
        runsAtOnce = isImmediate
        super.init(stage: stage, board: board, parents: parents)
    }

    @specialized(where Input == Sample, Output == Sample)
    @specialized(where Input == Frame, Output == Frame)
    @specialized(where Input == Sample, Output == Segment)
    @specialized(where Input == Segment, Output == Resource)
    override func receive(_ batch: Batch<Input>) throws(StageFailure) {
        guard let batch = filter.filtered(batch) else { return }
        counters.received += batch.measure.payloads
        var failure: StageFailure?
        watchdog.enter(at: chainEffects.stamp)
        do {
            try transform.receive(all: batch.messages, &effects)
        } catch {
            failure = StageFailure(stage: stage, error: error)
        }
        watchdog.leave()
        chainEffects.add(to: &counters.busy)
        try sendThrough(after: failure)
    }

    override func request(holding video: HeldVideo) {
        for request in transform.requests(holding: video) { chainEffects.route(request, to: parents) }
    }

    override func finish() throws(StageFailure) {
        effects.stopMode = chainEffects.stopMode
        do {
            try call { try $0.finish(&$1) }
        } catch {
            guard chainEffects.isStopped, let note = (error.error as? StageError)?.noteOfStop else { throw error }
            chainEffects.problems.append((stage, note))
        }
    }

    override func wake(at now: MediaTime) throws(StageFailure) { try call { try $0.wake(at: now, &$1) } }

    private func call(
        _ body: (TransformCaller<Input, Output>, inout Effects<Output>) throws -> Void
    ) throws(StageFailure) {
        var failure: StageFailure?
        watchdog.enter(at: chainEffects.stamp)
        do {
            try body(transform, &effects)
        } catch {
            failure = StageFailure(stage: stage, error: error)
        }
        watchdog.leave()
        chainEffects.add(to: &counters.busy)
        try sendThrough(after: failure)
    }

    override func detach(_ stages: Set<Int>) { fanOut.detach(stages) }

    override func handle(_ request: UpstreamRequest) throws(StageFailure) {
        transform.receive(request, &effects)
        try sendThrough(after: nil)
    }

    /// Performs the effects. Messages emitted before a failure are still passed on.
    private func sendThrough(after failure: StageFailure?) throws(StageFailure) {
        if effects.hasRequestsOrReports { collect(effects.requestsAndReports) }
        let batch = Batch(effects.messages)
        defer { effects.removeAll() }
        if !batch.messages.isEmpty {
            counters.add(sent: batch.measure)
            if batch.hasAnnouncements { unused.report(batch, stage: stage, board: chainEffects) }
            do throws(StageFailure) { try fanOut.forward(batch) } catch { throw failure ?? error }
        }
        if let failure { throw failure }
    }

    private func collect(_ effects: [Effects<Output>.Effect]) {
        for effect in effects {
            switch effect {
            case .emit: break
            case .request(let request): chainEffects.route(request, to: parents)
            case .report(let problem): chainEffects.problems.append((stage, problem))
            case .measure(let name, let value): chainEffects.figures.append((stage, name, value))
            case .wake(let wake): chainEffects.wakeUps.append((serial, WakeUpTimer.Wake(wake)))
            }
        }
    }
}
