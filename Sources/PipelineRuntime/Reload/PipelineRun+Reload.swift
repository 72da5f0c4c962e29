import StageKit

extension PipelineRun {
    /// Changes the running pipeline to another plan: replaces, adds and removes the stages that differ; the others keep
    /// running.
    ///
    /// Stages to be removed are drained first. New stages start after the old ones have ended, since both may need the
    /// same device or folder. Throws ``ReloadRejection`` when the plan is rejected; then the run is unchanged.
    @discardableResult
    package func reload(_ plan: PipelinePlan) async throws(ReloadRejection) -> PlanDifference {
        guard beginReload() else {
            throw ReloadRejection(
                diagnostics: [
                    Diagnostic(code: "not-reloadable", message: "the run is ending, or another reload is in progress")
                ])
        }
        var counts = false
        defer { endReload(counts: counts) }
        let old = configuration
        let change = PlanDifference(from: old.plan, to: plan)
        guard change.rejections.isEmpty else { throw ReloadRejection(diagnostics: change.rejections) }
        if change.isEmpty { return change }
        let replacement = try Replacement(old, plan, change, self)
        counts = true
        await replace(replacement)
        monitor.emit(.reloaded(change.summary))
        return change
    }

    private func replace(_ replacement: Replacement) async {
        let old = configuration
        // Mark the new tasks as running now, so that the run does not end before they start.
        for task in replacement.tasks { monitor.began(task.stage) }
        replacement.detach(old)
        if await !haveEnded(replacement.endingTasks) {
            cancel(replacement.endingTasks)
            monitor.state.withLock { $0.running.subtract(replacement.endingTasks) }
        }
        apply(replacement.configuration(old))
        monitor.removeStages(replacement.endingStages)
        for splice in replacement.modifications { splice.insertNodes() }
        // Some sinks send upstream requests that have to precede the first payload.
        let sinks = configuration.tasks.reversed().filter { replacement.isNew($0) && $0.role == .sink }
        for task in sinks where task.startsBeforeSources { monitor.markPreparing(task.stage) }
        for task in sinks {
            if monitor.state.withLock({ $0.isStopped }) { task.stop.raise() }
            start(task)
        }
        try? await monitor.state.wait { $0.preparing.isEmpty || $0.isTerminated }
        for splice in replacement.modifications { splice.connect() }
        let isStopped = monitor.state.withLock { $0.isStopped || $0.isTerminated }
        for task in configuration.tasks.reversed() where replacement.isNew(task) && task.role != .sink {
            task.trackIDs?.restart()
            if isStopped, task.role == .source { task.stop.raise() }
            start(task)
        }
    }

    /// Waits until the tasks of these stages have ended. Returns false when they do not end within the grace period.
    private func haveEnded(_ stages: Set<Int>) async -> Bool {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [monitor] in
                try? await monitor.state.wait { $0.running.isDisjoint(with: stages) || $0.isAborted }
            }
            group.addTask { [options] in try? await options.sleep(options.grace) }
            await group.next()
            group.cancelAll()
        }
        return monitor.state.withLock { $0.running.isDisjoint(with: stages) }
    }
}

/// The stages built for a reload, and the stages that end.
private struct Replacement {
    let plan: PipelinePlan
    let numbers: [Int]
    /// The numbers of the stages that end; `ending` contains the ones with a separate task.
    let endingStages: Set<Int>
    let endingTasks: Set<Int>
    private let continued: Set<Int>
    private let handingOver: Set<Int>
    private let builder: RunBuilder
    private let addedStages: Set<Int>

    init(_ old: RunConfiguration, _ plan: PipelinePlan, _ change: PlanDifference, _ run: PipelineRun)
        throws(ReloadRejection)
    {
        self.plan = plan
        let fates = Dictionary(uniqueKeysWithValues: zip(plan.stages.map(\.name), change.changes))
        var numbers: [Int] = []
        for stage in plan.stages {
            let kept = fates[stage.name] == .unchanged ? old.number(stage.name) : nil
            numbers.append(kept ?? run.stageTable.add(stage))
        }
        self.numbers = numbers
        let endingStages = Set(
            zip(old.plan.stages, old.numbers).filter { fates[$0.0.name] != .unchanged }.map { $0.1 })
        self.endingStages = endingStages
        endingTasks = Set(old.tasks.map(\.stage)).intersection(endingStages)
        continued = Set(change.continued.compactMap { old.number($0) })
        handingOver = Set(change.stages(.replaced).compactMap { old.number($0) })
        addedStages = Set(numbers).subtracting(old.numbers)
        let replacedTasks = old.tasks.filter { [handingOver] in handingOver.contains($0.stage) }
        try Self.claim(replacedTasks, run.stageTable)
        do throws(Diagnostic) {
            builder = try RunBuilder(
                plan: plan, options: run.options, monitor: run.monitor, origin: run.origin, numbers: numbers,
                standing: old.runtimes, fates: change.changes)
        } catch {
            for task in replacedTasks { task.handover.release() }
            throw ReloadRejection(diagnostics: [error])
        }
        // A stage added by a reload must not move the origin of the run's media.
        run.origin.fix()
    }

    /// Claims the chains of tasks for their replacements: all of them, or none when one task has already ended.
    private static func claim(_ tasks: [StageTask], _ roster: StageTable) throws(ReloadRejection) {
        for (index, task) in tasks.enumerated() where !task.handover.claim() {
            for claimed in tasks[..<index] { claimed.handover.release() }
            throw ReloadRejection(
                diagnostics: [
                    Diagnostic(
                        code: "not-replaceable",
                        message: "'\(roster.name(task.stage))' has ended and cannot be replaced")
                ])
        }
    }

    var tasks: [StageTask] { builder.tasks }
    var modifications: [ChainModification] { builder.modifications.sorted { $0.key < $1.key }.map(\.value) }
    func isNew(_ task: StageTask) -> Bool { addedStages.contains(task.stage) }

    /// Starts to end all stages that are removed or replaced.
    func detach(_ old: RunConfiguration) {
        for task in old.tasks where endingStages.contains(task.stage) && !handingOver.contains(task.stage) {
            task.chain?.keepOpen(continued)
            if continued.contains(task.stage), task.role == .sink { task.replacementSignal.raise() }
        }
        for splice in modifications { splice.replace() }
        for splice in modifications { splice.remove(endingStages, continued: continued) }
        for task in old.tasks where endingStages.contains(task.stage) && task.role == .source { task.stop.raise() }
    }

    /// Returns the shape of the run after the reload.
    func configuration(_ old: RunConfiguration) -> RunConfiguration {
        RunConfiguration(
            plan: plan, numbers: numbers,
            tasks: old.tasks.filter { !endingStages.contains($0.stage) } + builder.tasks,
            links: old.links.filter { !endingStages.contains($0.consumer) } + builder.links, runtimes: builder.runtimes,
            watchdogs: old.watchdogs.filter { !endingStages.contains($0.stage) } + builder.watchdogs)
    }
}
