import Media
import StageKit
import Synchronization
import SystemTime

/// The shared state of a run: running tasks, problems, publications, and whether it has failed or was aborted.
final class RunMonitor: Sendable {
    struct State: Sendable {
        var running: Set<Int> = []
        /// The stages that sources wait for before they start.
        var preparing: Set<Int> = []
        var began: [Int: MonotonicTime] = [:]
        var ended: [Int: MonotonicTime] = [:]
        var failure: StageFailure?
        var isStopped = false
        /// The effect of the stop on playlists; nil before a stop.
        var stopMode: StopMode?
        var isAborted = false
        var problems: [(stage: Int, problem: Problem)] = []
        /// The newest problems and their dates, oldest first.
        var lastProblems: [(stage: Int, problem: Problem, date: WallTime)] = []
        var restarts: [Int: Int] = [:]
        /// The beginnings and the reasons of the outages of sinks.
        var outages: [Int: (since: MonotonicTime, reason: String)] = [:]
        var unlistedProblems = 0
        var hasErrorProblem = false
        var losses: [Int: SourceLosses] = [:]
        var renditions: [RenditionProgress.Key: RenditionProgress] = [:]

        var isTerminated: Bool { failure != nil || isAborted }
    }

    /// Maximum number of problems listed in a report; additional ones are only counted.
    static let problemLimit = 1000
    /// Maximum number of newest problems listed with their dates.
    static let lastProblemLimit = 50

    let state = ConditionLock(State())
    private let terminated = Atomic<Bool>(false)
    private let aborted = Atomic<Bool>(false)
    private let stageTable: StageTable
    private let onEvent: (@Sendable (PipelineEvent) -> Void)?
    private let onFailure = HandlerSlot<@Sendable () -> Void>()

    private let redaction: Mutex<Redactor>
    private let figures = Mutex<[Int: StageFigures]>([:])

    private let endMode: StopMode

    init(
        stageTable: StageTable, redactor: Redactor, endMode: StopMode = .finish,
        onEvent: (@Sendable (PipelineEvent) -> Void)?
    ) {
        self.stageTable = stageTable
        self.endMode = endMode
        self.onEvent = onEvent
        redaction = Mutex(redactor)
    }

    /// Masks the secrets of all plans of the run.
    var redactor: Redactor { redaction.withLock { $0 } }
    /// Also masks the secrets of a reloaded plan.
    func add(_ redactor: Redactor) { redaction.withLock { $0.add(redactor) } }

    /// Whether the run has failed or was aborted.
    var isTerminated: Bool { terminated.load(ordering: .acquiring) }
    /// Whether the run was aborted: waits end and no stage finishes.
    var isAborted: Bool { aborted.load(ordering: .acquiring) }

    /// Whether the run was stopped.
    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// The effect on playlists of the stop, or of the end of the sources.
    var stopMode: StopMode { state.withLock { $0.stopMode } ?? endMode }

    /// Sets the closure to call when the run fails.
    func setOnFailure(_ body: (@Sendable () -> Void)?) { onFailure.set(body) }

    /// Fails the run with an error; only the first error counts.
    func fail(_ stage: Int, _ error: any Error) {
        let isFirst = state.withLock { state in
            if state.isTerminated { return false }
            state.failure = StageFailure(stage: stage, error: Self.explained(error, state.problems.map(\.problem)))
            return true
        }
        guard isFirst else { return }
        terminated.store(true, ordering: .releasing)
        onFailure.handler?()
    }

    /// Handles the error with which a stage has ended: reports a note if the run was stopped before the stage had media,
    /// and fails the run otherwise.
    func end(_ stage: Int, with error: any Error) {
        guard isStopped, let note = (error as? StageError)?.noteOfStop else {
            return fail(stage, error)
        }
        report(note, from: stage)
    }

    /// Adds to an error about missing media that a source delivered none, which is its cause.
    private static func explained(_ error: any Error, _ problems: [Problem]) -> any Error {
        guard let error = error as? StageError, error.code == .noUsableTrack,
            let cause = problems.last(where: { $0.code == ProblemCode.sourceAbsent })
        else { return error }
        return StageError(error.code, "\(error.message): \(cause.message)", cause: error.cause)
    }

    /// Marks the run as aborted. Returns false when it already was.
    func abort() -> Bool {
        let isFirst = state.withLock { state in
            defer { state.isAborted = true }
            return !state.isAborted
        }
        terminated.store(true, ordering: .releasing)
        aborted.store(true, ordering: .releasing)
        return isFirst
    }

