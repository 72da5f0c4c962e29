import Media
import StageKit

/// Prepares segments while those before them are encrypted, and sends all messages in order.
struct EncryptionWindow: Sendable {
    private enum Event: Sendable {
        /// The next messages; nil after the last.
        case received([Message<Segment>]?)
        case encrypted(batch: Int, [EncryptedSegment])
        /// The end of the input, with an error.
        case failed(any Error)
        case damaged(batch: Int, any Error)
    }

    /// The maximum number of batches that are not sent: one is encrypted while the next one is prepared.
    private static let limit = 2

    private var encryption: PresentationEncryption
    /// The batches that are not sent, the oldest first.
    private var batches: [PendingMessages] = []
    private var sentCount = 0
    private var isReceiving = false
    private var hasEnded = false
    /// The error that ends the run after the batches before it were sent.
    private var failure: (any Error)?

    init(_ encryption: PresentationEncryption) { self.encryption = encryption }

    /// Encrypts all segments of the input. Throws after it has sent what precedes an error.
    mutating func run(_ input: any Inlet<Segment>, _ output: any Outlet<Segment>) async throws {
        try await withThrowingTaskGroup(of: Event.self) { group in
            receive(input, &group)
            while let event = try await group.next() {
                await handle(event, &group)
                while let batch = batches.first, batch.isComplete {
                    try await output.send(batch.completed)
                    batches.removeFirst()
                    sentCount += 1
                }
                receive(input, &group)
            }
        }
        if let failure { throw failure }
    }

    private mutating func receive(_ input: any Inlet<Segment>, _ group: inout ThrowingTaskGroup<Event, any Error>) {
        guard !hasEnded, !isReceiving, batches.count < Self.limit else { return }
        isReceiving = true
        group.addTask {
            do { return Event.received(try await input.receive()) } catch { return Event.failed(error) }
        }
    }

    private mutating func handle(_ event: Event, _ group: inout ThrowingTaskGroup<Event, any Error>) async {
        switch event {
        case .received(let messages?):
            isReceiving = false
            var prepared: [PendingMessages] = []
            do { try await encryption.prepare(messages, into: &prepared) } catch { end(error) }
            for batch in prepared { encrypt(batch, &group) }
        case .received(nil): hasEnded = true
        case .failed(let error): end(error)
        case .encrypted(let batch, let segments):
            guard batches.indices.contains(batch - sentCount) else { return }
            batches[batch - sentCount].complete(segments)
        case .damaged(let batch, let error):
            batches.removeSubrange(max(batch - sentCount, 0)...)
            end(error)
        }
    }

    private mutating func encrypt(_ batch: PendingMessages, _ group: inout ThrowingTaskGroup<Event, any Error>) {
        let number = sentCount + batches.count
        for bundle in batch.bundles {
            group.addTask {
                do { return Event.encrypted(batch: number, try bundle.run(memory: batch.memory)) } catch {
                    return Event.damaged(batch: number, error)
                }
            }
        }
        batches.append(batch)
    }

    private mutating func end(_ error: any Error) {
        hasEnded = true
        failure = failure ?? error
    }
}
