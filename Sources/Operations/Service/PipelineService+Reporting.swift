import Media
import PipelineRuntime
import Sluice
import SystemTime

// The state for the service manager.
extension PipelineService {
    /// The time after which a pipeline that starts with the service no longer delays its readiness.
    private static let startLimit = Duration.seconds(60)
    /// The time without supervision, or that a run that hangs may take to end, after which the process hangs.
    private static let supervisionLimit = Duration.seconds(30)

    /// The state for the service manager. The service is ready when each pipeline that starts with it is ready or has
    /// failed once.
    package func readState() -> ServiceReading {
        let served = pipelines.values.sorted { $0.definition.name < $1.definition.name }
        let running = served.count { $0.run != nil }
        let others = Dictionary(grouping: served.filter { $0.run == nil }, by: { $0.supervisor.state.name })
        let texts = others.sorted { $0.key < $1.key }.map { state, pipelines in
            "\(state): \(pipelines.map(\.definition.name).joined(separator: ", "))"
        }
        updateReadiness()
        return ServiceReading(
            isReady: isReady,
            text: (["\(running) of \(FigureText.count(served.count, "pipeline")) running"] + texts)
                .joined(separator: "; "),
            isEnding: isEnding, hasEnded: isEnding && hasStopped)
    }

    /// Notes that the service is ready, which it remains.
    func updateReadiness() {
        let now = clock.now
        isReady = isReady || hasStarted && pipelines.values.allSatisfy { hasSettled($0, at: now) }
    }

    private func hasSettled(_ served: ServedPipeline, at now: MonotonicTime) -> Bool {
        guard served.definition.settings.start == .boot, case .running(let since) = served.supervisor.state,
            served.supervisor.restarts == 0, let run = served.run
        else { return true }
        let status = run.pipeline.status
        return status.isPublishing(run.pipeline.currentPlan) || status.sources.contains(where: \.isLost)
            || now - since >= Self.startLimit
    }

    /// The parts of the service that hang although the supervision should have ended them. A single run that hangs does
    /// not count, since ending the process would interrupt the others.
    package var stalls: [String] {
        let now = clock.now
        guard now - lastTick < Self.supervisionLimit else { return ["supervision"] }
        let runs = pipelines.filter { $0.value.run != nil }
        let hanging = runs.filter { _, served in
            guard let since = served.run?.stalledSince else { return false }
            return now - since >= served.definition.settings.hangTimeout.duration + Self.supervisionLimit
        }
        return hanging.count == runs.count ? hanging.keys.sorted() : []
    }

    /// Compares the figures of a run with the last ones; returns the reason why the run hangs, nil if it does not.
    func hangReason(of name: String, at now: MonotonicTime) -> String? {
        guard let run = pipelines[name]?.run, let limit = pipelines[name]?.definition.settings.hangTimeout.duration
        else { return nil }
        if run.progress.isHung(at: now, for: limit) { return "a stage is blocked, and no segment was published" }
        guard now - run.lastLook >= .seconds(2) else { return nil }
        let status = run.pipeline.status
        var monitor = run.monitor
        let stalled = monitor.stalledStages(in: status)
        let hanging = DataPathMonitor.hangingSources(in: status)
        pipelines[name]?.run?.lastLook = now
        pipelines[name]?.run?.monitor = monitor
        let since = stalled.isEmpty && hanging.isEmpty ? nil : run.stalledSince ?? now
        pipelines[name]?.run?.stalledSince = since
        if !hanging.isEmpty { return "no data from \(hanging.joined(separator: ", ")), and no loss was reported" }
        guard let since, now - since >= limit else { return nil }
        return "no progress in \(stalled.joined(separator: ", "))"
    }
}

extension ServiceReporter {
    /// Creates a reporter of a service; nil if the process has no service manager.
    package convenience init?(_ service: PipelineService, environment: [String: String]) {
        self.init(
            environment: environment, reading: { await service.readState() }, stalls: { await service.stalls })
    }
}
