import Media
import StageKit
import Synchronization

/// Runs a source, and checks its ending and its output.
struct SourceTrial<Stage: Source> {
    typealias Violation = StageConformance.Violation
    let options: () -> Stage.Options
    let scope: TrialLimits

    func violations() async -> [Violation] {
        await .first(of: [stoppedBeforeStart, shortRun, cancelled, memory])
    }

    /// A run that is stopped before it starts; the stop signal is raised twice.
    private func stoppedBeforeStart() async throws -> [Violation] {
        let (outlet, stop) = (TrialOutlet<Stage.Output>(), StopSignal())
        stop.raise()
        let trial = try run(into: outlet, stop)
        stop.raise()
        let ending = await trial.outcome()
        outlet.end()
        switch ending {
        case .returned: return outlet.order.violation.map { [$0] } ?? []
        case .threw(let error): return [Violation("stop", "a run stopped before its start throws: \(error)")]
        case .timedOut: return [Violation("stop", "a run stopped before its start does not end")]
        }
    }

    /// A run that is stopped after some payloads and then receives upstream requests.
    private func shortRun() async throws -> [Violation] {
        let (trial, outlet) = try limited(to: scope.shortCount)
        let ending = await trial.outcome()
        outlet.end()
        outlet.sendAllRequests()
        switch ending {
        case .returned: break
        case .threw(let error): return [Violation("trial", "the stage throws: \(error)")]
        case .timedOut: return [Violation("stop", "the stage does not end when it is stopped")]
        }
        if let violation = outlet.order.violation { return [violation] }
        if outlet.order.payloads == 0 { return [Violation("trial", "the stage emits no payload")] }
        return await outlet.emitsAfterReturn()
            ? [Violation("output-after-finish", "the stage emits messages after it has returned")] : []
    }

    private func cancelled() async throws -> [Violation] {
        let begun = Arrival()
        let outlet = TrialOutlet<Stage.Output>(
            onTaken: { if $0 > 0 { begun.arrive() } }, onOffered: { if $0 > 0 { begun.arrive() } })
        let trial = try run(into: outlet, StopSignal())
        await trial.runs(until: begun)
        outlet.close()
        trial.cancel()
        if case .timedOut = await trial.outcome() {
            return [Violation("cancellation", "the stage does not end when cancelled")]
        }
        return []
    }

    private func memory() async -> [Violation] {
        let growth = await scope.confirmed {
            let looks = Mutex<(before: Int?, after: Int?)>((nil, nil))
            do {
                let (trial, outlet) = try limited(
                    to: scope.payloads, timeoutFactor: 5,
                    looks: { [scope] count in
                        looks.withLock { looks in
                            if count >= scope.warmUp, looks.before == nil { looks.before = AllocatorStatistics.bytes }
                            if count >= scope.payloads, looks.after == nil { looks.after = AllocatorStatistics.bytes }
                        }
                    })
                defer { outlet.close() }
                switch await trial.outcome() {
                case .returned: break
                case .threw(let error): throw error
                case .timedOut: return Violation("trial", "the stage does not emit \(scope.payloads) payloads in time")
                }
                let given = outlet.order.payloads
                guard given >= scope.payloads else {
                    return Violation("trial", "the stage emits \(given) of \(scope.payloads) payloads; lower it")
                }
                return looks.withLock { scope.growth(from: $0.before, to: $0.after) }
            } catch {
                return Violation("trial", "the stage throws within \(scope.payloads) payloads: \(error)")
            }
        }
        return growth.map { [$0] } ?? []
    }

    /// Starts a run that is stopped after `limit` payloads.
    private func limited(
        to limit: Int, timeoutFactor: Int = 1, looks: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws -> (StageTrial, TrialOutlet<Stage.Output>) {
        let stop = StopSignal()
        @Sendable func recordCount(_ count: Int) {
            looks(count)
            if count >= limit { stop.raise() }
        }
        let outlet = TrialOutlet<Stage.Output>(
            onTaken: {
                recordCount($0); await Task.yield()
            }, onOffered: { recordCount($0) })
        return (try run(into: outlet, stop, timeoutFactor: timeoutFactor), outlet)
    }

    private func run(
        into outlet: TrialOutlet<Stage.Output>, _ stop: StopSignal, timeoutFactor: Int = 1
    ) throws -> StageTrial {
        let stage = try Stage(options: options())
        return StageTrial(timeout: scope.timeout * timeoutFactor) {
            try await stage.run(output: outlet, context: .trial(stop: stop))
        }
    }
}
