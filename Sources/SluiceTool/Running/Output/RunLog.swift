import Glibc
import Operations
import PipelineRuntime
import Sluice
import StageKit

/// The log of a command that runs pipelines, and its progress line on a terminal.
struct RunLog {
    let log: Log
    let format: LogFormat
    private let stream = ErrorStream()
    private let isTerminal = Console.errorIsTerminal

    /// Creates the log that the settings and the environment select. `ofService` names the pipeline in each line.
    init(_ settings: RunSettings, ofService: Bool = false) {
        let environment = Console.environment
        let isJournal = SystemJournal.receives(STDERR_FILENO, environment: environment)
        format = settings.logFormat ?? (isJournal ? .journal : .text)
        let text = LogText(
            hasTime: !isTerminal, hasColor: ErrorStream.usesColor(isTerminal: isTerminal, environment: environment),
            hasPipeline: ofService)
        let lines = LogStream(text) { [stream] in stream.write($0) }
        let destination: any LogDestination =
            switch format {
            case .text: lines
            case .json: LogStream { [stream] in stream.write($0) }
            case .journal: SystemJournal(fallback: lines)
            }
        log = Log(
            to: destination, level: settings.level, tail: LogTail(capacity: ofService ? 2000 : 500))
    }

    /// Whether a progress line is shown.
    var showsProgress: Bool { isTerminal && format == .text && log.level <= .info }

    /// Reports errors and warnings in a pipeline file: in the format of a compiler, or as events.
    func report(_ diagnostics: PipelineDiagnostics) {
        guard format == .text else { return record(diagnostics) }
        let isError = !diagnostics.errors.isEmpty
        if isError || log.level <= .warning { stream.write(diagnostics.text) }
    }

    /// Logs errors and warnings in a pipeline file as events.
    func record(_ diagnostics: PipelineDiagnostics) {
        log.add(diagnostics.redactor)
        log.record(diagnostics.all)
    }

    /// Shows progress: the line of a terminal, or an event.
    func show(_ progress: Progress, of pipeline: String) {
        guard showsProgress else {
            return log.record(.pipelineProgress, progress.text, pipeline: pipeline, fields: progress.fields)
        }
        stream.show(progress: progress.line(columns: Console.errorColumns))
    }

    /// Prints the tables of a run in text, with secrets masked by the run.
    func show(_ status: RunStatus) {
        guard format == .text else { return }
        log.flush()
        var rest = status
        rest.problems = []
        stream.write("\(rest)\n")
    }

    /// Writes all queued events, and removes the progress line.
    func end() {
        log.flush()
        if isTerminal { stream.clear() }
    }
}
