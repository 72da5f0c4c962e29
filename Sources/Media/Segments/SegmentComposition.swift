/// The samples that make up a media segment, so that the segment can be built again from its source.
package struct SegmentComposition: Sendable, Hashable {
    /// The samples of one track, which are consecutive in the source except for omitted ones.
    package struct Run: Sendable, Hashable {
        package var track: Track.ID
        /// The decode time of the first sample in the source, in ticks of the track.
        package var decodeTicks: Int64
        package var sampleCount: Int

        package init(track: Track.ID, decodeTicks: Int64, sampleCount: Int) {
            self.track = track
            self.decodeTicks = decodeTicks
            self.sampleCount = sampleCount
        }
    }

    /// One run for each track of the rendition that has samples in the segment.
    package var runs: [Run]
    /// The sequence number of the first movie fragment.
    package var sequenceNumber: UInt32

    package init(runs: [Run], sequenceNumber: UInt32) {
        self.runs = runs
        self.sequenceNumber = sequenceNumber
    }
}
