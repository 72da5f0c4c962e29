import AssetDownloading
import Operations
import Synchronization

/// Shows the progress of downloads: a bar for each on a terminal, otherwise an event every two seconds.
final class DownloadProgressDisplay: Sendable {
    private struct State {
        /// The number of lines on the terminal that are rewritten.
        var lines = 0
        var ticks = 0
    }

    /// The update interval, in milliseconds.
    private static let interval = 200
    /// The number of updates between two events.
    private static let eventTicks = 10
    private let tasks: [AssetDownloadTask]
    private let output: RunLog
    private let state = Mutex(State())

    init(_ tasks: [AssetDownloadTask], _ output: RunLog) {
        self.tasks = tasks
        self.output = output
    }

    /// Shows the progress until the task is cancelled.
    func run() async {
        while (try? await Task.sleep(for: .milliseconds(Self.interval))) != nil { show() }
    }

    /// Clears the progress lines from the terminal.
    func end() {
        state.withLock { state in
            if state.lines > 0 { Console.error("\u{1b}[\(state.lines)A\r\u{1b}[J") }
            state.lines = 0
        }
    }

    private func show() {
        state.withLock { state in
            state.ticks += 1
            if output.showsProgress {
                let columns = Console.errorColumns
                let back = state.lines > 0 ? "\u{1b}[\(state.lines)A\r" : ""
                Console.error(back + tasks.map { Self.bar($0, columns) + "\u{1b}[K\n" }.joined())
                state.lines = tasks.count
            } else if state.ticks % Self.eventTicks == 0 {
                for task in tasks { output.log.record(.downloadProgress, Self.line(task), fields: Self.fields(task)) }
            }
        }
    }

    private static func bar(_ task: AssetDownloadTask, _ columns: Int) -> String {
        let progress = task.progress
        return ProgressBar.line(
            task.downloadConfiguration.title, fraction: progress.fractionCompleted, facts: facts(progress),
            columns: columns)
    }

    private static func line(_ task: AssetDownloadTask) -> String {
        let progress = task.progress
        let figures = ["\(Int(progress.fractionCompleted * 100)) %"] + facts(progress)
        return "\(task.downloadConfiguration.title): \(figures.joined(separator: ", "))"
    }

    private static func fields(_ task: AssetDownloadTask) -> [LogField] {
        let progress = task.progress
        let fields = [
            LogField(.progressRatio, progress.fractionCompleted), LogField(.bytes, progress.completedBytes),
            LogField(.expectedBytes, progress.expectedBytes),
        ]
        return fields + (progress.bytesPerSecond.map { [LogField(.bytesPerSecond, $0)] } ?? [])
    }

    private static func facts(_ progress: AssetDownloadProgress) -> [String] {
        let about = progress.fractionCompleted < 1 ? "about " : ""
        var facts = [
            "\(FigureText.bytes(progress.completedBytes)) of \(about)\(FigureText.bytes(progress.expectedBytes))"
        ]
        if let rate = progress.bytesPerSecond { facts.append("\(FigureText.bytes(Int(min(rate, 1e15))))/s") }
        if let left = progress.secondsLeft { facts.append("\(FigureText.span(left)) left") }
        return facts
    }
}
