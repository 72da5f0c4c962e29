import Media
import PipelineRuntime
import StageKit

/// Derives the events of hooks from the events and the status of a run.
struct HookEventReader {
    typealias Data = [String: HookEvent.Value]

    /// The free space below which an output folder counts as nearly full even without a quota or a reserve, in bytes.
    private static let lowSpace = 256 << 20
    /// The minimum interval between looks at the free space.
    private static let diskInterval = Duration.seconds(10)
    /// The minimum interval between looks at the number of viewers.
    private static let viewerInterval = Duration.seconds(2)

    private var isReady = false
    /// The folders reported as nearly full.
    private var lowFolders: Set<String> = []
    private var nextLook = MonotonicTime.zero
    /// The stages of the origins that have viewers.
    private var viewedOrigins: Set<String> = []
    private var nextViewerLook = MonotonicTime.zero

    /// Returns the events that follow from an event of the run, in order.
    mutating func events(
        for event: PipelineEvent, plan: PipelinePlan, at now: MonotonicTime, status: () -> RunStatus
    ) -> [(kind: HookEventKind, data: Data)] {
        switch event {
        case .started: [(.pipelineStarted, ["stages": .texts(plan.stages.map(\.name))])]
        case .segmentPublished(let segment):
            [(.segmentPublished, Self.data(segment))] + progress(at: now, status)
        case .sourceLost(let problem): [(.sourceLost, Self.data(problem))]
        case .sourceReturned(let problem): [(.sourceReturned, Self.data(problem))]
        case .problem(let problem): Self.kind(of: problem).map { [($0, Self.data(problem))] } ?? []
        case .ended(let status): Self.ending(status, plan)
        case .partPublished, .stageRestarted, .reloaded, .missed: []
        }
    }

    private mutating func progress(
        at now: MonotonicTime, _ status: () -> RunStatus
    ) -> [(kind: HookEventKind, data: Data)] {
        guard !isReady || now >= nextLook || now >= nextViewerLook else { return [] }
        let status = status()
        var found: [(kind: HookEventKind, data: Data)] = []
        if !isReady, status.isPlayable {
            isReady = true
            found.append((.pipelineReady, ["renditions": .texts(status.renditions.map(\.name))]))
        }
        if now >= nextLook {
            nextLook = now + Self.diskInterval
            found += status.disks.compactMap { low($0) }.map { (.diskLow, $0) }
        }
        if now >= nextViewerLook {
            nextViewerLook = now + Self.viewerInterval
            found += status.origins.compactMap { viewers($0) }
        }
        return found
    }

    /// Returns the event for an origin whose first viewer has come, or whose last viewer has left.
    private mutating func viewers(_ origin: RunStatus.OriginStatus) -> (kind: HookEventKind, data: Data)? {
        let hasViewers = origin.distinctViewers > 0
        guard hasViewers != viewedOrigins.contains(origin.stage) else { return nil }
        if hasViewers { viewedOrigins.insert(origin.stage) } else { viewedOrigins.remove(origin.stage) }
        return (hasViewers ? .viewerFirst : .viewerLast, ["stage": .text(origin.stage)])
    }

    /// Returns the data for a folder that has become nearly full.
    private mutating func low(_ disk: RunStatus.DiskStatus) -> Data? {
        guard disk.freeBytes < Self.lowSpace else {
            // Free again by a margin, so that a level at the limit is not reported repeatedly.
            if disk.freeBytes > Self.lowSpace * 2 { lowFolders.remove(disk.folder) }
            return nil
        }
        guard lowFolders.insert(disk.folder).inserted else { return nil }
        return ["stage": .text(disk.stage), "folder": .text(disk.folder), "free_bytes": .integer(disk.freeBytes)]
    }

    private static func kind(of problem: RunStatus.ReportedProblem) -> HookEventKind? {
        switch problem.code {
        case "store-failing": .pushFailed
        case "store-back": .pushRecovered
        case ProblemCode.outputFailed: .outputFailed
        case ProblemCode.outputRecovered: .outputRecovered
        case "disk-low": .diskLow
        default: nil
        }
    }

    private static func data(_ problem: RunStatus.ReportedProblem) -> Data {
        ["stage": .text(problem.stage), "code": .text(problem.code), "message": .text(problem.message)]
    }

    private static func data(_ segment: PublishedSegment) -> Data {
        [
            "sink": .text(segment.sink), "rendition": .text(segment.rendition), "path": .text(segment.path),
            "start_seconds": .number(segment.start.seconds), "duration_seconds": .number(segment.duration.seconds),
            "bytes": .integer(segment.byteCount),
        ]
    }

    private static func ending(
        _ status: RunStatus, _ plan: PipelinePlan
    ) -> [(kind: HookEventKind, data: Data)] {
        var data: Data = [
            "phase": .text(status.phase.rawValue), "wall_seconds": .number(status.wallSeconds),
            "segments": .integer(status.renditions.reduce(0) { $0 + $1.segments }),
        ]
        guard status.succeeded else {
            let problem = status.problems.last { $0.severity == .error }
            data["stage"] = (status.failure?.stage ?? problem?.stage).map { .text($0) }
            data["code"] = (status.failure?.code ?? problem?.code).map { .text($0) }
            data["message"] = (status.failure?.message ?? problem?.message).map { .text($0) }
            return [(.pipelineFailed, data)]
        }
        let recordings = plan.stages.compactMap { recording($0) }
        return recordings.map { (.recordingFinished, $0) } + [(.pipelineStopped, data)]
    }

    /// The data of a stage that writes to files.
    private static func recording(_ stage: PlannedStage) -> Data? {
        guard stage.description.role == .sink, stage.description.kind.hasPrefix("file."),
            let path = stage.options.first(where: { $0.key == "path" }), case .scalar(let text, _) = path.value.content
        else { return nil }
        return ["stage": .text(stage.name), "kind": .text(stage.description.kind), "path": .text(text)]
    }
}
