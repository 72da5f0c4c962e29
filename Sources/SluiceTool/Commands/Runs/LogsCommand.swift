import Foundation
import Operations
import StageKit

/// Prints the newest log entries of a run.
enum LogsCommand: Command {
    static let name = "logs"
    static let abstract = "Print the newest log entries of a run or of a pipeline of a service."
    static let usage = "PID|PIPELINE|FILE"
    static let words = 1...1
    static var completion: ArgumentCompletion { .runs }
    static var options: [CommandOption] {
        [
            CommandOption("lines", "n", .value("COUNT"), "Maximum number of entries, 1 to 1000; default: 50"),
            CommandOption("follow", "f", .flag, "Print further entries until the run ends"),
            CommandOption("json", nil, .flag, "Print each entry as JSON in one line"),
        ]
    }
    static let examples = ["news", "news --follow", "4711 --lines 200 --json"]

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        let count: Int = try arguments.option("lines") ?? 50
        guard (1...1000).contains(count) else { throw UsageError("--lines must be from 1 to 1000") }
        let client = RunClient(try await RunChoice.run(named: arguments.words[0]))
        let (isJSON, follows) = (arguments.has("json"), arguments.has("follow"))
        var last = 0
        var hasShown = false
        while true {
            do throws(RunClient.Failure) {
                let entries = try await client.log(hasShown ? 1000 : count)
                // The errors of an invalid file have no number, and are printed once.
                show(entries.filter { entry in entry.id.map { $0 > last } ?? !hasShown }, isJSON: isJSON)
                last = max(last, entries.compactMap(\.id).max() ?? 0)
                hasShown = true
            } catch {
                guard hasShown, error.isUnreachable, !client.run.isAlive else { return RunChoice.report(error) }
                return .done
            }
            guard follows else { return .done }
            try? await Task.sleep(for: .seconds(1))
        }
    }

    private static func show(_ entries: [RunClient.LogLine], isJSON: Bool) {
        for entry in entries { Console.write((isJSON ? json(entry) : text(entry)) + "\n") }
    }

    private static func text(_ entry: RunClient.LogLine) -> String {
        let date = entry.time.map {
            Date(timeIntervalSince1970: $0).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) + " "
        }
        let severity = ["error", "warning"].contains(entry.severity) ? "\(entry.severity): " : ""
        let stage = entry.stage.map { $0.isEmpty ? "" : "\($0): " } ?? ""
        return "\(date ?? "")\(severity)\(stage)\(entry.message)"
    }

    private static func json(_ entry: RunClient.LogLine) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(entry) else { preconditionFailure("entries are representable in JSON") }
        return String(decoding: data, as: UTF8.self)
    }
}
