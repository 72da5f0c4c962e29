import Media
import StageKit

// The parts of the status that are assembled from the figures of stages.
extension RunStatusBuilder {
    func addFigures(to status: inout RunStatus) {
        for (stage, number) in zip(plan.stages, numbers) {
            guard let readings = figures[number] else { continue }
            let figures = NamedFigures(readings)
            addRenditions(figures, to: &status.renditions)
            if let origin = origin(stage.name, figures) { status.origins.append(origin) }
            status.pushes += pushes(stage.name, number, figures)
            status.disks += disks(stage.name, figures)
            status.findings += figures[FigureName.findings].map {
                RunStatus.FindingStatus(
                    stage: stage.name, rule: $0.labels["rule"] ?? "", level: $0.labels["level"] ?? "",
                    count: Int(clamping: $0.value))
            }
        }
    }

    private func addRenditions(_ figures: NamedFigures, to renditions: inout [RunStatus.RenditionStatus]) {
        for index in renditions.indices {
            let labels = ["rendition": renditions[index].name]
            func number(_ name: String) -> Int? { figures.value(name, labels).map { Int(clamping: $0) } }
            // A playlist writer contributes the target duration with its first playlist.
            guard let target = figures.value(FigureName.targetDuration, labels), target > 0 else { continue }
            renditions[index].targetSeconds = target
            renditions[index].listedSeconds = figures.value(FigureName.listedDuration, labels)
            renditions[index].mediaSequence = number(FigureName.mediaSequence)
            renditions[index].discontinuities = number(FigureName.discontinuities)
            renditions[index].gaps = number(FigureName.gaps)
            renditions[index].declaredBandwidth = number(FigureName.declaredBandwidth)
            renditions[index].peakBandwidth = number(FigureName.peakBandwidth)
            renditions[index].averageBandwidth = number(FigureName.averageBandwidth)
        }
    }

    private func origin(_ stage: String, _ figures: NamedFigures) -> RunStatus.OriginStatus? {
        guard let connections = figures.value(FigureName.originConnections) else { return nil }
        var origin = RunStatus.OriginStatus(stage: stage)
        origin.connections = Int(clamping: connections)
        origin.waitingRequests = Int(clamping: figures.value(FigureName.originWaiting) ?? 0)
        origin.sentBytes = Int(clamping: figures.value(FigureName.originSent) ?? 0)
        origin.requests = figures[FigureName.originRequests].filter { $0.value > 0 }.map {
            RunStatus.OriginStatus.Requests(
                kind: $0.labels["kind"] ?? "", code: $0.labels["code"] ?? "", protocol: $0.labels["protocol"] ?? "",
                count: Int(clamping: $0.value))
        }
        origin.distinctViewers = Int(clamping: figures.value(FigureName.originDistinctViewers) ?? 0)
        origin.viewers = figures[FigureName.originViewers].map {
            RunStatus.OriginStatus.Viewers(rendition: $0.labels["rendition"] ?? "", count: Int(clamping: $0.value))
        }
        origin.responseSeconds = NamedFigures.sum(figures[FigureName.originResponse].compactMap(\.histogram))
        return origin
    }

    private func pushes(_ stage: String, _ number: Int, _ figures: NamedFigures) -> [RunStatus.PushStatus] {
        figures[FigureName.pushBacklog].map { backlog in
            let labels = backlog.labels
            var push = RunStatus.PushStatus(stage: stage, target: labels["target"] ?? "")
            push.backlogBytes = Int(clamping: backlog.value)
            push.backlogFiles = Int(clamping: figures.value(FigureName.pushBacklogFiles, labels) ?? 0)
            push.behindSeconds = figures.value(FigureName.pushBehind, labels) ?? 0
            push.isFailing = figures.value(FigureName.pushFailing, labels) == 1
            push.sentBytes = Int(clamping: figures.value(FigureName.pushSent, labels) ?? 0)
            push.failures = Int(clamping: figures[FigureName.pushFailures].reduce(0) { $0 + $1.value })
            push.seconds = figures[FigureName.pushTime].first { $0.labels == labels }?.histogram
            push.lastError =
                state.lastProblems.last { $0.stage == number && $0.problem.severity != .note }?.problem.message
            return push
        }
    }

    private func disks(_ stage: String, _ figures: NamedFigures) -> [RunStatus.DiskStatus] {
        figures[FigureName.diskFree].map { free in
            RunStatus.DiskStatus(
                stage: stage, folder: free.labels["folder"] ?? "", freeBytes: Int(clamping: free.value),
                usedBytes: figures.value(FigureName.diskUsed, free.labels).map { Int(clamping: $0) },
                quotaBytes: figures.value(FigureName.diskQuota, free.labels).map { Int(clamping: $0) })
        }
    }
}
