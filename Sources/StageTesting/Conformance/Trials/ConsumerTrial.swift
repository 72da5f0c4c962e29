import Media
import StageKit
import Synchronization

/// Runs processors and sinks, and checks their endings and their output.
struct ConsumerTrial<Input: Payload, Output: Payload> {
    typealias Violation = StageConformance.Violation
    /// Runs a stage to its end.
    typealias Body = @Sendable () async throws -> Void
    let input: TrialInput<Input>
    let scope: TrialLimits
    /// Frames of several sizes and layouts; empty for stages without pixels.
    var geometries: [(text: String, input: TrialInput<Input>)] = []
    /// Creates a stage, and returns the closure that runs it.
    let make: (TrialInlet<Input>, TrialOutlet<Output>, StageContext) throws -> Body

    init(
        input: TrialInput<Input>, scope: TrialLimits, geometries: [(text: String, input: TrialInput<Input>)] = [],
        _ make: @escaping (TrialInlet<Input>, TrialOutlet<Output>, StageContext) throws -> Body
    ) {
        self.input = input
        self.scope = scope
        self.geometries = geometries
        self.make = make
    }

    func violations() async -> [Violation] {
        let checks: [() async throws -> [Violation]] = [
            { try await emptyRun(nil, "without input") },
            { try await emptyRun(input, "without payloads") },
            { try await fewPayloads() },
            { try await cancelled("while waiting for input") { inlet, _ in inlet } },
            { try await cancelled("while sending output") { _, outlet in outlet } },
            { try await frameGeometries() },
            { await memory() },
        ]
        return await .first(of: checks)
    }

    private func emptyRun(_ input: TrialInput<Input>?, _ what: String) async throws -> [Violation] {
        let (inlet, outlet) = (TrialInlet(input, count: 0), TrialOutlet<Output>())
        let trial = StageTrial(timeout: scope.timeout, try make(inlet, outlet, .trial()))
        let ending = await trial.outcome()
        outlet.end()
        if inlet.receivesForever {
            return [Violation("finish-twice", "the stage keeps calling receive() after the end of its input")]
        }
        switch ending {
        case .returned: return outlet.order.violation.map { [$0] } ?? []
        // A stage may require a track.
        case .threw(let error as StageError) where error.code == .noUsableTrack: return []
        case .threw(let error): return [Violation("empty-run", "a run \(what) throws: \(error)")]
        case .timedOut: return [Violation("empty-run", "a run \(what) does not end")]
        }
    }

    private func fewPayloads() async throws -> [Violation] {
        let before = input.liveAllocations?.count ?? 0
        let outlet = TrialOutlet<Output>(onTaken: { _ in await Task.yield() })
        let half = scope.shortCount / 2
        let inlet = TrialInlet(input, count: scope.shortCount) { given in if given >= half { outlet.sendAllRequests() }
        }
        let context = StageContext.trial()
        let ending = await StageTrial(timeout: scope.timeout, try make(inlet, outlet, context)).outcome()
        outlet.end()
        // Requests after the end must not cause output or a crash.
        outlet.sendAllRequests()
        switch ending {
        case .returned: break
        case .threw(let error): return [Violation("trial", "the stage throws: \(error)")]
        case .timedOut: return [Violation("trial", "the stage does not return after its input has ended")]
        }
        let output = outlet.order.violation ?? inlet.violation
        if let violation = output ?? FigureRules.violation(context.figures) { return [violation] }
        let kept = await leakViolation(above: before)
        if await outlet.emitsAfterReturn() {
            return [Violation("output-after-finish", "the stage emits messages after it has returned")]
        }
        return kept.map { [$0] } ?? []
    }

    /// Processes frames of real sizes, with padded rows and odd numbers of rows and columns.
    private func frameGeometries() async throws -> [Violation] {
        for (text, input) in geometries {
            let inlet = TrialInlet(input, count: TrialInput<Input>.geometryCount)
            let outlet = TrialOutlet<Output>()
            defer { outlet.end() }
            switch await StageTrial(timeout: scope.timeout, try make(inlet, outlet, .trial())).outcome() {
            case .returned: break
            case .threw(let error):
                if let violation = Violation.geometry(error, text) { return [violation] }
            case .timedOut: return [Violation("frame-geometry", "the stage does not return for \(text)")]
            }
        }
        return []
    }

    /// Cancels a run at its first output, or halfway through its input.
    private func cancelled(
        _ when: String, _ holder: (_ inlet: CancellationGate, _ outlet: CancellationGate) -> CancellationGate
    ) async throws -> [Violation] {
        let before = input.liveAllocations?.count ?? 0
        let (atInlet, atOutlet) = (CancellationGate(), CancellationGate())
        let held = holder(atInlet, atOutlet)
        held.isArmed.arrive()
        let outlet = TrialOutlet<Output>(onTaken: { _ in try await atOutlet.suspendUntilCancelled() })
        let half = scope.shortCount / 2
        let inlet = TrialInlet(input, count: scope.shortCount) { given in
            if given >= half { try await atInlet.suspendUntilCancelled() }
        }
        let trial = StageTrial(timeout: scope.timeout, try make(inlet, outlet, .trial()))
        // A stage without output runs to its end.
        await trial.runs(until: held.isSuspending)
        outlet.close()
        trial.cancel()
        if case .timedOut = await trial.outcome() {
            return [Violation("cancellation", "the stage does not end when cancelled \(when)")]
        }
        outlet.sendAllRequests()
        return (await leakViolation(above: before)).map { [$0] } ?? []
    }

    private func leakViolation(above before: Int) async -> Violation? {
        guard let living = input.liveAllocations else { return nil }
        if await StageTrial.becomes(within: scope.timeout, { living.count <= before }) { return nil }
        return Violation("cancellation", "\(living.count - before) payloads are not released with the stage")
    }

    private func memory() async -> [Violation] {
        let growth = await scope.confirmed {
            let looks = Mutex<(before: Int?, after: Int?)>((nil, nil))
            let scope = scope
            let inlet = TrialInlet(input, count: scope.payloads) { given in
                looks.withLock { looks in
                    if given >= scope.warmUp, looks.before == nil { looks.before = AllocatorStatistics.bytes }
                    if given >= scope.payloads, looks.after == nil { looks.after = AllocatorStatistics.bytes }
                }
            }
            do {
                let outlet = TrialOutlet<Output>()
                defer { outlet.close() }
                let body = try make(inlet, outlet, .trial())
                switch await StageTrial(timeout: scope.timeout * 5, body).outcome() {
                case .returned: return looks.withLock { scope.growth(from: $0.before, to: $0.after) }
                case .threw(let error): throw error
                case .timedOut: return Violation("trial", "the stage does not end after \(scope.payloads) payloads")
                }
            } catch {
                return Violation("trial", "the stage throws within \(scope.payloads) payloads: \(error)")
            }
        }
        return growth.map { [$0] } ?? []
    }
}

extension StageContext {
    /// Creates a context for a conformance check.
    static func trial(stop: StopSignal = StopSignal()) -> StageContext {
        StageContext(stageName: "trial", stop: stop, clock: VirtualClock(advancesOnSleep: true))
    }
}
