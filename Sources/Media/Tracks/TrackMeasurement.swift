/// What was measured of one track in one segment; times in ticks of the track.
package struct TrackMeasurement: Sendable, Hashable {
    package let trackID: UInt32
    package var sampleCount = 0
    /// Of all samples.
    package var byteCount = 0
    /// When the first sample is decoded, as its container says: `tfdt`, or DTS; nil where it does not.
    package var decodeStart: Int64?
    /// Where the last sample ends on the same scale.
    package var decodeEnd: Int64 = 0
    /// The sum of the sample durations.
    package var duration: Int64 = 0
    package var presentationStart = Int64.max
    package var presentationEnd = Int64.min
    /// Of the samples whose duration is above zero.
    package var shortestDuration = Int64.max
    package var longestDuration: Int64 = 0
    /// Samples that last for no time.
    package var zeroDurations = 0
    /// Whether decoding can begin at the first sample, as its flags or else its bitstream say.
    package var beginsWithSync = false
    /// What the first sample's bitstream says; nil for codecs that are not looked into and for encrypted samples.
    package var entryPoint: EntryPoint?
    /// Samples behind an open first sample that are lost when decoding begins there.
    package var skippedLeading = 0
    /// Where the first sample begins in the resource.
    package var firstOffset = 0
    /// How many bytes it has.
    package var firstSize = 0
    /// Whether the first sample carries parameter sets of its own.
    package var hasOwnParameterSets = false
    /// When the samples that flags, or else the bitstream, call sync samples are presented; of pictures only.
    package var syncTimes: [Int64] = []
    /// Samples whose flags say sync and whose bitstream says otherwise: how many, and where the first one is.
    package var falseSyncCount = 0
    package var falseSyncOffset: Int?
    /// Samples that lie outside the media of their fragment: how many, and where the first one would begin.
    package var outsideCount = 0
    package var outsideOffset: Int?
    /// The first fragment or packet inside the segment whose time is not where the samples before it end.
    package var jump: Jump?
    /// How many there are.
    package var jumpCount = 0

    /// Where decode times do not go on.
    package struct Jump: Sendable, Hashable {
        /// Where the fragment's `traf`, or the packet, begins in the resource.
        package var offset: Int
        package var expected: Int64
        package var found: Int64

        package init(offset: Int, expected: Int64, found: Int64) {
            self.offset = offset
            self.expected = expected
            self.found = found
        }
    }

    package init(trackID: UInt32) { self.trackID = trackID }

    /// Whether all samples last equally long, within a tick that rounding needs.
    package var hasSteadyRate: Bool { shortestDuration != .max && longestDuration - shortestDuration <= 1 }

    /// How long its samples are presented, from the first to the last.
    package var presentedDuration: Int64 { sampleCount == 0 ? 0 : presentationEnd &- presentationStart }
}
