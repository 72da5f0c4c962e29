public import Media

/// A request that a stage sends to the stages above it.
///
/// A transform sends requests as effects, processors and sinks through their inlet. The state of a stage limits its own
/// requests: stages above that have finished do not answer, so a request after the end of the input has no effect. A
/// stage that does not handle a request passes it on, in any state; a source ignores the requests that it does not
/// handle. The conformance check enforces these rules.
public enum UpstreamRequest: Sendable, Hashable {
    /// Requests a sync sample: the first video frame at or after this time, or the next one if nil.
    ///
    /// Permitted until the input ends, with a definite time. A time that has passed means the next frame. Encoders with
    /// a fixed keyframe interval and senders of coded video ignore the request.
    case keyframe(at: MediaTime?)
    /// Requests a lower data rate, because this stage cannot keep up.
    ///
    /// Permitted until the input ends, and may be repeated. Sources with a fixed rate ignore the request.
    case slowDown
    /// Resumes the output of an earlier run.
    ///
    /// Permitted before the first payload that the stage receives. The stage that writes the playlists ignores a later
    /// request with the warning `resumed-twice`, unless it repeats the same records, as after a reload.
    case resume(Resumption)
    /// Continues the media timeline of an earlier run.
    ///
    /// Permitted before the first payload that the stage receives. The stage that writes the segments ignores a later
    /// request with the warning `timeline-began`.
    case continueTimeline(TimelineContinuation)
    /// Requires a live source to report a gap at most this long after its last payload, because live playlists have to
    /// be updated in time.
    ///
    /// Permitted until the input ends, with a duration above zero. The shortest requested duration applies, so zero
    /// would make the source report gaps without a pause. Files ignore the request.
    case reportGaps(within: MediaTime)
    /// Removes the oldest files early, as far as players permit, until about this many bytes are no longer needed.
    ///
    /// Permitted until the input ends, with a number above zero; otherwise nothing is removed.
    case release(bytes: Int)
}
