package import Media

/// One sample of a movie file: its location, times and flags.
@frozen package struct MovieSample: Sendable, Hashable {
    /// The offset in the file.
    package var fileOffset: Int
    /// In bytes.
    package var size: Int
    /// The decode time on the media timeline, in ticks of the track.
    package var decodeTicks: Int64
    /// The presentation time minus the decode time, in ticks.
    package var compositionOffset: Int64
    /// In ticks; may be 0.
    package var duration: Int64
    package var flags: SampleFlags
    /// The index of its sample entry, from 1.
    package var descriptionIndex = 1
    /// The duration of the gap before the sample in ticks, where fragments are missing.
    package var precedingGap: Int64 = 0

    /// A sample with these fields.
    package init(
        fileOffset: Int, size: Int, decodeTicks: Int64, compositionOffset: Int64, duration: Int64, flags: SampleFlags
    ) {
        self.fileOffset = fileOffset
        self.size = size
        self.decodeTicks = decodeTicks
        self.compositionOffset = compositionOffset
        self.duration = duration
        self.flags = flags
    }
}
