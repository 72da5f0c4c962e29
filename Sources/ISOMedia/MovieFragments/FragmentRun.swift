import Media

/// A `trun` box, read in place: samples with contiguous media.
struct FragmentRun: Sendable {
    let sampleCount: Int
    /// The offset of the media in the file.
    let dataOffset: Int
    /// The decode time of the first sample; nil if it follows the preceding run.
    let decodeTime: Int64?
    private let entries: StoredEntries<MovieFragment.SampleEntry>
    private let fields: FullBoxHeader
    private let defaults: SampleDefaults
    private let firstFlags: UInt32?

    /// The run of a box, whose media start at `dataOffset`.
    init(_ box: TrackRunBox, defaults: SampleDefaults, dataOffset: Int, decodeTime: Int64?) {
        fields = box.header
        guard let stored = box.samples.stored else { preconditionFailure("a run that was read has stored entries") }
        entries = stored
        firstFlags = fields.has(TrackRunBox.hasFirstFlags) ? box.firstFlags : nil
        // Samples without fields and bytes are ignored, because their number would not be bounded by the size of the
        // file.
        let isUnbounded = MovieFragment.SampleEntry.size(fields) == 0 && defaults.size == 0
        sampleCount = isUnbounded ? 0 : entries.count
        self.defaults = defaults
        self.dataOffset = dataOffset
        self.decodeTime = decodeTime
    }

    /// The end of the media.
    var end: Int {
        guard fields.has(TrackRunBox.hasSize) else { return dataOffset &+ sampleCount &* Int(defaults.size) }
        return (0..<sampleCount).reduce(dataOffset) { $0 &+ Int(entries[$1].size) }
    }

    /// Returns the sample at `index`, whose media start at `fileOffset`.
    @inline(__always) func sample(at index: Int, fileOffset: Int, decodeTicks: Int64) -> MovieSample {
        let entry = entries[index]
        let duration = fields.has(TrackRunBox.hasDuration) ? entry.duration : defaults.duration
        let size = fields.has(TrackRunBox.hasSize) ? entry.size : defaults.size
        var flags = fields.has(TrackRunBox.hasFlags) ? entry.flags : defaults.flags
        if index == 0, let firstFlags { flags = firstFlags }
        // Reserved bits mark samples inside the segmenter.
        var sample = MovieSample(
            fileOffset: fileOffset, size: Int(size), decodeTicks: decodeTicks,
            compositionOffset: Int64(entry.compositionOffset),
            duration: Int64(duration), flags: SampleFlags(rawValue: flags & 0x0fff_ffff))
        sample.descriptionIndex = Int(defaults.descriptionIndex)
        return sample
    }
}
