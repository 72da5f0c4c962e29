package import Media

/// One access unit of a demultiplexed track, in the form that fragmented MP4 stores.
package struct DemultiplexedSample: Sendable {
    /// The index of the track in ``Demultiplexer/tracks``.
    package var track: Int
    /// In ticks of the track, on a timeline without wraps and jumps.
    package var decodeTicks: Int64
    package var presentationTicks: Int64
    package var duration: Int64
    package var isSync: Bool
    /// Whether no other sample depends on it.
    package var isDisposable = false
    /// The new format, if it changes with this sample.
    package var format: MediaFormat?
    package var bytes: ByteSlice
}
