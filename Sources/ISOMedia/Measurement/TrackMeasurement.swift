package import Media

/// What was measured of one track in one segment; times in ticks of the track.
package struct TrackMeasurement: Sendable, Hashable {
    package let trackID: UInt32
    package internal(set) var sampleCount = 0
    /// Of all samples.
    package internal(set) var byteCount = 0
    /// When the first sample is decoded: its `tfdt`; nil without one.
    package internal(set) var decodeStart: Int64?
    /// Where the last sample ends on the same scale.
    package internal(set) var decodeEnd: Int64 = 0
    /// The sum of the sample durations.
    package internal(set) var duration: Int64 = 0
    package internal(set) var presentationStart = Int64.max
    package internal(set) var presentationEnd = Int64.min
    /// Of the samples whose duration is above zero.
    package internal(set) var shortestDuration = Int64.max
    package internal(set) var longestDuration: Int64 = 0
    /// Samples that last for no time.
    package internal(set) var zeroDurations = 0
    /// Whether the first sample's flags say that decoding can begin there.
    package internal(set) var beginsWithSync = false
    /// What the first sample's bitstream says; nil for codecs that are not looked into and for encrypted samples.
    package internal(set) var entryPoint: EntryPoint?
    /// Samples behind an open first sample that are lost when decoding begins there.
    package internal(set) var skippedLeading = 0
    /// Where the first sample begins in the resource.
    package internal(set) var firstOffset = 0
    /// How many bytes it has.
    package internal(set) var firstSize = 0
    /// Whether the first sample carries parameter sets of its own.
    package internal(set) var hasOwnParameterSets = false
    /// When the samples that flags call sync samples are presented; of pictures only.
    package internal(set) var syncTimes: [Int64] = []
    /// Samples whose flags say sync and whose bitstream says otherwise: how many, and where the first one is.
    package internal(set) var falseSyncCount = 0
    package internal(set) var falseSyncOffset: Int?
    /// Samples that lie outside the media of their fragment: how many, and where the first one would begin.
    package internal(set) var outsideCount = 0
    package internal(set) var outsideOffset: Int?
    /// The first fragment inside the segment whose `tfdt` is not where the samples before it end.
    package internal(set) var jump: Jump?
    /// How many there are.
    package internal(set) var jumpCount = 0

    /// Where decode times do not go on.
    package struct Jump: Sendable, Hashable {
        /// Where the fragment's `traf` begins in the resource.
        package var offset: Int
        package var expected: Int64
        package var found: Int64

        package init(offset: Int, expected: Int64, found: Int64) {
            self.offset = offset
            self.expected = expected
            self.found = found
        }
    }

    init(trackID: UInt32) { self.trackID = trackID }

    /// Whether all samples last equally long, within a tick that rounding needs.
    package var hasSteadyRate: Bool { shortestDuration != .max && longestDuration - shortestDuration <= 1 }

    /// How long its samples are presented, from the first to the last.
    package var presentedDuration: Int64 { sampleCount == 0 ? 0 : presentationEnd &- presentationStart }
}
