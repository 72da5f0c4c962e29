import Dispatch
import Media
import Synchronization

/// Delivers the frames of a device to a program's delegate, on the program's queue.
///
/// The device is never blocked: when the number of frames that wait or are being handled has reached a limit, further
/// frames are dropped and reported in their order.
final class SampleBufferDelivery: Sendable {
    /// A frame for the delegate.
    struct Arrival: Sendable {
        var frame: Frame
        var format: MediaFormat
        var connection: AVCaptureConnection
    }

    /// The reason why a frame is dropped.
    enum DropReason: Sendable {
        /// The delegate was handling an earlier frame.
        case late
        /// The maximum number of frames was waiting.
        case outOfBuffers
        /// More frames were dropped than are reported one by one.
        case discontinuity
    }

    /// An item that waits for the queue.
    enum Item: Sendable {
        case output(Arrival)
        /// The frame has no bytes.
        case drop(Arrival, DropReason)
    }

    fileprivate struct State {
        var items: [Item] = []
        /// The number of frames that wait or are being handled.
        var frameCount = 0
        /// The number of dropped frames that wait to be reported.
        var dropCount = 0
        var isScheduled = false
    }

    /// The maximum number of dropped frames that wait to be reported.
    private static let dropLimit = 120

    let queue: DispatchQueue
    private let state = Mutex(State())
    private let handler: @Sendable (Item) -> Void

    /// Calls `handler` with each item, in order and never concurrently.
    init(queue: DispatchQueue, handler: @escaping @Sendable (Item) -> Void) {
        self.queue = queue
        self.handler = handler
    }

    /// Enqueues a frame, or drops it for `reason` if `limit` frames wait or are being handled.
    func enqueue(_ arrival: Arrival, limit: Int, reason: DropReason) {
        let mustSchedule = state.withLock { state in
            if state.frameCount < limit {
                state.items.append(.output(arrival))
                state.frameCount += 1
            } else {
                state.drop(arrival, reason, limit: Self.dropLimit)
            }
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if mustSchedule { schedule() }
    }

    /// One block of the queue for each item, so that the program's other blocks run in between.
    private func schedule() { queue.async { self.deliverNext() } }

    private func deliverNext() {
        guard let item = state.withLock({ $0.items.isEmpty ? nil : $0.items.removeFirst() }) else { return }
        handler(item)
        let isMore = state.withLock { state in
            switch item {
            case .output: state.frameCount -= 1
            case .drop: state.dropCount -= 1
            }
            state.isScheduled = !state.items.isEmpty
            return state.isScheduled
        }
        if isMore { schedule() }
    }
}

extension SampleBufferDelivery.State {
    fileprivate mutating func drop(
        _ arrival: SampleBufferDelivery.Arrival, _ reason: SampleBufferDelivery.DropReason, limit: Int
    ) {
        var dropped = arrival
        dropped.frame.content = FrameBytes(ByteSlice(copying: []), format: arrival.format)
        guard dropCount >= limit, case .drop = items.last else {
            dropCount += 1
            return items.append(.drop(dropped, reason))
        }
        items[items.count - 1] = .drop(dropped, .discontinuity)
    }
}
