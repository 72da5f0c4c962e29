public import Media

/// A named file to store, to extend or to remove.
public struct Resource: Sendable {
    /// What the file is to a player.
    public enum Role: String, Sendable, Hashable {
        case initialization
        case segment
        /// A piece of a segment that is not whole yet.
        case part
        case mediaPlaylist
        case multivariantPlaylist
        /// Pictures to find a place by.
        case image
        /// A list of what is in such pictures.
        case imageMap
        /// An MPD of DASH (ISO/IEC 23009-1).
        case presentationDescription
        /// Not a file: what the stage that gave it wants back from a later run's ``UpstreamRequest/resume(_:)``.
        ///
        /// Records between two files are kept all together or not at all, before the file that follows is published.
        case record
    }

    /// The segment that a resource holds.
    public struct HeldSegment: Sendable, Hashable {
        public var rendition: Rendition
        public var kind: Segment.Kind
        public var report: SegmentReport
        /// How long it is, in bytes.
        public var byteCount: Int
        /// Where in the file it lies; nil where it is the file.
        public var byteRange: Range<Int>?

        /// What is stored of a segment.
        public init(_ segment: Segment, byteRange: Range<Int>? = nil) {
            rendition = segment.rendition
            kind = segment.kind
            report = segment.report
            byteCount = segment.data.count
            self.byteRange = byteRange
        }
    }

    /// What is to happen to it.
    public enum Action: Sendable, Equatable {
        /// The file gets this content, all at once or not at all.
        case store(ByteRope)
        /// These bytes are added at its end; it is published with the first resource that is not an append to it.
        case append(ByteRope)
        /// It goes away, `after` this much wall-clock time.
        case remove(after: MediaTime)
    }

    /// A relative path with `/` between folders; never absolute, never climbing.
    public var path: String
    public var role: Role
    /// The media type for HTTP, such as `video/mp4`.
    public var contentType: String
    public var action: Action
    /// The segment that is stored, for those who list it elsewhere too; nil for all other resources.
    public var segment: HeldSegment?
    /// Whether an earlier run stored this very content under this path. A sink whose store outlives runs has it already;
    /// one that serves from memory has not.
    public var isRestored = false
    /// The content for servers that answer every request at once, where it differs: a playlist that promises neither to
    /// hold requests back nor what is still to come. nil where the content suits every server.
    public var staticContent: ByteRope?

    /// A resource under `path`.
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
        case .store(let data), .append(let data): data.count
        case .remove: 0
        }
    }
    public var linkTime: Int64? { nil }
}
