import Foundation
import Operations
import PipelineRuntime
import StageKit

/// Lists the runs of this user.
enum ListRunsCommand: Command {
    /// A run, and its status if it answers.
    private struct Row: Encodable {
        var process: Int
        var pipeline: String
        var file: String
        var phase: String?
        var wallSeconds: Double?
        var sources: [String: RunStatus.SourceState]?
        var segments: Int?
        var errors: Int?
        var restarts: Int?
        var reason: String?
    }

    static let name = "ps"
    static let abstract = "List the runs of this user with state, sources and segments."
    static let usage = ""
    static let words = 0...0
    static var options: [CommandOption] { [CommandOption("json", nil, .flag, "Print the runs as JSON")] }
    static let examples = ["", "--json"]

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        let runs = await RunClient.expanded(RunDirectory.runs())
        // Together, so that one run that does not answer delays the list only once.
        let rows = await withTaskGroup(of: Row.self) { group in
            for run in runs { group.addTask { await row(run) } }
            return await group.reduce(into: []) { $0.append($1) }
        }.sorted { ($0.process, $0.pipeline) < ($1.process, $1.pipeline) }
        Console.write(arguments.has("json") ? json(rows) : text(rows))
        return .done
    }

    private static func row(_ run: RunDirectory.Entry) async -> Row {
        var row = Row(process: Int(run.process), pipeline: run.pipeline, file: run.path)
        if run.isBareService, let service = try? await RunClient(run).serviceStatus() {
            let text = ServiceText(service)
            (row.phase, row.wallSeconds, row.reason) = (text.state, service.wallSeconds, text.reason)
            return row
        }
        guard let status = try? await RunClient(run).status() else { return row }
        row.restarts = status.supervision?.restarts
        row.reason = status.supervision?.explanation
        (row.phase, row.wallSeconds) = (run.serviceState ?? status.phase.rawValue, status.wallSeconds)
        row.sources = Dictionary(status.sources.map { ($0.stage, $0.state) }) { $1 }
        row.segments = status.renditions.reduce(0) { $0 + $1.segments }
        row.errors = status.problems.count { $0.severity == .error }
        return row
    }

    private static func text(_ rows: [Row]) -> String {
        if rows.isEmpty { return "no runs\n" }
        let lines = TextTable.lines(
            ["process", "pipeline", "state", "time", "sources", "segments", "errors", "restarts", "file", "reason"],
            rows.map { row in
                let sources = (row.sources ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.rawValue)" }
                return [
                    "\(row.process)", row.pipeline, row.phase ?? "not answering",
                    row.wallSeconds.map(FigureText.duration) ?? "-", sources.joined(separator: ", "),
                    row.segments.map(String.init) ?? "-", row.errors.map(String.init) ?? "-",
                    row.restarts.map(String.init) ?? "-", row.file, Self.firstLine(row.reason),
                ]
            })
        return lines.joined(separator: "\n") + "\n"
    }

    private static func firstLine(_ text: String?) -> String {
        let line = text?.split(separator: "\n").first.map(String.init) ?? ""
        return line.count > 120 ? line.prefix(119) + "…" : line
    }

    private static func json(_ rows: [Row]) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(rows) else { preconditionFailure("runs are representable in JSON") }
        return String(decoding: data, as: UTF8.self) + "\n"
    }
}
