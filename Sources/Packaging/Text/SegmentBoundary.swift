import Media

/// Where segments of the leading track begin and end, for renditions that have no samples to cut at.
enum SegmentBoundary: Sendable {
    /// A track that says where the monotonic clock lies passes it on.
    case begin(MediaTime, liveOrigin: Int64?)
    /// One segment ends here, and the next one begins.
    case cut(MediaTime)
    case end(MediaTime)
}
