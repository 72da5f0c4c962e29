/// The numbers of delivered and omitted frames of a track.
package struct TrackCounts: Sendable, Hashable {
    /// The number of stored frames.
    package var frameCount = 0
    package var sampleCount = 0
    /// The number of frames without content.
    package var emptyCount = 0
    /// The number of frames whose content contradicts its own sizes or lacks a header.
    package var damagedCount = 0
    /// The number of hidden frames that are part of the next sample.
    package var joinedCount = 0
    /// The number of frames whose times exceed every real one.
    package var untimedCount = 0
    /// The number of video samples whose times were changed, so that decode times increase and do not exceed
    /// presentation times.
    package var movedCount = 0
    /// The number of audio samples with times before the end of the audio before them, which are appended to it.
    package var overlapCount = 0
    /// The number of audio frames that contain only an encoder's metadata or its padding.
    package var paddingCount = 0
    /// The number of cues without text, with invalid or damaged text or without a duration.
    package var invalidCueCount = 0

    package init() {}
}
