public import Media

/// The state that an earlier run left in a sink, for upstream stages that can resume from it.
public struct Resumption: Sendable, Hashable {
    /// The condition of the earlier run's records.
    public enum Earlier: Sendable, Hashable {
        /// There was no earlier run, or it left no records.
        case none
        /// The records are complete up to its end or interruption.
        case complete
        /// The newest records may be lost, for example after a power failure.
        case mayLackNewest
        /// The records are damaged and cannot be trusted.
        case damaged
    }

    public var earlier: Earlier
    /// The time of the last record, in milliseconds since 1970; 0 if unknown.
    public var lastRecorded: Int64
    /// The contents of the resources with the role ``Resource/Role/record``, by path.
    public var records: [String: [UInt8]]
    /// The complete files and their sizes in bytes, by path; excludes files that are scheduled for removal.
    public var files: [String: Int]
    /// The paths of files without a record. They are never removed, and their names may have been published.
    public var unrecorded: Set<String>
    /// The contents of the last published playlists, by path.
    public var playlists: [String: [UInt8]]
    /// Whether the newest files may be lost, for example after a power failure, without a record of their number.
    public var mayLackFiles = false
    /// The bytes of the files, for other sinks that serve them.
    public var content: StoredContent

    /// Creates the state of an earlier run.
    public init(
        earlier: Earlier = .none, lastRecorded: Int64 = 0, records: [String: [UInt8]] = [:], files: [String: Int] = [:],
        unrecorded: Set<String> = [], playlists: [String: [UInt8]] = [:], content: StoredContent = StoredContent()
    ) {
        self.earlier = earlier
        self.lastRecorded = lastRecorded
        self.records = records
        self.files = files
        self.unrecorded = unrecorded
        self.playlists = playlists
        self.content = content
    }
}

/// Reads the files that an earlier run left in a sink's storage.
///
/// All instances compare equal, since an instance only provides access to the files listed in ``Resumption``.
public struct StoredContent: Sendable, Hashable {
    private let read: (@Sendable (String) -> ByteRope?)?

    /// Creates a reader; `read` returns nil when a file cannot be read. Nil for a sink that cannot read its files.
    public init(_ read: (@Sendable (String) -> ByteRope?)? = nil) { self.read = read }

    /// Whether the sink can read its files.
    public var isAvailable: Bool { read != nil }

    /// Returns the bytes of the file at `path`; nil when it cannot be read.
    public func callAsFunction(_ path: String) -> ByteRope? { read?(path) }

    public static func == (left: StoredContent, right: StoredContent) -> Bool { true }
    public func hash(into hasher: inout Hasher) {}
}

/// The continuation of the media timeline of an earlier run.
public struct TimelineContinuation: Sendable, Hashable {
    /// The end of the earlier run's media; new media must not start before it.
    public var end: MediaTime
    /// The current media time, for media without a capture time.
    public var now: MediaTime
    /// The time of the system's monotonic clock at media time zero, in nanoseconds, as in `Track.liveOrigin`; nil if
    /// the media time was not tied to real time.
    public var origin: Int64?

    /// Creates a continuation of a timeline that ended at `end` and has advanced to `now`.
    public init(end: MediaTime, now: MediaTime, origin: Int64? = nil) {
        self.end = end
        self.now = now
        self.origin = origin
    }

    /// Returns the media time of a source's time zero, given its time on the monotonic clock in nanoseconds or nil. It
    /// is in whole milliseconds, which common timescales represent exactly.
    public func start(liveOrigin: Int64?) -> MediaTime {
        guard let origin, let liveOrigin else { return max(end, now).rescaled(to: 1000, rounding: .up) }
        let distance = Int64(clamping: Int128(liveOrigin) - Int128(origin))
        return max(end, .nanoseconds(distance)).rescaled(to: 1000, rounding: .up)
    }
}
