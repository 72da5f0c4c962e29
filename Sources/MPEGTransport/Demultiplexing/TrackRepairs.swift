/// Losses and repairs in one track.
package struct TrackRepairs: Sendable, Hashable {
    /// Access units before the first parameter sets, which cannot be decoded.
    package var samplesBeforeParameterSets = 0
    /// Decode times that were changed because they did not increase or exceeded the presentation time.
    package var movedTimes = 0
    /// Access units without a timestamp.
    package var untimedUnits = 0
    /// Pictures without timestamps whose presentation order cannot be read.
    package var unorderedUnits = 0
    /// Bytes between audio frames that belong to no frame.
    package var skippedBytes = 0
    /// Audio frames that were discarded because their times precede the end of the preceding audio.
    package var overlappingFrames = 0
    /// Audio frames before the first configuration of LATM or the first independent substream.
    package var framesBeforeConfiguration = 0
    /// Frames without audio: encoder information (Xing, Info, VBRI).
    package var informationFrames = 0
    /// Access units that exceed the memory limit.
    package var oversizedUnits = 0

    package init() {}
}
