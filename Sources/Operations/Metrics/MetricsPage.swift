package import PipelineRuntime
package import StageKit

/// The metrics of the runs of a process.
package struct MetricsPage: Sendable {
    private let families: [MetricFamily]

    /// Creates the metrics of these runs. `build` are the labels of `sluice_build_info`, such as `version`; `figures`
    /// are the figures of the process that belong to no run.
    package init(
        _ runs: [RunStatus], build: [(name: String, value: String)], process: Bool = true,
        figures: [FigureReading] = []
    ) {
        var table = Self.table
        var others = MetricFamilies()
        table.add("sluice_build_info", build.map { MetricLabel($0.name, $0.value) }, 1)
        for run in runs { Self.add(run, to: &table, &others) }
        for figure in figures { table.add(figure, Self.labels(of: figure), to: &others) }
        let start = runs.compactMap(\.startTime).min() ?? 0
        families = table.families + others.families + (process ? ProcessFigures().families(startTime: start) : [])
    }

    /// Returns the page as text.
    func text(_ format: MetricsFormat) -> String { MetricsText(format: format).page(families) }

    private static func add(_ run: RunStatus, to table: inout MetricTable, _ others: inout MetricFamilies) {
        let pipeline = MetricLabel("pipeline", run.pipeline)
        table.add("sluice_pipeline_up", [pipeline], [.running, .stopping].contains(run.phase) ? 1 : 0)
        table.add("sluice_pipeline_ready", [pipeline], Readiness(run).isReady ? 1 : 0)
        table.add("sluice_pipeline_start_timestamp_seconds", [pipeline], run.startTime ?? 0)
        addState(run, pipeline, to: &table)
        table.add("sluice_pipeline_reloads_total", [pipeline, MetricLabel("result", "applied")], Double(run.reloads))
        table.add("sluice_pipeline_problems_total", [pipeline], Double(run.problems.count + run.unlistedProblems))
        for source in run.sources { add(source, pipeline, to: &table) }
        let sinks = Set(run.renditions.map(\.sink))
        for stage in run.stages {
            add(stage, pipeline, to: &table, &others)
            guard sinks.contains(stage.name) || stage.outage != nil else { continue }
            table.add(
                "sluice_output_failing", [pipeline, MetricLabel("stage", stage.name)], stage.outage == nil ? 0 : 1)
        }
        for link in run.links {
            let labels = [pipeline, MetricLabel("from", link.from), MetricLabel("to", link.to)]
            table.add("sluice_queue_seconds", labels, link.current.seconds)
            table.add("sluice_queue_bytes", labels, Double(link.current.bytes))
            table.add("sluice_queue_high_water_seconds", labels, link.highWater.seconds)
            table.add("sluice_queue_high_water_bytes", labels, Double(link.highWater.bytes))
        }
        for rendition in run.renditions { add(rendition, pipeline, to: &table) }
        for hook in run.hooks {
            let labels = [pipeline, MetricLabel("hook", hook.name)]
            for (result, count) in [("delivered", hook.delivered), ("failed", hook.failed), ("dropped", hook.dropped)] {
                table.add("sluice_hook_events_total", labels + [MetricLabel("result", result)], Double(count))
            }
            table.add("sluice_hook_waiting_events", labels, Double(hook.waiting))
        }
    }

    private static func addState(_ run: RunStatus, _ pipeline: MetricLabel, to table: inout MetricTable) {
        let current = run.supervision?.state ?? run.phase.stateName
        for state in SupervisorState.names {
            table.add("sluice_pipeline_state", [pipeline, MetricLabel("state", state)], state == current ? 1 : 0)
        }
        table.add("sluice_pipeline_restarts_total", [pipeline], Double(run.supervision?.restarts ?? 0))
        table.add("sluice_pipeline_failed_runs", [pipeline], Double(run.supervision?.failures ?? 0))
        let isValid = run.supervision?.diagnostics.isEmpty ?? true
        table.add("sluice_pipeline_file_valid", [pipeline], isValid ? 1 : 0)
    }

    private static func add(_ source: RunStatus.SourceStatus, _ pipeline: MetricLabel, to table: inout MetricTable) {
        let labels = [pipeline, MetricLabel("stage", source.stage)]
        for state in RunStatus.SourceState.allCases {
            table.add(
                "sluice_source_state", labels + [MetricLabel("state", state.rawValue)], source.state == state ? 1 : 0)
        }
        table.add("sluice_source_losses_total", labels, Double(source.losses))
        table.add("sluice_source_lost_seconds_total", labels, source.lostSeconds)
        table.add("sluice_source_reconnects_total", labels, Double(source.reconnects))
        table.add("sluice_source_last_frame_timestamp_seconds", labels, source.lastFrameTime ?? 0)
    }

    private static func add(
        _ stage: RunStatus.StageStatus, _ pipeline: MetricLabel, to table: inout MetricTable,
        _ others: inout MetricFamilies
    ) {
        let labels = [pipeline, MetricLabel("stage", stage.name)]
        // Tracks are added up by type: their number may grow during a run.
        let tracks = Dictionary(grouping: stage.tracks ?? [], by: \.mediaType)
        for (type, tracks) in tracks.sorted(by: { $0.key < $1.key }) {
            let labels = labels + [MetricLabel("track", type)]
            table.add("sluice_frames_total", labels, Double(tracks.reduce(0) { $0 + $1.payloads }))
            let rates = tracks.filter { !$0.hasEnded }.compactMap(\.averageBitRate)
            if !rates.isEmpty { table.add("sluice_track_bits_per_second", labels, rates.reduce(0, +)) }
        }
        table.add("sluice_frames_dropped_total", labels + [MetricLabel("reason", "full")], Double(stage.dropped))
        table.add("sluice_bytes_total", labels, Double(stage.bytes))
        table.add("sluice_queue_messages", labels, Double(stage.queued))
        // The time in a source is not meaningful: it waits for its device.
        if let busy = stage.busySeconds { table.add("sluice_stage_busy_seconds_total", labels, busy) }
        table.add("sluice_stage_restarts_total", labels, Double(stage.restarts))
        for figure in stage.figures ?? [] {
            table.add(figure, labels + Self.labels(of: figure), to: &others)
        }
    }

    private static func labels(of figure: FigureReading) -> [MetricLabel] {
        figure.labels.sorted { $0.key < $1.key }.map { MetricLabel(labelName($0.key), $0.value) }
    }

    private static func labelName(_ key: String) -> String {
        let name = String(key.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        let isReserved = ["pipeline", "stage", "le", ""].contains(name) || name.first?.isNumber == true
        return isReserved || name.hasPrefix("__") ? "figure_\(name)" : name
    }

    private static func add(
        _ rendition: RunStatus.RenditionStatus, _ pipeline: MetricLabel, to table: inout MetricTable
    ) {
        let labels = [pipeline, MetricLabel("sink", rendition.sink), MetricLabel("rendition", rendition.name)]
        table.add("sluice_segments_total", labels, Double(rendition.segments))
        table.add("sluice_parts_total", labels, Double(rendition.parts))
        table.add("sluice_published_bytes_total", labels, Double(rendition.bytes))
        table.add("sluice_published_seconds_total", labels, rendition.seconds)
        table.add("sluice_segment_last_timestamp_seconds", labels, rendition.lastTime ?? 0)
    }
}

extension RunStatus.Phase {
    /// The name of the corresponding state of a pipeline in a service.
    fileprivate var stateName: String {
        switch self {
        case .ready, .stopped: SupervisorState.stopped.name
        case .running, .stopping, .finished: rawValue
        case .failed, .aborted: SupervisorState.failed.name
        }
    }
}
