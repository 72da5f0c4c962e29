import Operations
import PipelineRuntime

/// Formats a status for operators: one heading and compact tables.
struct StatusText {
    let status: RunStatus
    /// The maximum number of problems shown.
    private static let problemLimit = 5

    var text: String {
        var blocks = [[heading], supervision, sources, renditions, stages, outputs, problems]
        blocks.removeAll(where: \.isEmpty)
        return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }

    private var heading: String {
        let load = status.wallSeconds > 0 ? status.processorSeconds / status.wallSeconds * 100 : 0
        let reloads = status.reloads == 0 ? "" : ", \(status.reloads) reload\(status.reloads == 1 ? "" : "s")"
        let figures = "process \(status.process), processor \(FigureText.decimal(load)) %\(reloads)"
        let time = FigureText.duration(status.wallSeconds)
        guard let state = status.supervision?.state else {
            return "\(status.pipeline): \(status.phase.rawValue) for \(time), \(figures)"
        }
        if state == "running" || state == "stopping" { return "\(status.pipeline): \(state) for \(time), \(figures)" }
        // The figures below are those of the last run.
        let last = status.phase == .ready ? "" : ", last run \(status.phase.rawValue) after \(time)"
        return "\(status.pipeline): \(state)\(last)"
    }

    /// The state in a service: reason, restarts, and the errors of the file.
    private var supervision: [String] {
        guard let supervision = status.supervision else { return [] }
        var lines: [String] = []
        if !supervision.explanation.isEmpty { lines.append("reason: \(supervision.explanation)") }
        if let seconds = supervision.restartSeconds { lines.append("next start in \(FigureText.duration(seconds))") }
        if supervision.restarts > 0 || supervision.failures > 0 {
            lines.append(
                "\(FigureText.count(supervision.restarts, "restart")), "
                    + "\(FigureText.count(supervision.failures, "failed run")) since the last stable one")
        }
        if !supervision.diagnostics.isEmpty {
            lines += supervision.diagnostics.split(separator: "\n").map(String.init)
        }
        return lines
    }

    private var sources: [String] {
        TextTable.lines(
            ["source", "state", "media", "last payload", "losses", "lost"],
            status.sources.map { source in
                let age = source.lastFrameTime.map { FigureText.duration(max(0, status.time - $0)) + " ago" } ?? "-"
                return [
                    source.stage, source.state.rawValue, source.position.map(FigureText.duration) ?? "-", age,
                    "\(source.losses)", FigureText.duration(source.lostSeconds),
                ]
            })
    }

    private var renditions: [String] {
        TextTable.lines(
            ["rendition", "by", "segments", "parts", "target", "listed", "average", "peak", "delay", "age", "gaps"],
            status.renditions.map { rendition in
                func rate(_ bits: Int?) -> String { bits.map { FigureText.bitRate(Double($0)) } ?? "-" }
                func time(_ seconds: Double?) -> String { seconds.map(FigureText.duration) ?? "-" }
                return [
                    rendition.name, rendition.sink, "\(rendition.segments)", "\(rendition.parts)",
                    time(rendition.targetSeconds), time(rendition.listedSeconds), rate(rendition.averageBandwidth),
                    rate(rendition.peakBandwidth), time(rendition.publishDelay), time(rendition.age),
                    rendition.gaps.map(String.init) ?? "-",
                ]
            })
    }

    private var stages: [String] {
        TextTable.lines(
            ["stage", "kind", "tracks", "in", "out", "dropped", "queued", "mean busy"],
            status.stages.map { stage in
                let busy = stage.busySeconds.flatMap { busy in
                    status.wallSeconds > 0 ? FigureText.decimal(busy / status.wallSeconds * 100) + " %" : nil
                }
                let tracks = (stage.tracks ?? []).filter { !$0.hasEnded }.map(Self.describe)
                return [
                    stage.name, stage.kind, tracks.isEmpty ? "-" : tracks.joined(separator: ", "),
                    "\(stage.received)", "\(stage.sent)", "\(stage.dropped)", "\(stage.queued)", busy ?? "-",
                ]
            })
    }

    private static func describe(_ track: RunStatus.TrackStatus) -> String {
        var words = [track.codec]
        if let width = track.width, let height = track.height { words.append("\(width)x\(height)") }
        if let rate = track.sampleRate { words.append("\(rate) Hz") }
        if let rate = track.averageBitRate { words.append(FigureText.bitRate(rate)) }
        return words.joined(separator: " ")
    }

    private var outputs: [String] {
        var lines: [String] = []
        for origin in status.origins {
            let requests = origin.requests.reduce(0) { $0 + $1.count }
            let viewers = origin.viewers.map { "\($0.rendition) \($0.count)" }.joined(separator: ", ")
            lines.append(
                "origin '\(origin.stage)': \(origin.connections) connections, \(requests) requests, "
                    + "\(FigureText.bytes(origin.sentBytes)) sent, \(origin.waitingRequests) waiting, "
                    + "viewers (estimated): \(viewers.isEmpty ? "0" : viewers)")
        }
        for push in status.pushes {
            let error = push.lastError.map { "; \($0)" } ?? ""
            lines.append(
                "push '\(push.stage)' to \(push.target): \(push.isFailing ? "failing" : "ok"), "
                    + "\(FigureText.bytes(push.backlogBytes)) in \(push.backlogFiles) files waiting, "
                    + "\(FigureText.duration(push.behindSeconds)) behind, \(push.failures) failures\(error)")
        }
        for stage in status.stages {
            for input in stage.missingInputs ?? [] { lines.append("'\(stage.name)': no track from '\(input)'") }
            for track in stage.lostTracks ?? [] { lines.append("'\(stage.name)': no \(track)") }
            guard let outage = stage.outage else { continue }
            lines.append(
                "output '\(stage.name)' has failed for \(FigureText.duration(stage.outageSeconds ?? 0)): \(outage)")
        }
        for disk in status.disks {
            let quota = disk.quotaBytes.map { " of \(FigureText.bytes($0))" } ?? ""
            let used = disk.usedBytes.map { "\(FigureText.bytes($0))\(quota) used, " } ?? ""
            lines.append("folder '\(disk.folder)': \(used)\(FigureText.bytes(disk.freeBytes)) free")
        }
        for finding in status.findings {
            lines.append("validation '\(finding.stage)': \(finding.rule) (\(finding.level)): \(finding.count)")
        }
        return lines
    }

    private var problems: [String] {
        let shown = status.lastProblems.suffix(Self.problemLimit)
        var lines = shown.map { problem in
            let age = problem.time.map { "\(FigureText.duration(max(0, status.time - $0))) ago: " } ?? ""
            return "\(age)\(problem.severity): \(problem.stage): \(problem.message)"
        }
        if let failure = status.failure { lines.append("error: \(failure.stage): \(failure.message)") }
        return lines
    }
}
