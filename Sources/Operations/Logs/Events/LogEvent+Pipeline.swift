package import Media
package import PipelineRuntime
package import StageKit

extension LogEvent {
    /// The event of a run. The message about its end is that of `summary`.
    package init(_ event: PipelineEvent, of pipeline: String, summary: RunSummary? = nil, at time: WallTime) {
        switch event {
        case .started: self.init(.pipelineStarted, "started", pipeline: pipeline, at: time)
        case .segmentPublished(let segment): self.init(.segmentPublished, segment, pipeline, time)
        case .partPublished(let part): self.init(.partPublished, part, pipeline, time)
        case .sourceLost(let problem): self.init(.sourceLost, problem, pipeline, time)
        case .sourceReturned(let problem): self.init(.sourceReturned, problem, pipeline, time)
        case .stageRestarted(let problem): self.init(.stageRestarted, problem, pipeline, time)
        case .problem(let problem): self.init(.stageProblem, problem, pipeline, time)
        case .reloaded(let changes):
            self.init(.pipelineReloaded, "reloaded: \(changes)", pipeline: pipeline, at: time)
        case .missed(let count):
            self.init(
                .eventsMissed, "\(count) events were discarded", pipeline: pipeline, fields: [LogField(.count, count)],
                at: time)
        case .ended(let status):
            let summary = summary ?? RunSummary(status)
            self.init(
                status.succeeded ? .pipelineStopped : .pipelineFailed, summary.message, pipeline: pipeline,
                stage: summary.stage, fields: summary.fields, at: time)
        }
    }

    private init(
        _ kind: LogEventKind, _ problem: RunStatus.ReportedProblem, _ pipeline: String, _ time: WallTime
    ) {
        self.init(
            kind, problem.message, pipeline: pipeline, stage: problem.stage, fields: [LogField(.code, problem.code)],
            level: LogLevel(problem.severity), at: time)
    }

    private init(_ kind: LogEventKind, _ segment: PublishedSegment, _ pipeline: String, _ time: WallTime) {
        let seconds = FigureText.seconds(segment.duration.seconds)
        self.init(
            kind, "published \(segment.path), \(seconds), \(FigureText.bytes(segment.byteCount))", pipeline: pipeline,
            stage: segment.sink,
            fields: [
                LogField(.rendition, segment.rendition), LogField(.path, segment.path),
                LogField(.bytes, segment.byteCount), LogField(.startSeconds, segment.start.seconds),
                LogField(.durationSeconds, segment.duration.seconds),
            ], at: time)
    }

    /// The event of an error or a warning in a pipeline file, with its hints.
    package init(_ diagnostic: Diagnostic, of pipeline: String? = nil, at time: WallTime) {
        let location = diagnostic.location.map {
            [LogField(.file, $0.file), LogField(.line, $0.line), LogField(.column, $0.column)]
        }
        self.init(
            .fileInvalid, ([diagnostic.message] + diagnostic.notes).joined(separator: "; "), pipeline: pipeline,
            fields: [LogField(.code, diagnostic.code)] + (location ?? []),
            level: diagnostic.severity == .error ? .error : .warning, at: time)
    }
}
