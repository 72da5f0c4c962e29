import Media
import StageKit
import Synchronization

/// Reports the progress of a push. A message of one kind is reported at most once in 30 s.
final class PushReporter: Sendable {
    private struct History {
        /// The time of the last message of each kind.
        var times: [String: MonotonicTime] = [:]
        /// The number of messages of each kind suppressed since then.
        var suppressed: [String: Int] = [:]
    }

    private let store: String
    private let context: StageContext
    private let history = Mutex(History())
    let figures: PushFigures
    /// The minimum interval between two messages of one kind.
    private static let pause = Duration.seconds(30)

    init(store: String, _ context: StageContext) {
        (self.store, self.context) = (store, context)
        figures = PushFigures(context.figures, target: store)
    }

    /// Reports new notices and updates the metrics.
    func report(
        _ notices: [PushQueue.Notice], _ figures: PushQueue.Figures, _ waiting: PushBacklog, isFailing: Bool,
        at now: MonotonicTime
    ) {
        self.figures.update(figures, waiting, isFailing: isFailing)
        for notice in notices { report(notice, waiting, now) }
        let measures: [(String, Double)] = [
            ("sent-files", Double(figures.sentFiles)), ("sent-bytes", Double(figures.sentBytes)),
            ("deleted-files", Double(figures.deletedFiles)), ("failed-requests", Double(figures.retries)),
            ("refused-files", Double(figures.rejectedFiles)), ("dropped-files", Double(figures.droppedFiles)),
            ("waiting-files", Double(waiting.files)), ("waiting-bytes", Double(waiting.bytes)),
            ("spilled-bytes", Double(waiting.diskBytes)), ("behind-seconds", waiting.seconds),
        ]
        for (name, value) in measures { context.measure(name, value) }
    }

    /// Reports the final result. `left` is the number of files in the store whose deletion was due after the end of the
    /// run.
    func finish(_ figures: PushQueue.Figures, notSent paths: [String], left: Int) {
        if !paths.isEmpty {
            let more = paths.count > 3 ? " and \(paths.count - 3) more" : ""
            context.report(
                Problem(
                    .error, code: "not-sent",
                    message: "\(store) did not accept \(paths.count) \(files(paths.count)) in time: "
                        + "\(paths.prefix(3).joined(separator: ", "))\(more); its presentation is incomplete"))
        }
        let lost = figures.droppedFiles + figures.rejectedFiles
        if lost > 0, figures.sentFiles == 0 {
            context.report(
                Problem(
                    .error, code: "not-sent",
                    message: "\(store) has accepted no file of this run; check its URL, the credentials and its log"))
        } else if lost > 0 {
            context.reportWarning(
                "lost", "\(lost) \(files(lost)) of this run are missing in \(store) and listed as gaps")
        }
        if left > 0 {
            context.report(
                Problem(
                    .note, code: "left",
                    message: "\(left) \(files(left)) that players may need remain in \(store); remove them later"))
        }
    }

    private func report(_ notice: PushQueue.Notice, _ waiting: PushBacklog, _ now: MonotonicTime) {
        func warn(_ code: String, _ message: String) { emit(.warning, code, message, now) }
        switch notice {
        case .failing(let why):
            warn("store-failing", "\(store) does not accept files: \(why); queueing uploads")
        case .recovered(let length):
            emit(
                .note, "store-back",
                "\(store) accepts files again after \(Int(length.seconds.rounded())) s; \(waiting.files) wait",
                now)
        case .rejected(let path, let why):
            warn("refused", "\(store) rejected '\(path)': \(why); the upload is not retried")
        case .dropped:
            warn(
                "dropped",
                "the upload queue for \(store) is full: the oldest segments are dropped and listed "
                    + "as gaps; raise 'disk' or 'memory'")
        case .unreadable(let path, let why):
            warn(
                "unreadable-playlist",
                "cannot read playlist '\(path)' of an earlier stage (\(why)); uploading it to \(store) unchanged, without "
                    + "marking lost files as gaps")
        case .sentAgain(let path):
            warn(
                "sent-again",
                "'\(path)' grew after it was published and is uploaded to \(store) completely each time; use "
                    + "packaging: files")
        }
    }

    private func emit(_ severity: Problem.Severity, _ code: String, _ message: String, _ now: MonotonicTime) {
        let kept: Int? = history.withLock { told in
            if let last = told.times[code], now - last < Self.pause {
                told.suppressed[code, default: 0] += 1
                return nil
            }
            told.times[code] = now
            return told.suppressed.removeValue(forKey: code) ?? 0
        }
        guard let kept else { return }
        let more = kept > 0 ? " (\(kept) more such messages were not shown)" : ""
        context.report(Problem(severity, code: code, message: message + more))
    }

    private func files(_ count: Int) -> String { count == 1 ? "file" : "files" }
}
