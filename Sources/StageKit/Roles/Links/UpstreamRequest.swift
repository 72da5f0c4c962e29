public import Media

/// A request that a stage sends to the stages above it.
public enum UpstreamRequest: Sendable, Hashable {
    /// Requests a sync sample: the first video frame at or after this time, or the next one if nil.
    case keyframe(at: MediaTime?)
    /// Requests a lower data rate, because this stage cannot keep up.
    case slowDown
    /// Resumes the output of an earlier run; sent before the first payload.
    case resume(Resumption)
    /// Continues the media timeline of an earlier run.
    case continueTimeline(TimelineContinuation)
    /// Requires a live source to report a gap at most this long after its last payload, because live playlists have to
    /// be updated in time.
    case reportGaps(within: MediaTime)
    /// Removes the oldest files early, as far as players permit, until about this many bytes are no longer needed.
    case release(bytes: Int)
}
