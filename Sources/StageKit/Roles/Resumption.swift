public import Media

/// What a sink has of an earlier run, for the stages above it that may go on from there.
public struct Resumption: Sendable, Hashable {
    /// What is known of how the earlier run ended.
    public enum Earlier: Sendable, Hashable {
        /// There was none, or nothing was kept of it.
        case none
        /// It wrote everything down before it ended or was cut off.
        case known
        /// What it wrote down last may be lost, as after a power failure.
        case mayLackNewest
        /// What it wrote down cannot be trusted.
        case damaged
    }

    public var earlier: Earlier
    /// When the earlier run last wrote something down, in milliseconds since 1970; 0 when unknown.
    public var lastRecorded: Int64
    /// The contents of the resources with the role ``Resource/Role/record``, by path.
    public var records: [String: [UInt8]]
    /// The files that are there and whole, with their sizes in bytes; those that are about to go are not among them.
    public var files: [String: Int]
    /// The paths of files that are there and that nothing was written down of. They are never removed, and their names
    /// may have been published.
    public var unrecorded: Set<String>
    /// The contents of the playlists that are there, by path, as players last saw them.
    public var playlists: [String: [UInt8]]
    /// Whether files that were published last may be lost, as after a power failure, and no record says how many.
    public var mayLackFiles = false
    /// The bytes of the files, for the other sinks that serve them.
    public var content: EarlierContent

    /// What is left of an earlier run.
    public init(
        earlier: Earlier = .none, lastRecorded: Int64 = 0, records: [String: [UInt8]] = [:], files: [String: Int] = [:],
        unrecorded: Set<String> = [], playlists: [String: [UInt8]] = [:], content: EarlierContent = EarlierContent()
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

/// Reads files that an earlier run left in a sink's store.
///
/// It says how the files of a ``Resumption`` are read and nothing about them, so that any two are equal.
public struct EarlierContent: Sendable, Hashable {
    private let read: (@Sendable (String) -> ByteRope?)?

    /// Reads files with `read`, which returns nil where a file cannot be read; nil for a sink that cannot read its files.
    public init(_ read: (@Sendable (String) -> ByteRope?)? = nil) { self.read = read }

    /// Whether files can be read at all.
    public var isAvailable: Bool { read != nil }

    /// The bytes of the file at `path`; nil where it cannot be read.
    public func callAsFunction(_ path: String) -> ByteRope? { read?(path) }

    public static func == (left: EarlierContent, right: EarlierContent) -> Bool { true }
    public func hash(into hasher: inout Hasher) {}
}

/// Where media time goes on after an earlier run.
public struct TimelineContinuation: Sendable, Hashable {
    /// How far the earlier run got; nothing may be written before.
    public var end: MediaTime
    /// How far media time is now, for media that do not say when they were captured.
    public var now: MediaTime
    /// Where media time zero lies on the system's monotonic clock, in nanoseconds, as in `Track.liveOrigin`; nil where
    /// media time was not tied to the time of the world.
    public var origin: Int64?

    /// A timeline that got to `end` and would be at `now`.
    public init(end: MediaTime, now: MediaTime, origin: Int64? = nil) {
        self.end = end
        self.now = now
        self.origin = origin
    }

    /// The media time of what a source gives at its time zero, which may lie somewhere on the monotonic clock; in
    /// milliseconds, so that usual timescales have it exactly.
    public func start(liveOrigin: Int64?) -> MediaTime {
        guard let origin, let liveOrigin else { return max(end, now).rescaled(to: 1000, rounding: .up) }
        let distance = Int64(clamping: Int128(liveOrigin) - Int128(origin))
        return max(end, .nanoseconds(distance)).rescaled(to: 1000, rounding: .up)
    }
}
