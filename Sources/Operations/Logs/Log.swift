import Dispatch
import Media
package import PipelineRuntime
package import StageKit
import Synchronization
import SystemTime

/// A log: events in a bounded queue, which a separate thread masks and writes.
///
/// Events that arrive while the queue is full are discarded and counted, so no caller waits for the destination.
package final class Log: Sendable {
    private struct Queue {
        var pending: [@Sendable () -> LogEvent] = []
        var dropped = 0
        var isDraining = false
    }
    private struct Writer {
        var redactor: Redactor
        var limiter = LogFloodLimiter()
    }

    /// The lowest level that is logged.
    package let level: LogLevel
    /// The last events.
    package let tail: LogTail
    private let capacity: Int
    private let destination: any LogDestination
    private let queue = Mutex(Queue())
    private let writer: Mutex<Writer>
    private let worker = DispatchQueue(label: "sluice.log")

    /// Creates a log of at most `capacity` events that wait for `destination`.
    package init(
        to destination: any LogDestination, level: LogLevel = .info, redactor: Redactor = Redactor(),
        capacity: Int = 1024, tail: LogTail = LogTail()
    ) {
        (self.destination, self.level, self.capacity, self.tail) = (destination, level, capacity, tail)
        writer = Mutex(Writer(redactor: redactor))
    }

    /// Also masks the secrets of another plan.
    package func add(_ redactor: Redactor) { writer.withLock { $0.redactor.add(redactor) } }

    /// Logs an event of a run. Formats it on the thread of the log.
    package func record(_ event: PipelineEvent, of pipeline: String, summary: RunSummary? = nil) {
        let now = SystemClock().wallTime
        enqueue(event.logLevel) { LogEvent(event, of: pipeline, summary: summary, at: now) }
    }

    /// Logs an event of the process or of a pipeline.
    package func record(
        _ kind: LogEventKind, _ message: String, pipeline: String? = nil, fields: [LogField] = [],
        level: LogLevel? = nil
    ) {
        let event = LogEvent(
            kind, message, pipeline: pipeline, fields: fields, level: level, at: SystemClock().wallTime)
        enqueue(event.level) { event }
    }

    /// Logs errors and warnings in a pipeline file.
    package func record(_ diagnostics: [Diagnostic], of pipeline: String? = nil) {
        let now = SystemClock().wallTime
        for diagnostic in diagnostics {
            enqueue(diagnostic.severity == .error ? .error : .warning) { LogEvent(diagnostic, of: pipeline, at: now) }
        }
    }

    /// Writes the queued events. Waits for the destination, at most for `timeout`.
    package func flush(timeout: Duration = .seconds(2)) {
        let done = DispatchSemaphore(value: 0)
        worker.async { [self] in
            writeSuppressed(isEnd: true)
            done.signal()
        }
        _ = done.wait(timeout: .now() + .nanoseconds(Int(timeout.nanoseconds)))
    }

    private func enqueue(_ level: LogLevel, _ event: @escaping @Sendable () -> LogEvent) {
        guard level >= self.level else { return }
        // Errors may use twice the capacity, so that a flood of other events does not displace the reason of a failure.
        let limit = level == .error ? 2 * capacity : capacity
        let mustDrain = queue.withLock { queue in
            guard queue.pending.count < limit else {
                queue.dropped += 1
                return false
            }
            queue.pending.append(event)
            defer { queue.isDraining = true }
            return !queue.isDraining
        }
        if mustDrain { worker.async { [self] in drain() } }
    }

    private func drain() {
        while true {
            let (batch, dropped) = queue.withLock { queue in
                defer { (queue.pending, queue.dropped) = ([], 0) }
                if queue.pending.isEmpty { queue.isDraining = false }
                return (queue.pending, queue.dropped)
            }
            if batch.isEmpty { return }
            for event in batch { admit(event()) }
            guard dropped > 0 else { continue }
            let text = "\(FigureText.count(dropped, "event")) discarded; the log was written too slowly"
            write(LogEvent(.logDropped, text, fields: [LogField(.count, dropped)], at: SystemClock().wallTime))
        }
    }

    private func admit(_ event: LogEvent) {
        writeSuppressed(isEnd: false)
        if writer.withLock({ $0.limiter.admits(event, at: SystemClock.now) }) { write(event) }
    }

    private func writeSuppressed(isEnd: Bool) {
        let (now, wall) = (SystemClock.now, SystemClock().wallTime)
        for event in writer.withLock({ $0.limiter.suppressed(at: now, wall: wall, isEnd: isEnd) }) { write(event) }
    }

    private func write(_ event: LogEvent) {
        let redactor = writer.withLock { $0.redactor }
        let masked = event.mapTexts { redactor.redacted($0) }
        tail.append(masked)
        destination.write(masked)
    }
}

extension PipelineEvent {
    /// The level of the event in the log.
    fileprivate var logLevel: LogLevel {
        if let reportedProblem { return LogLevel(reportedProblem.severity) }
        return switch self {
        case .segmentPublished, .partPublished: .debug
        case .missed: .warning
        case .ended(let status): status.succeeded ? .info : .error
        default: .info
        }
    }
}
