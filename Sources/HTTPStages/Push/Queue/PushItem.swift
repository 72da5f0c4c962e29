import StageKit

/// A file on its way into a store, or out of it.
struct PushItem: Sendable {
    enum Work: Sendable {
        case store(PushContent)
        case delete
    }

    /// Counted up in the order in which resources came.
    var number: Int
    var path: String
    var role: Resource.Role
    var contentType: String
    var work: Work
    /// When it came, in nanoseconds.
    var queued: Int64
    /// Attempts that failed.
    var attempts = 0
    /// In nanoseconds; not tried again before.
    var notBefore = Int64.min
    var isUnderWay = false
    /// Whether its bytes are kept when it is stored, because the file may grow on.
    var isKept = false
    /// Whether the store may have the file from an earlier run, so that it is asked before the file is sent.
    var mayBeStored = false
    /// The files that have to be stored before this one is published.
    var blockers: Set<Int> = []
    /// What it names; nil where that is not known.
    var names: Set<String>?
    /// What it names and will not be there.
    var lost: Set<String> = []
    /// Of a listing: the number of the oldest state that was not published and that this one stands for.
    var since = 0
    /// Seconds; of a media playlist.
    var targetDuration: Int?

    var content: PushContent? { if case .store(let content) = work { content } else { nil } }
    var isDelete: Bool { content == nil }
    /// Whether it names other files, so that it is published after them.
    var isListing: Bool { role.isListing && !isDelete }
    /// What caches may be told.
    var lifetime: CacheLifetime {
        role.isListing ? .playlist(targetDuration: targetDuration ?? 2, isBlocking: false) : .unchanging
    }
}

extension Resource.Role {
    /// Whether such a file names others.
    var isListing: Bool {
        switch self {
        case .mediaPlaylist, .multivariantPlaylist, .presentationDescription, .imageMap: true
        case .initialization, .segment, .part, .image, .record: false
        }
    }
}
