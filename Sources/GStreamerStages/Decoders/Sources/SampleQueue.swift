import Media
import StageKit
import Synchronization

/// The samples that the decoder of one track has not accepted yet. The source waits while they exceed a size.
final class SampleQueue: Inlet {
    private struct State {
        var messages: [Message<Sample>] = []
        /// The number of messages at the start that have been received.
        var received = 0
        var byteCount = 0
        var hasEnded = false
        /// Whether nothing is received any more.
        var isClosed = false
        var receiver: CheckedContinuation<Void, Never>?
        var sender: CheckedContinuation<Void, Never>?

        /// Removes and returns the first messages.
        mutating func next(_ count: Int) -> [Message<Sample>] {
            let next = Array(messages[received..<min(received + count, messages.count)])
            for case .payload(let sample) in next { byteCount -= sample.byteCount }
            received += next.count
            if received == messages.count || received > SampleQueue.compactionCount {
                messages.removeFirst(received)
                received = 0
            }
            return next
        }

        /// Records the end. Returns the receiver that waits for it.
        mutating func end() -> CheckedContinuation<Void, Never>? {
            hasEnded = true
            return receiver.take()
        }
    }

    /// The size of queued samples in bytes at which the source waits: seconds of any stream, so that tracks that are stored
    /// far from each other do not wait for each other.
    private static let byteLimit = 32 << 20
    /// The number of messages that are received together: a closed queue delivers no further ones.
    private static let batchCount = 8
    /// The number of received messages that are removed together.
    private static let compactionCount = 4096
    private let state = Mutex(State())

    /// Adds a message and waits while the queue is full. Returns false if it is closed.
    func send(_ message: Message<Sample>) async -> Bool {
        let (isOpen, isFull) = append(message)
        guard isOpen, isFull else { return isOpen }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mustWait = state.withLock { state in
                    guard state.byteCount >= Self.byteLimit, !state.isClosed, !Task.isCancelled else { return false }
                    state.sender = continuation
                    return true
                }
                if !mustWait { continuation.resume() }
            }
        } onCancel: {
            close()
        }
        return !state.withLock { $0.isClosed }
    }

    /// Adds a message without waiting. Returns whether the queue is open, and whether it is full.
    func append(_ message: Message<Sample>) -> (isOpen: Bool, isFull: Bool) {
        let (result, receiver) = state.withLock { state in
            guard !state.isClosed else { return ((false, false), state.receiver.take()) }
            state.messages.append(message)
            if case .payload(let sample) = message { state.byteCount += sample.byteCount }
            return ((true, state.byteCount >= Self.byteLimit), state.receiver.take())
        }
        receiver?.resume()
        return result
    }

    /// Ends the queue after the messages that it contains.
    func finish() { state.withLock { $0.end() }?.resume() }

    /// Discards all messages, and accepts no further ones.
    func close() {
        let (receiver, sender) = state.withLock { state in
            (state.isClosed, state.messages, state.received, state.byteCount) = (true, [], 0, 0)
            return (state.end(), state.sender.take())
        }
        receiver?.resume()
        sender?.resume()
    }

    func receive() async throws -> [Message<Sample>]? {
        while true {
            try Task.checkCancellation()
            let (messages, hasEnded, sender) = state.withLock { state in
                let messages = state.next(Self.batchCount)
                let mayResume = state.byteCount < Self.byteLimit
                return (messages, state.hasEnded, mayResume ? state.sender.take() : nil)
            }
            sender?.resume()
            if !messages.isEmpty { return messages }
            if hasEnded { return nil }
            await waitForMessages()
        }
    }

    func request(_ request: UpstreamRequest) {}

    private func waitForMessages() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mustWait = state.withLock { state in
                    guard state.received == state.messages.count, !state.hasEnded, !Task.isCancelled else {
                        return false
                    }
                    state.receiver = continuation
                    return true
                }
                if !mustWait { continuation.resume() }
            }
        } onCancel: {
            close()
        }
    }
}
