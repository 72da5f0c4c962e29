import AssetDownloading
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

    /// Returns a line such as `movie.m3u8 [######----] 61 %, 12 of 20 MB, 5.1 MB/s, 2 s left`.
    private static func bar(_ task: AssetDownloadTask, _ columns: Int) -> String {
        let progress = task.progress
        let text = facts(progress)
        let title = task.downloadConfiguration.title.prefix(24)
        let room = columns - title.count - text.count - 5
        guard room >= 8 else { return String("\(title) \(text)".prefix(max(columns - 1, 10))) }
        let width = min(room, 40)
        let filled = Int((progress.fractionCompleted * Double(width)).rounded(.down))
        let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled)
        return "\(title) [\(bar)] \(text)"
    }

    private static func line(_ task: AssetDownloadTask) -> String {
        "\(task.downloadConfiguration.title): \(facts(task.progress))"
    }

    private static func facts(_ progress: AssetDownloadProgress) -> String {
        var facts = ["\(Int(progress.fractionCompleted * 100)) %"]
        let about = progress.fractionCompleted < 1 ? "about " : ""
        facts.append(
            "\(ByteCountText.text(progress.completedBytes)) of \(about)\(ByteCountText.text(progress.expectedBytes))")
        if let rate = progress.bytesPerSecond { facts.append("\(ByteCountText.text(Int(min(rate, 1e15))))/s") }
        if let left = progress.secondsLeft { facts.append("\(Progress.span(left)) left") }
        return facts.joined(separator: ", ")
    }
}
