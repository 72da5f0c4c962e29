package import Media

/// A transform that sends requests upstream for media that a merge above it holds back.
///
/// A merge holds media back until all its inputs have announced a track. Encoders continue meanwhile, so the requests
/// that the transform sends when it receives the media would come too late.
package protocol HeldMediaObserving: Transform {
    /// Returns the requests for video that the merge holds up to `time`. `earlier` is the time of the preceding call;
    /// nil for the first one.
    func requests(holdingVideoUntil time: MediaTime, after earlier: MediaTime?) -> [UpstreamRequest]
}
