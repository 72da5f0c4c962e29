/// Measurements of one track in one segment. Times are in ticks of the track.
package struct TrackMeasurement: Sendable, Hashable {
    package let trackID: UInt32
    package var sampleCount = 0
    /// The total size of all samples in bytes.
    package var byteCount = 0
    /// The decode time of the first sample from the container (`tfdt` or DTS); nil if the container has none.
    package var decodeStart: Int64?
    /// The decode time at which the last sample ends.
    package var decodeEnd: Int64 = 0
    /// The sum of the sample durations.
    package var duration: Int64 = 0
    package var presentationStart = Int64.max
    package var presentationEnd = Int64.min
    /// The latest time at which a sample starts.
    package var presentationLast = Int64.min
    /// The shortest duration above zero; `Int64.max` if there is none.
    package var shortestDuration = Int64.max
    package var longestDuration: Int64 = 0
    /// The number of samples with a duration of zero.
    package var zeroDurations = 0
    /// Whether the first sample is a sync sample, by its flags or, without flags, by its bitstream.
    package var beginsWithSync = false
    /// The type of entry point that the first sample's bitstream has; nil for codecs that are not examined and for
    /// encrypted samples.
    package var entryPoint: EntryPoint?
    /// The number of leading samples after an open-GOP first sample; they cannot be decoded when decoding starts there.
    package var skippedLeading = 0
    /// The offset of the first sample in the resource, in bytes.
    package var firstOffset = 0
    /// The size of the first sample in bytes.
    package var firstSize = 0
    /// Whether the first sample contains parameter sets.
    package var hasOwnParameterSets = false
    /// The presentation times of video sync samples, by their flags or, without flags, by the bitstream.
    package var syncTimes: [Int64] = []
    /// The number of samples flagged as sync samples that are none according to their bitstream, and the offset of the
    /// first one.
    package var falseSyncCount = 0
    package var falseSyncOffset: Int?
    /// The number of samples whose byte range exceeds the media data of their fragment, and the offset of the first
    /// one.
    package var outsideCount = 0
    package var outsideOffset: Int?
    /// The number of video samples that are not exactly one access unit, and the first one.
    package var structureFaultCount = 0
    package var structureFault: StructureFault?
    /// The number of video samples whose slices contradict the parameter sets or each other, and the first one.
    package var sliceFaultCount = 0
    package var sliceFault: StructureFault?
    /// The number of pictures whose times contradict the order of presentation in the bitstream, and the offset of the
    /// first one.
    package var orderFaultCount = 0
    package var orderFaultOffset: Int?
    /// The number of samples with closed caption data.
    package var captionCount = 0
    /// The first fragment or packet in the segment whose decode time differs from the end of the preceding samples.
    package var jump: Jump?
    /// The number of such differences.
    package var jumpCount = 0

    /// A sample whose structure is wrong.
    package struct StructureFault: Sendable, Hashable {
        /// The offset of the sample in the resource, in bytes.
        package var offset: Int
        /// The deviation, as the end of a sentence.
        package var message: String

        package init(offset: Int, message: String) {
            (self.offset, self.message) = (offset, message)
        }
    }

    /// A mismatch of decode times.
    package struct Jump: Sendable, Hashable {
        /// The offset in the resource of the fragment's `traf` box or of the packet.
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

    /// Whether all samples have the same duration, within one tick of rounding.
    package var hasSteadyRate: Bool { shortestDuration != .max && longestDuration - shortestDuration <= 1 }

    /// The time from the start of the earliest sample to the end of the latest one, in presentation order.
    package var presentedDuration: Int64 { sampleCount == 0 ? 0 : presentationEnd &- presentationStart }
}
