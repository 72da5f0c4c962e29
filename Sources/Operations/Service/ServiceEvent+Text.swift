import Media
import PipelineRuntime
package import StageKit
import SystemTime

extension ServiceEvent {
    /// The severity of the event.
    package var severity: Problem.Severity {
        switch self {
        case .pipeline(_, let event): event.reportedProblem?.severity ?? .note
        case .state(_, .failed, _), .invalid: .error
        case .state(_, .restarting, _), .notReloadable: .warning
        case .state: .note
        case .problem(let text): text.contains("error: ") ? .error : .warning
        }
    }

    /// The event as lines for a log on a terminal; nil for events that occur continuously.
    package var text: String? {
        switch self {
        case .pipeline(let name, .reloaded(let summary)):
            return "\(name): reloaded: \(summary.isEmpty ? "no changes" : summary)\n"
        case .pipeline(let name, let event):
            return event.reportedProblem.map { "\(name): \($0.severity.rawValue): \($0.stage): \($0.message)\n" }
        case .state(let name, let state, let reason):
            var text = "\(name): \(state.name)"
            if case .restarting(let time) = state {
                text += " in \(((time - SystemClock.now) / .seconds(1)).formatted(places: 1)) s"
            }
            return text + (reason.isEmpty ? "\n" : ": \(reason)\n")
        case .invalid(_, let diagnostics): return diagnostics
        case .notReloadable(let name, let reason): return "\(name): restarting to apply the changes: \(reason)\n"
        case .problem(let text): return text
        }
    }
}

extension Double {
    fileprivate func formatted(places: Int) -> String {
        let scale = (0..<places).reduce(1.0) { value, _ in value * 10 }
        return "\((self * scale).rounded() / scale)"
    }
}
