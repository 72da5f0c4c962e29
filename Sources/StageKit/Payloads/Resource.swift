public import Media

/// A named file to store, append to or remove.
public struct Resource: Sendable {
    /// The purpose of the file for a player.
    public enum Role: String, Sendable, Hashable {
        case initialization
        case segment
        /// A part of a segment that is not yet complete.
        case part
        case mediaPlaylist
        case multivariantPlaylist
        /// Thumbnail images for seeking.
        case image
        /// A WebVTT file that maps media time to thumbnails.
        case imageMap
        /// An MPD of DASH (ISO/IEC 23009-1).
        case presentationDescription
        /// Metadata of the presentation, such as its chapters.
        case metadata
        /// State of the emitting stage, not a file: a later run receives it with ``UpstreamRequest/resume(_:)``.
        ///
        /// Consecutive records are stored atomically, before the file that follows them is published.
        case record

        /// Whether files of this role are HLS playlists.
        package var isPlaylist: Bool { self == .mediaPlaylist || self == .multivariantPlaylist }
    }

    /// The segment contained in a resource.
    public struct ContainedSegment: Sendable, Hashable {
        public var rendition: Rendition
        public var kind: Segment.Kind
        public var report: SegmentReport
        /// The size in bytes.
        public var byteCount: Int
        /// The byte range in the file; nil when the segment is the whole file.
        public var byteRange: Range<Int>?
        /// The encryption of the segment; nil for clear media.
        public var protection: SegmentProtection?
        /// Whether a discontinuity precedes the segment.
        package var isDiscontinuity = false
        /// The type of the playlist that lists the segment; nil if no playlist does.
        package var presentationType: PresentationType?

        /// The time at which the end of the segment was captured; nil for media that is not captured live.
        package var captureEnd: MonotonicTime? {
            guard let track = report.tracks.first,
                let origin = rendition.tracks.first(where: { $0.id == track.trackID })?.liveOrigin
            else { return nil }
            return origin + (track.earliestPresentationTime + track.duration).duration
        }

        /// Describes a stored segment.
        public init(_ segment: Segment, byteRange: Range<Int>? = nil) {
            rendition = segment.rendition
            kind = segment.kind
            report = segment.report
            byteCount = segment.data.count
            protection = segment.protection
            isDiscontinuity = segment.isDiscontinuity
            self.byteRange = byteRange
        }
    }

    /// The operation on the file.
    public enum Action: Sendable, Equatable {
        /// Replaces the content of the file atomically.
        case store(ByteRope)
        /// Appends to the file. The file is published with the first resource other than an append to it.
        case append(ByteRope)
        /// Removes the file once `after` has passed in wall-clock time.
        case remove(after: MediaTime)
    }

    /// A relative path with `/` as separator; never absolute and without `..`.
    public var path: String
    public var role: Role
    /// The MIME type for HTTP, such as `video/mp4`.
    public var contentType: String
    public var action: Action {
        // The value would contradict the new bytes.
        didSet { content = nil }
    }
    /// The stored segment, so that other stages can list it too; nil for all other resources.
    public var segment: ContainedSegment?
    /// The stored part of a segment, for the figures of sinks; nil for all other resources.
    package var part: ContainedSegment?
    /// Whether an earlier run stored the same content under this path, or scheduled the same removal. A sink with
    /// persistent storage has already carried it out; a sink that serves from memory has not.
    public var isRestored = false
    /// For removals: the playlists of an earlier run that may list the file. Sinks keep the file until each of them is
    /// replaced or removed.
    package var formerPlaylists: Set<String> = []
    /// For restored removals: the delay of which the rest is left, for sinks whose playlists may be later than those of the
    /// sink that scheduled it.
    package var wholeDelay: MediaTime?
    /// For removals: the content of a file of an earlier run, for sinks that do not have it and serve it until its removal.
    package var retainedContent: ByteRope?
    /// For parts whose name is that of another segment's part: the path of their segment; nil for all other resources.
    package var segmentPath: String?
    /// For records: the place in the order of their writer; nil if no sink stores them.
    package var ticket: RecordTicket?
    /// The value whose text `action` stores; nil if only the bytes are known.
    var content: ResourceContent?

    /// Creates a resource at `path`.
    public init(path: String, role: Role, contentType: String, action: Action) {
        self.path = path
        self.role = role
        self.contentType = contentType
        self.action = action
    }
}

extension Resource: Equatable {}

extension Resource: Payload {
    public static var payloadName: String { "resource" }
    public var trackID: Track.ID? { nil }
    public var byteCount: Int {
        switch action {
        case .store, .append: fileSize + (content?.value.memorySize ?? 0)
        case .remove: 0
        }
    }
    /// The number of bytes that the action writes.
    package var fileSize: Int {
        switch action {
        case .store(let data), .append(let data): data.count
        case .remove: 0
        }
    }
    public var linkTime: MediaInstant? { nil }
}
