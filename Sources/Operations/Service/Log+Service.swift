import Media
import StageKit
import SystemTime

extension Log {
    /// Logs an event of a service.
    package func record(_ event: ServiceEvent) {
        switch event {
        case .pipeline(let name, let event): record(event, of: name)
        case .state(let name, let state, let reason, let restarts): record(state, of: name, reason, restarts)
        case .diagnostics(let name, let diagnostics): record(diagnostics, of: name)
        case .notReloadable(let name, let reason):
            record(
                .restartRequired, "restarting to apply the changes: \(reason)", pipeline: name,
                fields: [LogField(.reason, reason)])
        case .problem(let name, let level, let text): record(.serviceProblem, text, pipeline: name, level: level)
        }
    }

    private func record(_ state: SupervisorState, of name: String, _ reason: String, _ restarts: Int) {
        var fields = [LogField(.state, state.name), LogField(.restarts, restarts)]
        if !reason.isEmpty { fields.append(LogField(.reason, reason)) }
        var text = state.name
        if case .restarting(let time) = state {
            let delay = max(.zero, time - SystemClock.now).seconds
            text += " in \(FigureText.seconds(delay))"
            fields.append(LogField(.restartSeconds, delay))
        }
        record(
            .pipelineState, text + (reason.isEmpty ? "" : ": \(reason)"), pipeline: name, fields: fields,
            level: state.logLevel)
    }

    /// Logs the state of each pipeline.
    package func record(_ status: ServiceStatus) {
        for pipeline in status.pipelines {
            let reason = pipeline.reason.isEmpty ? "" : " (\(pipeline.reason))"
            let restarts = pipeline.restarts == 0 ? "" : ", \(FigureText.count(pipeline.restarts, "restart"))"
            record(
                .pipelineState,
                "\(pipeline.state)\(reason), \(pipeline.start.rawValue)\(restarts)"
                    + pipeline.urls.map { " " + $0 }.joined(),
                pipeline: pipeline.name,
                fields: [LogField(.state, pipeline.state), LogField(.restarts, pipeline.restarts)])
        }
    }
}

extension SupervisorState {
    fileprivate var logLevel: LogLevel {
        switch self {
        case .failed, .invalid: .error
        case .restarting: .warning
        case .waiting, .stopped, .running, .stopping, .finished, .removed: .info
        }
    }
}
