import Media

/// The video that a merge holds back while it waits for other inputs.
struct HeldVideo: Sendable, Hashable {
    /// The media time between two observations.
    static let step = MediaTime.seconds(1)

    /// The link time of the newest video.
    var until: MediaTime
    /// The time of the preceding observation; nil for the first one.
    var earlier: MediaTime?
}
