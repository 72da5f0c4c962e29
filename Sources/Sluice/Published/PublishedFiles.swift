public import Media
public import StageKit
import SystemTime

/// The files of a presentation in memory, for a server or a test.
///
/// Removed files remain until the time has passed for which players may still request them (RFC 8216bis 6.2.2). The
/// files of a recording grow with its duration.
public struct PublishedFiles: Sendable {
    /// A file with its media type.
    public struct File: Sendable, Equatable {
        public let contentType: String
        /// The content, which shares the memory of the segments.
        public fileprivate(set) var content: ByteRope
        fileprivate var expires = MonotonicTime.distantFuture
    }

    private var files: [String: File] = [:]
    private var isExpiring = false

    /// Creates an empty collection.
    public init() {}

    /// The paths of the files.
    public var paths: Set<String> { Set(files.keys) }

    /// The file at a relative path; nil if there is none.
    public subscript(path: String) -> File? { files[path] }

    /// Stores, appends or removes the file of a resource. `now` is the time of the monotonic clock; nil for the current
    /// one.
    public mutating func apply(_ resource: Resource, at now: MonotonicTime? = nil) {
        let now = now ?? SystemClock.now
        if isExpiring { removeExpired(at: now) }
        switch resource.action {
        case .store(let content):
            files[resource.path] = File(contentType: resource.contentType, content: content)
        case .append(let content):
            files[resource.path, default: File(contentType: resource.contentType, content: ByteRope())]
                .content.append(content)
        case .remove(let delay):
            files[resource.path]?.expires = now + delay.duration
            isExpiring = true
            removeExpired(at: now)
        }
    }

    private mutating func removeExpired(at now: MonotonicTime) {
        files = files.filter { $0.value.expires > now }
        isExpiring = files.contains { $0.value.expires != .distantFuture }
    }
}
