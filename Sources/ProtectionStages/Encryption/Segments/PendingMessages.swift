import ContentProtection
import Media
import StageKit

/// Messages to send in order, some of whose segments have yet to be encrypted.
struct PendingMessages: Sendable {
    private enum Entry: Sendable {
        case message(Message<Segment>)
        case job(EncryptionJob)
    }

    private let reporter: EncryptionReporter
    private var entries: [Entry] = []
    private var jobCount = 0
    /// The size of the segments to encrypt, in bytes.
    private(set) var size = 0

    init(_ reporter: EncryptionReporter) { self.reporter = reporter }

    /// Adds a message of a rendition that is not encrypted.
    mutating func append(_ message: Message<Segment>) { entries.append(.message(message)) }

    mutating func append(_ output: EncryptedOutput) {
        switch output {
        case .ready(let segment):
            if segment.kind == .part || segment.kind == .separable {
                reporter.count(segment, isJoined: segment.kind == .separable)
            }
            entries.append(.message(.payload(segment)))
        case .job(let job):
            jobCount += 1
            size += job.segment.data.count
            entries.append(.job(job))
        }
    }

    /// Encrypts the segments, at the same time if there are several, and returns all messages.
    func completed() async throws -> [Message<Segment>] {
        guard jobCount > 1 else { return try entries.map(completed) }
        return try await withThrowingTaskGroup(of: (Int, Message<Segment>).self) { group in
            var messages = [Message<Segment>?](repeating: nil, count: entries.count)
            for (index, entry) in entries.enumerated() {
                if case .message(let message) = entry {
                    messages[index] = message
                } else {
                    group.addTask { (index, try completed(entry)) }
                }
            }
            for try await (index, message) in group { messages[index] = message }
            return messages.compactMap { $0 }
        }
    }

    private func completed(_ entry: Entry) throws(StageError) -> Message<Segment> {
        switch entry {
        case .message(let message): return message
        case .job(let job):
            do throws(ProtectionError) {
                let segment = try job.run()
                reporter.count(segment)
                return .payload(segment)
            } catch {
                throw StageError(
                    .elementFailed,
                    "cannot encrypt segment \(job.segment.index) of rendition '\(job.segment.rendition.id)': \(error)")
            }
        }
    }
}
