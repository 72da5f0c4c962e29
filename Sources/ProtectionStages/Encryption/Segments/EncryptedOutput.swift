import Media

/// A segment to emit, or one whose encryption is prepared.
enum EncryptedOutput: Sendable {
    case ready(Segment)
    case job(EncryptionJob)
}
