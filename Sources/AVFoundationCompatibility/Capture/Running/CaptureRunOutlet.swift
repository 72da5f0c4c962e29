import Media
import StageKit
import Synchronization

/// Passes the frames of a device to the outputs of a session, with times of the host's clock. Never blocks the device.
final class CaptureRunOutlet: Outlet {
    private struct State {
        var receivers: [CaptureReceiver]
        var format: MediaFormat?
        var offset = MediaTime.zero
        var hasBegun = false
        var whenBegun: @Sendable () -> Void = {}
    }
    private let state: Mutex<State>

    init(_ receivers: [CaptureReceiver]) { state = Mutex(State(receivers: receivers)) }

    var receivers: [CaptureReceiver] {
        get { state.withLock { $0.receivers } }
        set { state.withLock { $0.receivers = newValue } }
    }

    /// Sets the host's time of media time zero, and the function that the first frame calls.
    func start(at zero: MonotonicTime, whenBegun: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.offset = MediaTime(zero - MonotonicTime.zero)
            state.whenBegun = whenBegun
        }
    }

    /// Whether a frame has arrived since the start or since ``resetBegun()``.
    var hasBegun: Bool { state.withLock { $0.hasBegun } }

    /// Makes the next frame count as the first one. Returns whether a frame has arrived before.
    func resetBegun() -> Bool {
        state.withLock { state in
            defer { state.hasBegun = false }
            return state.hasBegun
        }
    }

    func send(_ messages: [Message<Frame>]) async throws { for message in messages { _ = offer(message) } }

    func offer(_ message: Message<Frame>) -> Bool {
        switch message {
        case .track(let track): state.withLock { $0.format = track.format }
        case .payload(let frame): pass(frame)
        case .gap, .end: break
        }
        return true
    }

    func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void) {}

    private func pass(_ frame: Frame) {
        let (receivers, format, offset, whenBegun) = state.withLock { state in
            defer { state.hasBegun = true }
            return (state.receivers, state.format, state.offset, state.hasBegun ? nil : state.whenBegun)
        }
        whenBegun?()
        guard let format = frame.content.format ?? format else { return }
        var shifted = frame
        // The same number of ticks for all frames, so that blocks of audio still follow each other.
        shifted.presentationTicks &+= offset.ticks(at: frame.timescale)
        for receiver in receivers { receiver.receive(shifted, format) }
    }
}
