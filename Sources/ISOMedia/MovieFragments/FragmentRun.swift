import Media

/// A `trun` box, read in place: samples with contiguous media.
struct FragmentRun: Sendable {
    let sampleCount: Int
    /// The offset of the media in the file.
    let dataOffset: Int
    /// The decode time of the first sample; nil if it follows the preceding run.
    let decodeTime: Int64?
    private let file: FileBytes
    private let entries: Int
    private let entrySize: Int
    private let defaults: SampleDefaults
    private let firstFlags: UInt32?
    // The offsets of the fields in an entry; -1 if the default applies.
    private let durationAt: Int
    private let sizeAt: Int
    private let flagsAt: Int
    private let offsetAt: Int

    init(
        _ box: BoxView, defaults: SampleDefaults, dataOffset: Int, decodeTime: Int64?
    ) throws(MovieFileError) {
        let flags = box.flags
        var position = 8
        if flags & 0x1 != 0 { position += 4 }
        firstFlags = flags & 0x4 != 0 ? box.u32(position) : nil
        if flags & 0x4 != 0 { position += 4 }
        var size = 0
        func field(_ flag: UInt32) -> Int {
            guard flags & flag != 0 else { return -1 }
            defer { size += 4 }
            return size
        }
        (durationAt, sizeAt, flagsAt, offsetAt) = (field(0x100), field(0x200), field(0x400), field(0x800))
        try box.require(position)
        let count = Int(box.u32(4))
        guard size == 0 || count <= (box.contentSize - position) / size else {
            throw box.damaged("it declares \(count) samples and is too small for them")
        }
        // Samples without fields and bytes are ignored, because their number would not be bounded by the size of the
        // file.
        sampleCount = size == 0 && defaults.size == 0 ? 0 : count
        entrySize = size
        entries = box.contentOffset + position
        file = box.file
        self.defaults = defaults
        self.dataOffset = dataOffset
        self.decodeTime = decodeTime
    }

    /// The end of the media.
    var end: Int {
        guard sizeAt >= 0 else { return dataOffset &+ sampleCount &* Int(defaults.size) }
        return (0..<sampleCount).reduce(dataOffset) { $0 &+ Int(file.u32(entries &+ $1 &* entrySize &+ sizeAt)) }
    }

    /// Returns the sample at `index`, whose media start at `fileOffset`.
    @inline(__always) func sample(at index: Int, fileOffset: Int, decodeTicks: Int64) -> MovieSample {
        let entry = entries &+ index &* entrySize
        let duration = durationAt >= 0 ? file.u32(entry &+ durationAt) : defaults.duration
        let size = sizeAt >= 0 ? file.u32(entry &+ sizeAt) : defaults.size
        var flags = flagsAt >= 0 ? file.u32(entry &+ flagsAt) : defaults.flags
        if index == 0, let firstFlags { flags = firstFlags }
        // Offsets of version 0 are unsigned, but some writers store negative offsets.
        let offset = offsetAt >= 0 ? Int32(bitPattern: file.u32(entry &+ offsetAt)) : 0
        var sample = MovieSample(
            fileOffset: fileOffset, size: Int(size), decodeTicks: decodeTicks, compositionOffset: Int64(offset),
            duration: Int64(duration), flags: SampleFlags(rawValue: flags))
        sample.descriptionIndex = Int(defaults.descriptionIndex)
        return sample
    }
}
