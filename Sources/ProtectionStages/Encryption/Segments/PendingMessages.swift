import ContentProtection
import Media
import StageKit

/// Messages to send in order, some of whose segments have yet to be encrypted.
struct PendingMessages: Sendable {
    private let reporter: EncryptionReporter
    let memory: MemoryPool
    /// The messages in order; nil for segments that are not encrypted yet.
    private var messages: [Message<Segment>?] = []
    private var missing = 0
    /// The segments to encrypt.
    private(set) var bundles: [EncryptionBundle] = []
    /// The size of the segments to encrypt, in bytes.
    private(set) var size = 0

    init(_ reporter: EncryptionReporter, _ memory: MemoryPool) { (self.reporter, self.memory) = (reporter, memory) }

    var isEmpty: Bool { messages.isEmpty }
    /// Whether all segments are encrypted.
    var isComplete: Bool { missing == 0 }
    /// The messages whose segments are encrypted.
    var completed: [Message<Segment>] { messages.compactMap { $0 } }

    /// Adds a message of a rendition that is not encrypted.
    mutating func append(_ message: Message<Segment>) { messages.append(message) }

    mutating func append(_ output: EncryptedOutput) {
        switch output {
        case .ready(let segment):
            if segment.kind == .part || segment.kind == .separable {
                reporter.count(segment, isJoined: segment.kind == .separable)
            }
            messages.append(.payload(segment))
        case .job(let job):
            bundles.append(job, position: messages.count)
            size += job.segment.data.count
            messages.append(nil)
            missing += 1
        }
    }

    mutating func complete(_ segments: [EncryptedSegment]) {
        for encrypted in segments {
            reporter.count(encrypted.segment)
            messages[encrypted.position] = .payload(encrypted.segment)
            missing -= 1
        }
    }
}
