import HTTPServer
import HTTPStages
import Media
import PipelineFile
import PipelineRuntime
import Sluice
import StageKit
import Synchronization

/// The events of a pipeline as server-sent events (HTML, section 9.2).
///
/// At most `limit` encoded events wait for the client. Beyond that, events wait in the buffer of `PipelineEvents`, which
/// discards the oldest ones and reports their number as `missed`.
final class EventStream: ResponseStream {
    private struct Output: Sendable {
        var pending: [[UInt8]] = []
        var isFinished = false
        /// The time at which bytes were last removed.
        var written: MonotonicTime?
    }

    /// The maximum number of encoded events that wait for the client.
    static let limit = 64
    /// The interval of comments that keep the connection open.
    private static let heartbeat = Duration.seconds(15)
    private let output = ConditionLock(Output())
    private let task = Mutex<Task<Void, Never>?>(nil)
    private let events: PipelineEvents
    private let pipeline: String
    private let clock: any MediaClock
    private let onEnd: HandlerSlot<@Sendable () -> Void>

    /// Creates a stream of the events from now on. `onEnd` is called once, when the client disconnects or the events end.
    init(_ events: PipelineEvents, of pipeline: String, clock: any MediaClock, onEnd: @escaping @Sendable () -> Void) {
        (self.events, self.pipeline, self.clock) = (events, pipeline, clock)
        self.onEnd = HandlerSlot(onEnd)
    }

    func start(_ ready: @escaping @Sendable () -> Void) {
        output.withLock { $0.pending.append(Array("retry: 2000\n\n".utf8)) }
        ready()
        let forwarding = Task { [weak self] in
            guard let self else { return }
            var number = 0
            for await event in events {
                number += 1
                await append(EventRecord(event, id: number, pipeline: pipeline, at: clock.wallTime))
                ready()
                if Task.isCancelled { break }
            }
            output.withLock { $0.isFinished = true }
            ready()
        }
        task.withLock { $0 = forwarding }
    }

    /// Appends an event after the client has read enough of the earlier ones.
    private func append(_ record: EventRecord) async {
        try? await output.wait { $0.pending.count < Self.limit }
        let text = "id: \(record.id)\nevent: \(record.type)\ndata: "
        output.withLock { $0.pending.append(Array("\(text)\(record.json.line)\n\n".utf8)) }
    }

    func next(at now: MonotonicTime) -> ByteSlice? {
        let bytes = output.withLock { output -> [UInt8]? in
            if output.pending.isEmpty {
                guard now - (output.written ?? now) > Self.heartbeat else {
                    if output.written == nil { output.written = now }
                    return nil
                }
                output.written = now
                return Array(": keep-alive\n\n".utf8)
            }
            output.written = now
            return output.pending.removeFirst()
        }
        return bytes.map { ByteSlice(copying: $0) }
    }

    var hasEnded: Bool { output.withLock { $0.isFinished && $0.pending.isEmpty } }

    func cancel() {
        task.withLock { task in
            task?.cancel()
            task = nil
        }
        onEnd.take()?()
    }
}
