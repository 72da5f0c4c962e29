import Foundation
import Operations
import PipelineRuntime

/// Shows the status of a run.
enum StatusCommand: Command {
    static let name = "status"
    static let abstract = "Show sources, renditions, stages, outputs and problems of a run."
    static let usage = "[PID|PIPELINE|FILE]"
    static let words = 0...1
    static var completion: ArgumentCompletion { .runs }
    static var options: [CommandOption] {
        [
            CommandOption("json", nil, .flag, "Print the complete status as JSON; with --watch one line per second"),
            CommandOption("watch", "w", .flag, "Show the status again every second until the run ends"),
        ]
    }
    static let examples = ["", "live-camera --watch", "4711 --json"]

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        let client = RunClient(try await RunChoice.run(named: arguments.words.first))
        let (isJSON, isWatching) = (arguments.has("json"), arguments.has("watch"))
        var hasShown = false
        while true {
            do throws(RunClient.Failure) {
                if client.run.isBareService {
                    show(try await client.serviceStatus(), of: client.run, isJSON: isJSON, isWatching: isWatching)
                } else {
                    show(try await client.status(), isJSON: isJSON, isWatching: isWatching)
                }
                hasShown = true
            } catch {
                guard hasShown, error.isUnreachable, !client.run.isAlive else {
                    return RunChoice.report(error)
                }
                if !isJSON { Console.write("the run has ended\n") }
                return .done
            }
            guard isWatching else { return .done }
            try? await Task.sleep(for: .seconds(1))
        }
    }

    private static func show(_ status: RunStatus, isJSON: Bool, isWatching: Bool) {
        if isJSON { return show(StatusDocument(status: status), isWatching: isWatching) }
        show(StatusText(status: status).text, isWatching: isWatching)
    }

    private static func show(
        _ status: ServiceStatus, of run: RunDirectory.Entry, isJSON: Bool, isWatching: Bool
    ) {
        if isJSON { return show(status, isWatching: isWatching) }
        show(ServiceText(status).text(process: Int(run.process)), isWatching: isWatching)
    }

    private static func show(_ document: some Encodable, isWatching: Bool) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if !isWatching { encoder.outputFormatting.insert(.prettyPrinted) }
        guard let data = try? encoder.encode(document) else { return }
        Console.write(String(decoding: data, as: UTF8.self) + "\n")
    }

    private static func show(_ text: String, isWatching: Bool) {
        // Clears the screen, so that the tables stay in place.
        let clearing = isWatching && isatty(STDOUT_FILENO) == 1 ? "\u{1B}[H\u{1B}[2J" : ""
        Console.write(clearing + text + (isWatching && clearing.isEmpty ? "\n" : ""))
    }
}
