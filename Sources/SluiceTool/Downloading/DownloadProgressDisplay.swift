import AssetDownloading
import Operations
import Synchronization

/// Shows the progress of downloads: a bar for each on a terminal, otherwise a plain line every two seconds.
final class DownloadProgressDisplay: Sendable {
    private struct State {
        /// The number of lines on the terminal that are rewritten.
        var lines = 0
        var ticks = 0
    }

    /// The update interval, in milliseconds.
    private static let interval = 200
    /// The number of updates between two plain lines.
    private static let plainTicks = 10
    private let tasks: [AssetDownloadTask]
    private let isQuiet: Bool
    private let state = Mutex(State())

    init(_ tasks: [AssetDownloadTask], isQuiet: Bool) {
        self.tasks = tasks
        self.isQuiet = isQuiet
    }

    /// Shows the progress until the task is cancelled.
    func run() async {
        guard !isQuiet else { return }
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
            if Console.errorIsTerminal {
                let columns = Console.errorColumns
                let back = state.lines > 0 ? "\u{1b}[\(state.lines)A\r" : ""
                Console.error(back + tasks.map { Self.bar($0, columns) + "\u{1b}[K\n" }.joined())
                state.lines = tasks.count
            } else if state.ticks % Self.plainTicks == 0 {
                Console.error(tasks.map { Self.line($0) + "\n" }.joined())
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
