import Media

/// A segment boundary of the leading track, for renditions whose samples do not determine segments.
enum SegmentBoundary: Sendable {
    /// The leading track starts. `liveOrigin` is its position on the monotonic clock, if it has one.
    case begin(MediaTime, liveOrigin: MonotonicTime?)
    /// A segment ends here and the next one starts.
    case cut(MediaTime)
    case end(MediaTime)
}
