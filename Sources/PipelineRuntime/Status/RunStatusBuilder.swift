import Glibc
import Media
import StageKit
import SystemTime

/// Creates the status of a run from the status of its parts.
struct RunStatusBuilder {
    let plan: PipelinePlan
    /// The run-wide number of each stage, in plan order.
    let numbers: [Int]
    let stageTable: StageTable
    let reloads: Int
    let limits: LinkLimits
    let tasks: [StageTask]
    let links: [any AnyLink]
    let state: RunMonitor.State
    let stuck: [Int]
    let phase: RunStatus.Phase
    let wall: Duration
    let processor: Duration
    /// The figures of the stages, by their run-wide numbers.
    let figures: [Int: [FigureReading]]
    /// The time of the status, and the date of the start of the run.
    let now: ClockReading
    let startDate: WallTime?

    func makeStatus() -> RunStatus {
        var status = makeCore()
        status.lastProblems = state.lastProblems.map {
            RunStatus.ReportedProblem($0.problem, from: name($0.stage), at: $0.date)
        }
        (status.process, status.time) = (Int(getpid()), now.wall.unixSeconds)
        status.startTime = startDate?.unixSeconds
        addFigures(to: &status)
        return status
    }

    private func makeCore() -> RunStatus {
        RunStatus(
            pipeline: plan.name, phase: phase, failure: state.failure.map(describe),
            stages: stageReports(), links: linkReports(), problems: state.problems.map(describe),
            unlistedProblems: state.unlistedProblems, stuckStages: stuck.map(name),
            sources: tasks.filter { $0.role == .source }.map(describe), renditions: renditions(),
            wallSeconds: wall.seconds, processorSeconds: processor.seconds,
            hasErrorProblem: state.hasErrorProblem, reloads: reloads)
    }

    private func stageReports() -> [RunStatus.StageStatus] {
        var reports = plan.stages.map { stage in
            RunStatus.StageStatus(name: stage.name, kind: stage.description.kind)
        }
        for task in tasks { add(task, to: &reports) }
        for (stage, restarts) in state.restarts {
            if let index = index(stage) { reports[index].restarts = restarts }
        }
        for (stage, outage) in state.outages {
            guard let index = index(stage) else { continue }
            reports[index].outage = outage.reason
            reports[index].outageSeconds = max(0, (now.monotonic - outage.since).seconds)
        }
        for (stage, readings) in figures {
            guard let index = index(stage) else { continue }
            reports[index].figures = readings
            let lost = readings.filter { $0.name == FigureName.lostTrack && $0.value > 0 }
                .compactMap { $0.labels["media"] }
            if !lost.isEmpty { reports[index].lostTracks = lost + (reports[index].lostTracks ?? []) }
            let plain = readings.filter { $0.labels.isEmpty && $0.kind != .histogram }
            guard !plain.isEmpty else { continue }
            reports[index].measures = Dictionary(plain.map { ($0.nameWithUnit, $0.value) }) { $1 }
        }
        return reports
    }

    private func index(_ stage: Int) -> Int? { numbers.firstIndex(of: stage) }

    private func add(_ task: StageTask, to reports: inout [RunStatus.StageStatus]) {
        for reading in task.chain?.readings ?? [] {
            guard let index = index(reading.stage) else { continue }
            add(reading, to: &reports[index], isHead: reading.stage == task.stage && task.role != .transform)
        }
        if let index = index(task.stage) { add(task, to: &reports[index]) }
    }

    private func add(_ task: StageTask, to report: inout RunStatus.StageStatus) {
        var waited = Duration.zero
        if let link = task.link?.status {
            waited += link.waited
            report.queued += link.queued
            if let producers = task.link?.producers { add(link.overdue, from: producers, to: &report) }
            if task.role != .transform { report.received = link.received.payloads }
            if task.role == .sink { report.bytes = link.received.distinctBytes }
        }
        if let outlet = task.outlet?.outletStatus {
            waited += outlet.waited
            report.queued += outlet.queued
            report.dropped += outlet.dropped.reduce(0) { $0 + $1.count }
        }
        if task.role != .transform, state.ended[task.stage] == nil {
            report.position = task.chain?.readings.first?.position?.seconds
        }
        guard task.role == .processor || task.role == .sink, let began = state.began[task.stage] else { return }
        let elapsed = (state.ended[task.stage] ?? SystemClock.now) - began
        report.busySeconds = max(elapsed - waited, .zero).seconds
    }

    private func add(_ overdue: [AwaitedMedia], from producers: [Int], to report: inout RunStatus.StageStatus) {
        let inputs = overdue.filter { $0.track == nil }.map { name(producers[$0.input]) }
        if !inputs.isEmpty { report.missingInputs = inputs }
        let tracks = overdue.compactMap { media in
            media.mediaType.map { "\($0.rawValue) from \(name(producers[media.input]))" }
        }
        if !tracks.isEmpty { report.lostTracks = tracks }
    }

