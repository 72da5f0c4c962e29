package import Media

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
    /// The complete files that are scheduled for removal, with the time for which players may request them after they left
    /// a playlist.
    package var retained: [String: MediaTime] = [:]
    /// The paths of files without a record. They are never removed, and their names may have been published.
    public var unrecorded: Set<String>
    /// The contents of the last published playlists, by path.
    public var playlists: [String: [UInt8]]
    /// Whether the newest files may be lost, for example after a power failure, without a record of their number.
    public var mayLackFiles = false
    /// Writes the records of the stages that resume; nil if the sink does not store them.
    package var recordWriter: RecordWriter?
    /// Whether the sink stores no records, or none yet because its disk is full, so that names are unique only if they contain the time.
    package var lacksRecords = false
    /// Whether the recorded files were removed, so that only the numbers continue.
    public var filesWereRemoved = false
    /// The bytes of the files, for other sinks that serve them.
    public var content: StoredContent

    /// The state in a sink that does not store records.
    package static var withoutRecords: Resumption {
        var resumption = Resumption()
        resumption.lacksRecords = true
        return resumption
    }

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