    func report(_ problem: Problem, from stage: Int) {
        let now = SystemClock().reading
        state.withLock { state in
            if problem.severity == .error { state.hasErrorProblem = true }
            switch problem.code {
            case ProblemCode.sourceLost: state.losses[stage, default: SourceLosses()].lost(at: now.monotonic)
            case ProblemCode.sourceReturned: state.losses[stage]?.returned(at: now.monotonic)
            case ProblemCode.stageRestarted: state.restarts[stage, default: 0] += 1
            case ProblemCode.outputFailed: state.outages[stage] = (now.monotonic, problem.message)
            case ProblemCode.outputRecovered: state.outages[stage] = nil
            default: break
            }
            if state.lastProblems.count == Self.lastProblemLimit { state.lastProblems.removeFirst() }
            state.lastProblems.append((stage, problem, now.wall))
            if state.problems.count < Self.problemLimit {
                state.problems.append((stage, problem))
            } else {
                state.unlistedProblems += 1
            }
        }
        if let onEvent {
            var reported = RunStatus.ReportedProblem(problem, from: stageTable.name(stage), at: now.wall)
            reported.message = redactor.redacted(reported.message)
            onEvent(PipelineEvent(reported))
        }
    }

    /// Records that a sink has published a segment.
    func published(_ resource: Resource, by sink: Int) {
        guard let segment = PublishedSegment(resource, by: stageTable.name(sink)) else { return }
        let isPart = resource.role == .part
        let now = SystemClock().reading
        let delay = (resource.segment ?? resource.part)?.captureEnd.map { max(0, (now.monotonic - $0).seconds) }
        measure(segment, delay, by: sink, isPart: isPart)
        state.withLock { state in
            let key = RenditionProgress.Key(sink: sink, rendition: segment.rendition)
            state.renditions[key, default: RenditionProgress()].record(
                segment, isPart: isPart, delay: delay, at: now)
        }
        onEvent?(isPart ? .partPublished(segment) : .segmentPublished(segment))
    }

    /// Records the duration of a segment, and the time from the capture of its end to its publication.
    private func measure(
        _ segment: PublishedSegment, _ delay: Double?, by sink: Int, isPart: Bool
    ) {
        let figures = figures(of: sink)
        let labels = ["rendition": segment.rendition]
        if !isPart {
            figures.histogram(
                FigureName.segmentDuration, bounds: FigureHistogram.durationBounds, labels: labels,
                "Media duration of published segments"
            ).observe(segment.duration.seconds)
        }
        guard let delay else { return }
        figures.histogram(
            FigureName.publishDelay, labels: labels,
            "Time from the capture of the last frame of a segment or part to its publication"
        ).observe(delay)
    }

    /// Emits an event, which contains no secrets.
    func emit(_ event: PipelineEvent) { onEvent?(event) }

    func measure(_ name: String, _ value: Double, of stage: Int) { figures(of: stage).set(name, value) }

    /// The figures of a stage.
    func figures(of stage: Int) -> StageFigures {
        figures.withLock { figures in
            if let known = figures[stage] { return known }
            let new = StageFigures()
            figures[stage] = new
            return new
        }
    }

    /// The current figures of all stages that have any, by stage.
    var figureReadings: [Int: [FigureReading]] {
        figures.withLock { $0 }.mapValues { figures in
            // Other values cannot be written as JSON.
            figures.readings.filter { $0.value.isFinite && $0.histogram?.sum.isFinite != false }
        }.filter { !$0.value.isEmpty }
    }

    func began(_ stage: Int) {
        let now = SystemClock.now
        state.withLock { state in
            state.running.insert(stage)
            state.began[stage] = now
        }
    }

    /// Makes sources wait until this stage is prepared or has ended.
    func markPreparing(_ stage: Int) { state.withLock { _ = $0.preparing.insert(stage) } }
    /// Marks a stage as ready for payloads.
    func markPrepared(_ stage: Int) { state.withLock { _ = $0.preparing.remove(stage) } }

    /// Removes the times and measurements of stages that are no longer part of the run.
    func removeStages(_ stages: Set<Int>) {
        figures.withLock { figures in for stage in stages { figures[stage] = nil } }
        state.withLock { state in
            state.renditions = state.renditions.filter { !stages.contains($0.key.sink) }
            for stage in stages {
                state.began[stage] = nil
                state.ended[stage] = nil
                state.losses[stage] = nil
                state.restarts[stage] = nil
                state.outages[stage] = nil
            }
        }
    }

    func ended(_ stage: Int) {
        let now = SystemClock.now
        state.withLock { state in
            state.running.remove(stage)
            state.preparing.remove(stage)
            state.ended[stage] = now
        }
    }
}