    private func add(_ reading: NodeReading, to report: inout RunStatus.StageStatus, isHead: Bool) {
        report.received += reading.counters.received
        report.sent += reading.counters.sent
        report.headers += reading.counters.headers
        report.bytes += reading.counters.bytes
        if !reading.tracks.isEmpty { report.tracks = reading.tracks.map(RunStatus.TrackStatus.init) }
        if !isHead, stageTable.role(reading.stage) == .transform {
            report.busySeconds = (report.busySeconds ?? 0) + reading.counters.busy.seconds
        }
    }

    private func linkReports() -> [RunStatus.LinkStatus] {
        var reports: [RunStatus.LinkStatus] = []
        for task in tasks {
            guard let outlet = task.outlet?.outletStatus, outlet.highWater.messages > 0 else { continue }
            let policy = plan.stages.first { $0.name == name(task.stage) }?.whenFull ?? .wait
            reports.append(
                report(
                    from: task.stage, to: task.stage, outlet.current, outlet.highWater, RunStatus.Fill(limits), policy)
            )
        }
        let planned = (try? plan.links()) ?? []
        for link in links {
            let status = link.status
            for (index, producer) in link.producers.enumerated() {
                let (from, to) = (name(producer), name(link.consumer))
                let policy = planned.first { $0.from == from && $0.to == to }?.whenFull ?? .wait
                let leads = status.mayLead[index]
                reports.append(
                    report(
                        from: producer, to: link.consumer, status.current[index], status.highWater[index],
                        leads ? RunStatus.Fill(limits.lead) : RunStatus.Fill(limits), leads ? .fail : policy))
            }
        }
        return reports
    }

    private func report(
        from: Int, to: Int, _ current: HighWaterMark.Batch, _ water: HighWaterMark, _ limits: RunStatus.Fill,
        _ policy: OverflowPolicy
    ) -> RunStatus.LinkStatus {
        RunStatus.LinkStatus(
            from: name(from), to: name(to), limits: limits, whenFull: policy.rawValue,
            current: RunStatus.Fill(current), highWater: RunStatus.Fill(water),
            largestBatch: RunStatus.Fill(water.batch))
    }

    func name(_ stage: Int) -> String { stageTable.name(stage) }

    private func renditions() -> [RunStatus.RenditionStatus] {
        return state.renditions.map { key, published in
            var rendition = published.status
            rendition.sink = name(key.sink)
            rendition.name = key.rendition
            // Parts precede the first segment.
            if rendition.segments > 0 { rendition.age = max(0, (now.monotonic - published.time).seconds) }
            return rendition
        }.sorted { ($0.sink, $0.name) < ($1.sink, $1.name) }
    }

    private func describe(_ failure: StageFailure) -> RunStatus.Failure {
        let error = failure.error as? StageError
        return RunStatus.Failure(
            stage: name(failure.stage), kind: stageTable.kind(failure.stage),
            code: error?.code.rawValue ?? "failed",
            message: (error?.description ?? "\(failure.error)").withoutStage(name(failure.stage)))
    }

    private func describe(_ stage: Int, _ problem: Problem) -> RunStatus.ReportedProblem {
        RunStatus.ReportedProblem(problem, from: name(stage))
    }

    private func describe(_ task: StageTask) -> RunStatus.SourceStatus {
        let reading = task.chain?.readings.first
        let position = reading?.position
        let losses = state.losses[task.stage] ?? SourceLosses()
        var source = RunStatus.SourceStatus(
            stage: name(task.stage), position: position?.seconds, duration: position?.announced?.seconds,
            isLost: losses.since != nil)
        source.isLive = reading?.tracks.contains { $0.track.liveOrigin != nil } ?? false
        (source.losses, source.reconnects) = (losses.losses, losses.returns)
        source.lostSeconds = losses.duration(at: now.monotonic).seconds
        source.lastFrameTime = reading?.lastPayload.map { now.date(at: $0).unixSeconds }
        source.state = state(of: task, source, losses, reading)
        return source
    }

    private func state(
        of task: StageTask, _ source: RunStatus.SourceStatus, _ losses: SourceLosses, _ reading: NodeReading?
    ) -> RunStatus.SourceState {
        if state.ended[task.stage] != nil || phase.isEnd { return .ended }
        if let since = losses.since {
            // The first attempt to reopen a source begins at its loss.
            let attempts = figures[task.stage]?.first { $0.name == FigureName.reopenings }?.value ?? 0
            return attempts > Double(losses.losses) || now.monotonic - since > .seconds(10) ? .retrying : .lost
        }
        guard source.isLive, let last = reading?.lastPayload else { return .running }
        return now.monotonic - last > .seconds(2) ? .stalled : .running
    }
}
