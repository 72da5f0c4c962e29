import Media
import StageKit

/// A period in which a folder does not accept files.
struct FolderOutage {
    let since: MonotonicTime
    private(set) var reason: StageError
    private var backoff = OutputBackoff()

    init(_ reason: StageError, at now: MonotonicTime) {
        (since, self.reason) = (now, reason)
        backoff.failed(at: now)
    }

    private var isOutOfSpace: Bool { reason.persistence == .outOfSpace }

    /// Records a failed attempt.
    mutating func failed(_ error: StageError, at now: MonotonicTime) {
        reason = error
        if now >= backoff.nextAttempt { backoff.failed(at: now) }
    }

    /// Whether to attempt to write a resource. While space is short, playlists are written whenever possible, and
    /// removals free space.
    func permits(_ resource: Resource, at now: MonotonicTime) -> Bool {
        now >= backoff.nextAttempt || isOutOfSpace && !Self.isMedia(resource)
    }

    /// Whether the outage ends when a resource was written. While space is short, small files may still fit.
    func ends(with resource: Resource) -> Bool {
        if case .remove = resource.action { return false }
        return !isOutOfSpace || Self.isMedia(resource)
    }

    /// Whether the resource is a segment, a part or an image, which is left out if it cannot be written.
    static func isMedia(_ resource: Resource) -> Bool {
        if case .remove = resource.action { return false }
        return switch resource.role {
        case .segment, .part, .image: true
        default: false
        }
    }
}
