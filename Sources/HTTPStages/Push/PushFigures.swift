import Media
import StageKit

/// The figures of a push in the status of its run.
struct PushFigures: Sendable {
    private let backlog: FigureGauge
    private let backlogFiles: FigureGauge
    private let behind: FigureGauge
    private let failing: FigureGauge
    private let sent: FigureCounter
    private let retries: FigureCounter
    private let refused: FigureCounter
    private let dropped: FigureCounter
    private let time: FigureHistogram

    init(_ figures: StageFigures, target: String) {
        let labels = ["target": target]
        func failures(_ reason: String) -> FigureCounter {
            figures.counter(
                FigureName.pushFailures, labels: ["target": target, "reason": reason],
                "Failed and refused requests, and dropped files")
        }
        backlog = figures.gauge(FigureName.pushBacklog, unit: .bytes, labels: labels, "Size of the queued files")
        backlogFiles = figures.gauge(FigureName.pushBacklogFiles, labels: labels, "Queued files")
        behind = figures.gauge(FigureName.pushBehind, unit: .seconds, labels: labels, "Age of the oldest queued file")
        failing = figures.gauge(FigureName.pushFailing, labels: labels, "1 while the store does not accept files")
        sent = figures.counter(FigureName.pushSent, unit: .bytes, labels: labels, "Bytes that the store has accepted")
        (retries, refused, dropped) = (failures("failed"), failures("refused"), failures("dropped"))
        time = figures.histogram(
            FigureName.pushTime, labels: labels, "Time from the publication of a file to its acceptance by the store")
    }

    func update(_ queue: PushQueue.Figures, _ waiting: PushBacklog, isFailing: Bool) {
        backlog.set(waiting.bytes + waiting.diskBytes)
        backlogFiles.set(waiting.files)
        behind.set(waiting.seconds)
        failing.set(isFailing ? 1 : 0)
        sent.raise(to: queue.sentBytes)
        retries.raise(to: queue.retries)
        refused.raise(to: queue.rejectedFiles)
        dropped.raise(to: queue.droppedFiles)
    }

    /// Counts a file that the store has accepted.
    func accepted(after delay: Duration) { time.observe(delay.seconds) }
}
