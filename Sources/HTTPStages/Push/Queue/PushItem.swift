import HLS
import Media
import StageKit

/// An upload or a deletion in the queue.
struct PushItem: Sendable {
    enum Work: Sendable {
        case store(PushContent)
        case delete
    }

    /// The sequence number, in order of arrival.
    var number: Int
    var path: String
    var role: Resource.Role
    var contentType: String
    var work: Work
    /// The arrival time.
    var queued: MonotonicTime
    /// The number of failed attempts.
    var attempts = 0
    /// The earliest time of the next attempt.
    var notBefore = MonotonicTime.distantPast
    var isInProgress = false
    /// Whether the content is retained after it is stored, because the file may still grow.
    var isRetained = false
    /// Whether the store may have the file from an earlier run. A HEAD request then precedes the upload.
    var needsHeadRequest = false
    /// The numbers of the items that must be stored before this one is published.
    var prerequisites: Set<Int> = []
    /// The paths that this listing refers to; nil if they are not known.
    var referencedPaths: Set<String>?
    /// The paths of preload hints.
    var hintedPaths: Set<String> = []
    /// The paths that this listing refers to and that are missing from the store.
    var missingPaths: Set<String> = []
    /// For listings: the number of the oldest unpublished state that this one replaces.
    var since = 0
    /// For media playlists: the target duration, in seconds.
    var targetDuration: Int?
    /// The playlist whose text is uploaded; nil for other files and for unreadable text.
    var playlist: Playlist?

    var content: PushContent? { if case .store(let content) = work { content } else { nil } }
    /// Whether an earlier run published the file, so that the store may have it.
    var isExternal: Bool { content?.pieces.first?.isExternal == true }
    /// The memory for a listing's content and its value, in bytes.
    var listingSize: Int { (content?.count ?? 0) + (playlist?.memorySize ?? 0) }
    var isDelete: Bool { content == nil }
    /// Whether the file refers to other files and must therefore be published after them.
    var isListing: Bool { role.isListing && !isDelete }
    /// The cache lifetime that the upload declares.
    var lifetime: CacheLifetime {
        role.isListing || role == .metadata
            ? .playlist(targetDuration: targetDuration ?? 2, isBlocking: false) : .unchanging
    }
}

extension Resource.Role {
    /// Whether files of this role refer to other files.
    var isListing: Bool {
        switch self {
        case .mediaPlaylist, .multivariantPlaylist, .presentationDescription, .imageMap: true
        case .initialization, .segment, .part, .image, .metadata, .record: false
        }
    }
}
